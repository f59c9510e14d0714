import { useQuery } from '@tanstack/react-query'
import { addDays, indianDay } from 'contract/indian-time'
import type { DeskRequest } from 'contract/privacy/requests'
import { kindIcons } from '../../shared/privacy/kind-icons.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { countText, dateText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { later } from '../../ui/later.tsx'
import { Card, Tag } from '../../ui/layout.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { Help, Tools } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { Loaded } from '../kit/loaded.tsx'
import type { Column } from '../lists/column.ts'
import { TableOf } from '../lists/DataTable.tsx'
import { PAGE_SIZE } from '../lists/list-params.ts'
import { Pages } from '../lists/Pages.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { daysUntil, kindNames, placeOf } from './desk-words.ts'

const AnswerDialog = later(() => import('./AnswerDialog.tsx'))

const Rows = chakra('div', {
  base: {
    '& td[data-lead] > div': { display: 'flex', alignItems: 'center', gap: '3' },
    '& td small': { display: 'block', textStyle: 'sm', color: 'fg.muted', fontWeight: '400' },
    '& td[data-lead] svg': { flex: 'none', color: 'fg.muted' },
  },
})

/** The press of an open request. */
const presses = {
  access: 'Send file',
  correction: 'Compare',
  erasure: 'Answer',
  grievance: 'Answer',
  nomination: 'Answer',
}

const columnsOf = (show: 'open' | 'ended', open: (request_id: string) => void): Column<DeskRequest>[] => [
  {
    head: 'Request',
    lead: true,
    cell: ({ kind, request_no }) => (
      <div>
        <Icon of={kindIcons[kind]} size={20} />
        <span>
          <b>{kindNames[kind]}</b>
          <small>{request_no}</small>
        </span>
      </div>
    ),
  },
  {
    head: 'Who',
    cell: ({ email, name, nominee_of }) => (
      <>
        {email === null ? 'Erased' : (name ?? email)}
        {nominee_of && <small>for {nominee_of.email}</small>}
      </>
    ),
  },
  { head: 'Where it is', wholeLine: true, phone: 'last', cell: placeOf },
  { head: show === 'open' ? 'Due' : 'Closed', cell: (request) => <Due {...request} /> },
  {
    head: 'Actions',
    headCell: <VisuallyHidden>Actions</VisuallyHidden>,
    actions: true,
    cell: ({ request_id, request_no, status, kind, due_on }) => {
      const answerable = status === 'open'
      const isUrgent = answerable && due_on <= addDays(indianDay(shopNow()), 1)
      return (
        <Button size="sm" variant={isUrgent ? 'solid' : 'outline'} onClick={() => open(request_id)}>
          {answerable ? presses[kind] : 'Look'}
          <VisuallyHidden> {request_no}</VisuallyHidden>
        </Button>
      )
    },
  },
]

function Due({ status, due_on, answered_at }: DeskRequest) {
  if (status !== 'open') return answered_at && dateText(new Date(answered_at))
  const left = daysUntil(indianDay(shopNow()), due_on)
  return (
    <>
      {dateText(new Date(due_on))}{' '}
      <Tag ms="1.5" coloured={left <= 1} colorPalette="danger">
        {left < 0 ? `${countText(-left, 'day')} late` : left === 0 ? 'today' : `${countText(left, 'day')} left`}
      </Tag>
    </>
  )
}

/** Lists requests of people about their data, the most urgent first. */
export function RequestList() {
  const list = useListParams([])
  const show = list.get('show') === 'ended' ? 'ended' : 'open'
  const input = { show, limit: String(PAGE_SIZE), offset: String((list.page - 1) * PAGE_SIZE) } as const
  const query = useQuery({ ...adminApi.privacy.list.queryOptions({ input }), staleTime: 0 })
  const opened = query.data?.requests.find(({ request_id }) => request_id === list.get('request'))
  const open = (request_id: string) => list.set({ request: request_id }, { keepPage: true })
  return (
    <>
      <Loaded query={query} failed="Failed to load the requests" height="240px" toasts>
        {({ total, requests, counts: { open: waiting, answered_this_year, days } }) => (
          <Card as="section" aria-label="Requests" overflow="hidden">
            {total === 0 ? (
              <chakra.p p={{ base: '4', md: '5' }}>
                <b>{show === 'open' ? 'No open requests.' : 'No closed requests.'}</b> Students ask for their data, a
                correction or their erasure in their profile and at {window.location.host}/privacy/request. Home tells
                you when one asks.
              </chakra.p>
            ) : (
              <Rows>
                <TableOf columns={columnsOf(show, open)} rows={requests} keyOf={({ request_id }) => request_id}>
                  <VisuallyHidden as="caption">Requests of people about their data</VisuallyHidden>
                </TableOf>
              </Rows>
            )}
            {total > PAGE_SIZE && <Pages list={list} total={total} />}
            {(waiting + answered_this_year > 0 || show === 'ended') && (
              <Tools
                justifyContent="space-between"
                px={{ base: '4', md: '5' }}
                py="3"
                borderTopWidth="1px"
                borderColor="border"
              >
                <Help>
                  {waiting} open, {answered_this_year} answered this year
                  {days !== null && `, ${countText(days, 'day')} on average`}
                </Help>
                <Button size="sm" variant="ghost" onClick={() => list.set({ show: show === 'open' ? 'ended' : '' })}>
                  {show === 'open' ? 'Closed requests' : 'Open requests'}
                </Button>
              </Tools>
            )}
          </Card>
        )}
      </Loaded>
      {opened && (
        <AnswerDialog
          key={opened.request_id}
          request={opened}
          onClose={() => list.set({ request: '' }, { keepPage: true })}
        />
      )}
    </>
  )
}
