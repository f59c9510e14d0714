import { useQuery } from '@tanstack/react-query'
import { addDays, indianDay } from 'contract/indian-time'
import type { DuePart } from 'contract/parts/parts'
import { REMINDER_DAYS } from 'contract/parts/plan-parts'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { countText, rupeesText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { later } from '../../ui/later.tsx'
import { Card, Stack, Tag } from '../../ui/layout.tsx'
import { MenuItem, MenuSeparator } from '../../ui/menu.ts'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconClock, IconReceipt } from '../../ui/secondary-icons.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { adminApi, type adminClient } from '../host/admin-api.ts'
import { IconSend } from '../host/admin-icons.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { useMe } from '../host/me.queries.ts'
import { Loaded } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
import { RowMenu } from '../lists/row-buttons.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { Table } from '../lists/table-parts.tsx'
import { AccountantCard } from './AccountantCard.tsx'
import { daysBetween, dayText, dueText, shortDay } from './due-words.ts'

const MoveDate = later(() => import('./MoveDate.tsx'))
const EndPlan = later(() => import('./EndPlan.tsx'))

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

const parts = (count: number) => countText(count, 'part')

type Opened = { kind: 'move' | 'end'; row: DuePart }

/** Shows what is due of all plans, by day: who is late, who is next, and what can be done about it. */
export default function DueTab() {
  const query = useQuery({ ...adminApi.parts.board.queryOptions({ input: {} }), staleTime: 0 })
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  return (
    <>
      <TabHead title="Instalments due" />
      <Loaded query={query} failed="Failed to load the plans" height="240px" toasts>
        {(board) => (
          <Stack gridTemplateColumns="minmax(0, 1fr)" gap="4">
            {hasPlans(board) && (
              <Card asChild>
                <Figures>
                  {figuresOf(board).map(({ name, figure, note, isLate }) => (
                    <div key={name}>
                      <dt>{name}</dt>
                      <dd data-late={isLate ? '' : undefined}>
                        {figure}
                        <span>{note}</span>
                      </dd>
                    </div>
                  ))}
                </Figures>
              </Card>
            )}
            {board.rows.length === 0 ? (
              <PageMessage
                icon={IconReceipt}
                title="Nothing is due"
                action={
                  !hasPlans(board) && (
                    <Button variant="outline" asChild>
                      <Link to={adminPaths.tab('courses')}>Choose a course</Link>
                    </Button>
                  )
                }
              >
                A student who pays in parts gets a link before each date, and each part waits here until it is paid.
                {!hasPlans(board) && ' Offer parts in a course under Selling, More ways to sell.'}
              </PageMessage>
            ) : (
              <Card as="section" aria-label="Parts" overflow="hidden">
                <Rows>
                  <VisuallyHidden as="caption">Parts that are not paid yet, by day</VisuallyHidden>
                  <thead>
                    <tr>
                      {['Student', 'Part', 'Due', 'What happened'].map((head) => (
                        <th key={head} scope="col">
                          {head}
                        </th>
                      ))}
                      <th scope="col" data-numeric="">
                        Amount
                      </th>
                      <th scope="col" data-actions="">
                        <VisuallyHidden>Actions</VisuallyHidden>
                      </th>
                    </tr>
                  </thead>
                  {groupsOf(board).map(([name, rows]) => (
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
                          today={board.today}
                          open={(kind) => setOpened({ kind, row })}
                        />
                      ))}
                    </tbody>
                  ))}
                </Rows>
              </Card>
            )}
            {hasPlans(board) && <AccountantCard />}
          </Stack>
        )}
      </Loaded>
      {opened?.kind === 'move' && <MoveDate of={opened.row} onClose={close} />}
      {opened?.kind === 'end' && <EndPlan of={opened.row} onClose={close} />}
    </>
  )
}

type Board = Awaited<ReturnType<typeof adminClient.parts.board>>

/** Returns true once anybody has paid in parts of late. */
const hasPlans = ({ open, on_time }: Board) => open.plans + on_time.parts > 0

function figuresOf({ late, soon, open, on_time, until }: Board) {
  return [
    { name: 'Late', figure: rupeesText(late.amount), note: parts(late.parts), isLate: late.parts > 0 },
    { name: `Due by ${shortDay(until)}`, figure: rupeesText(soon.amount), note: parts(soon.parts) },
    { name: 'Open in all plans', figure: rupeesText(open.amount), note: countText(open.plans, 'plan') },
    ...(on_time.parts > 0
      ? [
          {
            name: 'Paid on time',
            figure: `${Math.round((100 * on_time.paid) / on_time.parts)}%`,
            note: `of ${parts(on_time.parts)} in 90 days`,
          },
        ]
      : []),
  ].map((figure) => ({ isLate: false, ...figure }))
}

/** The rows by their day; a group without rows is not shown. */
const groupsOf = ({ rows, today, until }: Board) =>
  [
    ...Map.groupBy(rows, ({ due_on }) => {
      if (due_on < today) return 'Late'
      if (due_on === today) return 'Today'
      return due_on <= until ? `Until ${shortDay(until)}` : 'Later'
    }),
  ] as const

function DueRow({ row, today, open }: { row: DuePart; today: string; open: (kind: Opened['kind']) => void }) {
  const { data: me } = useMe()
  const plan = { plan_id: row.plan_id }
  const send = useAct(adminApi.parts.remind, {
    done: `The link is on its way to ${row.name}`,
    failed: 'The link was not sent',
  })
  const move = useAct(adminApi.parts.move, {
    done: `Moved to ${row.wished_on ? shortDay(row.wished_on) : 'the other day'}`,
    failed: 'The date was not moved',
  })
  const remind = () => send.run({ params: plan })
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
            <Button
              size="sm"
              busy={move.busy}
              busyText="Moving..."
              onClick={() => move.run({ params: { ...plan, part: String(row.part) }, body: { due_on: wished } })}
            >
              Move to {shortDay(wished)}
            </Button>
          ) : (
            <Button size="sm" variant="outline" busy={send.busy} busyText="Sending..." onClick={remind}>
              {late >= 0 ? 'Send link' : 'Send now'}
            </Button>
          )}
          <RowMenu name={row.name}>
            {wished && (
              <MenuItem value="send" onClick={remind}>
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
