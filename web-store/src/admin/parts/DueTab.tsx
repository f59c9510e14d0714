import { useQuery, useQueryClient } from '@tanstack/react-query'
import { addDays, indianDay } from 'contract/indian-time'
import type { DuePart } from 'contract/parts/parts'
import { REMINDER_DAYS } from 'contract/parts/plan-parts'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { later } from '../../ui/later.tsx'
import { Card, Tag } from '../../ui/layout.tsx'
import { MenuItem, MenuSeparator } from '../../ui/menu.ts'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconClock, IconReceipt } from '../../ui/secondary-icons.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { IconSend } from '../host/admin-icons.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { useMe } from '../host/me.queries.ts'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { RowMenu } from '../lists/row-buttons.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { Table } from '../lists/table-parts.tsx'
import { AccountantCard } from './AccountantCard.tsx'
import { daysBetween, dayText, dueText, shortDay } from './due-words.ts'

const MoveDate = later(() => import('./MoveDate.tsx'))
const EndPlan = later(() => import('./EndPlan.tsx'))

const FAILED = 'Failed to load the plans'

const Figures = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(4, minmax(0, 1fr))' },
    overflow: 'hidden',
    fontVariantNumeric: 'lining-nums tabular-nums',
    '& > div': {
      p: { base: '3.5', md: '4.5' },
      ms: '-1px',
      mt: '-1px',
      borderStartWidth: '1px',
      borderTopWidth: '1px',
      borderColor: 'border',
    },
    '& dt': { textStyle: 'sm', color: 'fg.muted' },
    '& dd': {
      fontSize: { base: '1.125rem', md: '1.375rem' },
      fontWeight: '750',
      fontStretch: '86%',
      lineHeight: '1.25',
    },
    '& dd[data-late]': { color: 'danger.fg' },
    '& dd span': { display: 'block', textStyle: 'sm', fontWeight: '400', fontStretch: '100%', color: 'fg.muted' },
  },
})

const Rows = chakra(Table, {
  base: {
    '& tr[data-group] th': {
      textAlign: 'start',
      px: '4',
      py: '2',
      bg: 'bg.subtle',
      fontSize: '.8125rem',
      fontWeight: '600',
      color: 'fg.muted',
    },
    '& td[data-lead] > span': { display: 'block', textStyle: 'sm', color: 'fg.muted' },
    '& td[data-happened]': { textStyle: 'sm', color: 'fg.muted' },
    '& tbody + tbody tr[data-group] th': { borderTopWidth: '1px' },
    '@media (max-width: 1023px)': {
      '& tbody tr[data-group]': { bg: 'bg.subtle', py: '2' },
      '& tr[data-group] th': { p: '0', borderWidth: '0 !important' },
      '& tr[data-group]::after': { display: 'none' },
      // The last email begins a line, with the actions at its end.
      '& tbody tr:not([data-group])::before': { content: '""', order: '3', flexBasis: '100%', mb: '-5px' },
      '& td[data-happened]': { order: '3', flex: '1 1 calc(100% - 170px)' },
      '& td[data-actions]': { order: '4', flex: 'none' },
    },
  },
})

const parts = (count: number) => `${count.toLocaleString('en-IN')} ${count === 1 ? 'part' : 'parts'}`

type Opened = { kind: 'move' | 'end'; row: DuePart }

/** Shows what is due of all plans, by day: who is late, who is next, and what can be done about it. */
export default function DueTab() {
  const { data, error, refetch } = useQuery({ ...adminApi.parts.board.queryOptions({ input: {} }), staleTime: 0 })
  const [opened, setOpened] = useState<Opened>()
  useFailureToast(error, FAILED)
  const groups = data && [
    { name: 'Late', rows: data.rows.filter(({ due_on }) => due_on < data.today) },
    { name: 'Today', rows: data.rows.filter(({ due_on }) => due_on === data.today) },
    {
      name: `Until ${shortDay(data.until)}`,
      rows: data.rows.filter(({ due_on }) => due_on > data.today && due_on <= data.until),
    },
    { name: 'Later', rows: data.rows.filter(({ due_on }) => due_on > data.until) },
  ]
  return (
    <>
      <TabHead title="Instalments due" />
      {error && !data ? (
        <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
      ) : !data || !groups ? (
        <Loading minH="240px" />
      ) : (
        <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="4">
          <Card asChild>
            <Figures>
              <div>
                <dt>Late</dt>
                <dd data-late={data.late.parts > 0 ? '' : undefined}>
                  {rupeesText(data.late.amount)}
                  <span>{parts(data.late.parts)}</span>
                </dd>
              </div>
              <div>
                <dt>Due by {shortDay(data.until)}</dt>
                <dd>
                  {rupeesText(data.soon.amount)}
                  <span>{parts(data.soon.parts)}</span>
                </dd>
              </div>
              <div>
                <dt>Open in all plans</dt>
                <dd>
                  {rupeesText(data.open.amount)}
                  <span>
                    {data.open.plans.toLocaleString('en-IN')} {data.open.plans === 1 ? 'plan' : 'plans'}
                  </span>
                </dd>
              </div>
              {data.on_time.parts > 0 && (
                <div>
                  <dt>Paid on time</dt>
                  <dd>
                    {Math.round((100 * data.on_time.paid) / data.on_time.parts)}%
                    <span>of {parts(data.on_time.parts)} in 90 days</span>
                  </dd>
                </div>
              )}
            </Figures>
          </Card>
          {data.rows.length === 0 ? (
            <PageMessage icon={IconReceipt} title="Nothing is due">
              Once a student pays a course in parts, each part is here until it is paid. Courses are set to parts under
              Selling, More ways to sell.
            </PageMessage>
          ) : (
            <Card as="section" aria-label="Parts" overflow="hidden">
              <Rows>
                <VisuallyHidden as="caption">Parts that are not paid yet, by day</VisuallyHidden>
                <thead>
                  <tr>
                    <th scope="col">Student</th>
                    <th scope="col">Part</th>
                    <th scope="col">Due</th>
                    <th scope="col">What happened</th>
                    <th scope="col" data-numeric="">
                      Amount
                    </th>
                    <th scope="col" data-actions="">
                      <VisuallyHidden>Actions</VisuallyHidden>
                    </th>
                  </tr>
                </thead>
                {groups
                  .filter(({ rows }) => rows.length > 0)
                  .map(({ name, rows }) => (
                    <tbody key={name}>
                      <tr data-group="">
                        <th scope="rowgroup" colSpan={6}>
                          {name}
                        </th>
                      </tr>
                      {rows.map((row) => (
                        <DueRow
                          key={row.plan_id}
                          row={row}
                          today={data.today}
                          open={(kind) => setOpened({ kind, row })}
                        />
                      ))}
                    </tbody>
                  ))}
              </Rows>
            </Card>
          )}
          <AccountantCard />
        </chakra.div>
      )}
      {opened?.kind === 'move' && <MoveDate of={opened.row} onClose={() => setOpened(undefined)} />}
      {opened?.kind === 'end' && <EndPlan of={opened.row} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function DueRow({ row, today, open }: { row: DuePart; today: string; open: (kind: Opened['kind']) => void }) {
  const queries = useQueryClient()
  const { data: me } = useMe()
  const reload = () => queries.invalidateQueries({ queryKey: adminApi.parts.key() })
  const failed = (failure: unknown) => toast.error(errorText(failure, 'Please try again.'), { id: 'due' })
  const send = useSubmission({
    mutationFn: () => adminClient.parts.remind({ params: { plan_id: row.plan_id } }),
    onSuccess: () => {
      toast.success(`The link is on its way to ${row.name}`, { id: 'due' })
      return reload()
    },
    onError: failed,
  })
  const move = useSubmission({
    mutationFn: (due_on: string) =>
      adminClient.parts.move({ params: { plan_id: row.plan_id, part: String(row.part) }, body: { due_on } }),
    onSuccess: () => {
      toast.success(`Moved to ${row.wished_on ? shortDay(row.wished_on) : 'the other day'}`, { id: 'due' })
      return reload()
    },
    onError: failed,
  })
  const late = daysBetween(row.due_on, today)
  const wished =
    row.wished_on !== null && row.wished_on >= row.move.from && row.wished_on <= row.move.to ? row.wished_on : undefined
  return (
    <tr>
      <td data-lead="">
        <b>{row.name}</b>
        <span>{row.course_name}</span>
      </td>
      <td data-label="Part">
        {row.part} of {row.of}
      </td>
      <td>
        <Tag
          coloured={late >= 0}
          colorPalette={row.paused ? 'danger' : late > 0 ? 'buy' : 'action'}
          title={dayText(row.due_on)}
        >
          {dueText(row.due_on, today)}
        </Tag>
      </td>
      <td data-happened="">{happened(row, today)}</td>
      <td data-numeric="" data-phone="first">
        {rupeesText(row.amount)}
      </td>
      <td data-actions="">
        <div>
          {wished ? (
            <Button size="sm" busy={move.isPending} busyText="Moving..." onClick={() => move.mutate(wished)}>
              Move to {shortDay(wished)}
            </Button>
          ) : (
            <Button
              size="sm"
              variant="outline"
              busy={send.isPending}
              busyText="Sending..."
              onClick={() => send.mutate()}
            >
              {late >= 0 ? 'Send link' : 'Send now'}
            </Button>
          )}
          <RowMenu name={row.name}>
            {wished && (
              <MenuItem value="send" onClick={() => send.mutate()}>
                <Icon of={IconSend} />
                Send link
              </MenuItem>
            )}
            <MenuItem value="move" onClick={() => open('move')}>
              <Icon of={IconClock} />
              Move the date
            </MenuItem>
            <MenuItem value="order" asChild>
              <Link to={adminPaths.tab('orders', { order: row.order_id })}>
                <Icon of={IconReceipt} />
                First order
              </Link>
            </MenuItem>
            {(me?.role === 'owner' || me?.role === 'finance') && (
              <>
                <MenuSeparator />
                <MenuItem value="end" color="danger.fg" onClick={() => open('end')}>
                  End the plan
                </MenuItem>
              </>
            )}
          </RowMenu>
        </div>
      </td>
    </tr>
  )
}

/** Describes the last email about a part, and the next thing to happen. */
function happened({ wished_on, reminded_at, emailed_at, pauses_at, paused, due_on }: DuePart, today: string): string {
  const day = (moment: string) => shortDay(indianDay(new Date(moment)))
  if (wished_on) return `Asked for ${shortDay(wished_on)}`
  const last = [reminded_at, emailed_at]
    .filter((at) => at !== null)
    .sort()
    .at(-1)
  const sent = last ? `Link sent ${day(last)}` : undefined
  if (paused) return [sent, `Paused on ${day(pauses_at)}`].filter(Boolean).join('. ')
  if (due_on < today) return [sent, `Pauses on ${day(pauses_at)}`].filter(Boolean).join('. ')
  const goesOut = addDays(due_on, -REMINDER_DAYS)
  return sent ?? (goesOut <= today ? 'Link goes out today' : `Link goes out on ${shortDay(goesOut)}`)
}
