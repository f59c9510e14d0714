import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MoveLine } from 'contract/move-in/plan'
import type { z } from 'zod'
import { chakra } from '../../ui/chakra.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Box, Card, Row, Stack } from '../../ui/layout.tsx'
import { FieldProblem, Help, Muted } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminApi } from '../host/admin-api.ts'
import { Loaded } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
import type { Column } from '../lists/column.ts'
import { TableOf } from '../lists/DataTable.tsx'
import { PAGE_SIZE } from '../lists/list-params.ts'
import { Pages } from '../lists/Pages.tsx'
import { SearchBox } from '../lists/SearchBox.tsx'
import { StatusTag } from '../lists/StatusTag.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { EmptyCourses } from './EmptyCourses.tsx'
import { broughtText, figuresOf, leftOutIn, manyText, takenIn } from './move-figures.ts'
import { type MoveState, moveQuery } from './move-in.queries.ts'
import { SkippedButton } from './SkippedButton.tsx'

/** Shows what moving in would do, in figures and row by row. Nothing is made before the press, which repeats the number. */
export function Result({ move }: { move: MoveState }) {
  const queries = useQueryClient()
  const { move_id, kind, counts } = move
  const run = useAct(adminApi.moveIn.run, {
    done: null,
    failed: 'The move could not begin',
    beside: true,
    onDone: (begun) => queries.setQueryData(moveQuery(move_id).queryKey, begun),
  })
  if (!counts) return <Loading minH="240px" />
  const isEmpty = takenIn(counts) === 0
  return (
    <Stack minW="0">
      <Card padded asChild display="flex" flexWrap="wrap" gap="6">
        <dl>
          {figuresOf({ kind, counts }).map(([count, label]) => (
            <Box key={label} display="flex" flexDirection="column-reverse">
              <chakra.dt color="fg.muted">{label}</chakra.dt>
              <chakra.dd textStyle="h2">{count}</chakra.dd>
            </Box>
          ))}
        </dl>
      </Card>
      <p>
        <b>Nothing has been made or sent yet.</b>
        {kind === 'orders' &&
          ' Past orders give nobody a course. To give the buyers access, upload the same file again as Students.'}
        {counts.news ? ` ${manyText(counts.news, 'person agrees', 'people agree')} to news by email.` : ''}
      </p>
      {counts.empty_courses && <EmptyCourses courses={counts.empty_courses} />}
      {run.problem && <FieldProblem>{run.problem}</FieldProblem>}
      {isEmpty && <Help>There is nothing to move: every row is left out, or in your shop already.</Help>}
      <Row flexWrap="wrap">
        <WaitingButton
          waitsFor={isEmpty && 'Every row is left out, or in your shop already'}
          busy={run.busy}
          busyText="Starting..."
          onClick={() => run.run({ move_id })}
        >
          Move {broughtText({ kind, counts })}
        </WaitingButton>
        {leftOutIn(counts) + counts.noted > 0 && <SkippedButton move={move} />}
      </Row>
      <Lines move={move} counts={counts} />
    </Stack>
  )
}

const views = { '': 'All', taken: 'Move', noted: 'Move, with a note', left_out: 'Left out' } as const
type View = keyof typeof views

/** Every row with what happens to it and why, by view, search and page. */
function Lines({ move, counts }: { move: MoveState; counts: NonNullable<MoveState['counts']> }) {
  const list = useListParams([])
  const state = Object.hasOwn(views, list.get('state')) ? (list.get('state') as View) : ''
  const input = {
    move_id: move.move_id,
    ...(state && { state }),
    ...(list.q.trim() && { q: list.q.trim() }),
    offset: String((list.page - 1) * PAGE_SIZE),
  }
  const query = useQuery({
    ...adminApi.moveIn.lines.queryOptions({ input }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const taken = takenIn(counts)
  const numbers = { '': taken + leftOutIn(counts), taken, noted: counts.noted, left_out: leftOutIn(counts) }
  return (
    <Loaded query={query} failed="Failed to load rows" toasts height="240px">
      {({ lines, total }) => (
        <Card overflow="hidden" minW="0">
          <Stack p="4">
            <Segments
              label="Rows"
              value={state}
              onChange={(next) => list.set({ state: next })}
              options={(Object.keys(views) as View[]).map(
                (view) => [view, `${views[view]} ${numbers[view].toLocaleString('en-IN')}`] as const,
              )}
            />
            <SearchBox list={list} label="Search name, email or course" />
            {lines.length === 0 && <Help>{list.q ? 'No row matches your search.' : 'No rows.'}</Help>}
          </Stack>
          <TableOf
            aria-label="Rows of the file"
            columns={columnsOf(move.kind ?? 'students')}
            rows={lines.slice(0, PAGE_SIZE)}
            keyOf={({ row }) => row}
          />
          {total > PAGE_SIZE && <Pages list={list} total={total} />}
        </Card>
      )}
    </Loaded>
  )
}

type Line = z.input<typeof MoveLine>

const words: Record<NonNullable<MoveState['kind']>, Partial<Record<Line['state'], string>>> = {
  students: {
    new: 'New account, gets the course',
    existing: 'Has an account, gets the course',
    waiting: 'Gets it once the email is confirmed',
    same: 'Has it already',
  },
  courses: { new: 'New draft', existing: 'Changes', same: 'Stays as it is' },
  orders: { new: 'Past order', existing: 'Past order', same: 'Is here already' },
}
const palettes = {
  new: 'success',
  existing: 'action',
  waiting: 'buy',
  same: 'gray',
  skipped: 'gray',
  invalid: 'danger',
} as const

const columnsOf = (kind: NonNullable<MoveState['kind']>): Column<Line>[] => [
  { head: 'Row', label: 'Row', cell: ({ row }) => row },
  {
    head: kind === 'courses' ? 'Course' : 'Person',
    lead: true,
    cell: ({ name, email, phone }) => name ?? email ?? phone ?? 'Nobody',
  },
  {
    head: 'What happens',
    wholeLine: true,
    cell: ({ state, email, phone, name, courses, reason, notes }) => {
      const [, ...contacts] = [name, email, phone].filter((text) => text !== null)
      const about = [
        ...(kind === 'courses' ? [] : [[...contacts, ...courses].join(', ')]),
        reason,
        ...notes.map(({ heading, message }) => `${heading}: ${message}`),
      ].filter(Boolean)
      return (
        <>
          <StatusTag look={{ label: words[kind][state] ?? 'Left out', palette: palettes[state] }} />
          {about.map((text) => (
            <Muted as="span" key={text} display="block" overflowWrap="anywhere">
              {text}
            </Muted>
          ))}
        </>
      )
    },
  },
]
