import { useQuery } from '@tanstack/react-query'
import { addDays, indianDay } from 'contract/indian-time'
import type { DeskRequest } from 'contract/privacy/requests'
import { kindIcons } from '../../shared/privacy/kind-icons.ts'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { countText, dateText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconCheck } from '../../ui/icons.ts'
import { Loading } from '../../ui/Loading.tsx'
import { later } from '../../ui/later.tsx'
import { Card, Tag } from '../../ui/layout.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { Help, Tools } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { adminApi } from '../host/admin-api.ts'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { PAGE_SIZE } from '../lists/list-params.ts'
import { Pages } from '../lists/Pages.tsx'
import { Table } from '../lists/table-parts.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { WaitingCount } from '../shell/waiting.tsx'
import type { Desk } from './desk-part.ts'
import { daysUntil, kindNames, placeOf } from './desk-words.ts'
import { RegisterButton } from './RegisterButton.tsx'

const AnswerDialog = later(() => import('./AnswerDialog.tsx'))

const counts = adminApi.privacy.list.queryOptions({ input: { show: 'open', limit: '1' } })

function DueCount() {
  const { data } = useQuery({ ...counts, staleTime: 60_000 })
  return <WaitingCount count={data?.counts.due ?? 0} />
}

export const desk: Desk = { id: 'requests', title: 'Requests', at: 10, Beside: DueCount }

const FAILED = 'Failed to load the requests'

const Rows = chakra(Table, {
  base: {
    '& td[data-lead] > div': { display: 'flex', alignItems: 'center', gap: '3' },
    '& td[data-lead] small, & td small': { display: 'block', textStyle: 'sm', color: 'fg.muted', fontWeight: '400' },
    '& td[data-lead] svg': { flex: 'none', color: 'fg.muted' },
    '@media (max-width: 1023px)': {
      '& td[data-place]': { flexBasis: '100%', order: '3' },
      '& td[data-actions]': { order: '4' },
    },
  },
})

/** Lists requests of people about their data, the most urgent first. */
export default function RequestsDeskPart() {
  const list = useListParams([])
  const show = list.get('show') === 'ended' ? 'ended' : 'open'
  const input = { show, limit: String(PAGE_SIZE), offset: String((list.page - 1) * PAGE_SIZE) } as const
  const { data, error, refetch } = useQuery({ ...adminApi.privacy.list.queryOptions({ input }), staleTime: 0 })
  useFailureToast(error, FAILED)
  const opened = data?.requests.find(({ request_id }) => request_id === list.get('request'))
  const open = (request_id: string) => list.set({ request: request_id }, { keepPage: true })
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4">
      <chakra.div maxW={{ md: '320px' }}>
        <Segments
          label="Show"
          value={show}
          options={[
            ['open', 'Open'],
            ['ended', 'Closed'],
          ]}
          onChange={(next) => list.set({ show: next === 'open' ? '' : next })}
        />
      </chakra.div>
      {error && !data ? (
        <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading minH="240px" />
      ) : (
        <Card as="section" aria-label="Requests" overflow="hidden">
          {data.total === 0 ? (
            <PageMessage icon={IconCheck} title={show === 'open' ? 'No open requests' : 'No closed requests'}>
              Students ask at {window.location.host}/privacy/request and in their Profile Settings.
            </PageMessage>
          ) : (
            <Rows>
              <VisuallyHidden as="caption">Requests of people about their data</VisuallyHidden>
              <thead>
                <tr>
                  <th scope="col">Request</th>
                  <th scope="col">Who</th>
                  <th scope="col">Where it is</th>
                  <th scope="col">{show === 'open' ? 'Due' : 'Closed'}</th>
                  <th scope="col" data-actions="">
                    <VisuallyHidden>Actions</VisuallyHidden>
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.requests.map((request) => (
                  <RequestRow key={request.request_id} request={request} onOpen={() => open(request.request_id)} />
                ))}
              </tbody>
            </Rows>
          )}
          {data.total > PAGE_SIZE && <Pages list={list} total={data.total} />}
          <Tools justifyContent="space-between" px="4" py="3" borderTopWidth="1px" borderColor="border">
            <Help>
              {data.counts.open} open, {data.counts.answered_this_year} answered this year
              {data.counts.days !== null && `, ${countText(data.counts.days, 'day')} on average`}
            </Help>
            <RegisterButton name="requests" />
          </Tools>
        </Card>
      )}
      {opened && (
        <AnswerDialog
          key={opened.request_id}
          request={opened}
          onClose={() => list.set({ request: '' }, { keepPage: true })}
        />
      )}
    </chakra.div>
  )
}

/** The press of an open request. */
const presses = {
  access: 'Send file',
  correction: 'Compare',
  erasure: 'Answer',
  grievance: 'Answer',
  nomination: 'Answer',
}

function RequestRow({ request, onOpen }: { request: DeskRequest; onOpen: () => void }) {
  const { request_no, kind, name, email, nominee_of, due_on, answered_at, status } = request
  const today = indianDay(shopNow())
  const left = daysUntil(today, due_on)
  const answerable = status === 'open'
  return (
    <tr>
      <td data-lead="">
        <div>
          <Icon of={kindIcons[kind]} size={20} />
          <span>
            <b>{kindNames[kind]}</b>
            <small>{request_no}</small>
          </span>
        </div>
      </td>
      <td>
        {email === null ? 'Erased' : (name ?? email)}
        {nominee_of && <small>for {nominee_of.email}</small>}
      </td>
      <td data-place="">{placeOf(request)}</td>
      <td>
        {answerable ? (
          <>
            {dateText(new Date(due_on))}{' '}
            <Tag ms="1.5" coloured={left <= 1} colorPalette="danger">
              {left < 0 ? `${countText(-left, 'day')} late` : left === 0 ? 'today' : `${countText(left, 'day')} left`}
            </Tag>
          </>
        ) : (
          answered_at && dateText(new Date(answered_at))
        )}
      </td>
      <td data-actions="">
        <div>
          <Button size="sm" variant={answerable && due_on <= addDays(today, 1) ? 'solid' : 'outline'} onClick={onOpen}>
            {answerable ? presses[kind] : 'Look'}
            <VisuallyHidden> {request_no}</VisuallyHidden>
          </Button>
        </div>
      </td>
    </tr>
  )
}
