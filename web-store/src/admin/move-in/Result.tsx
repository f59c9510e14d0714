import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MoveLine } from 'contract/move-in/plan'
import type { z } from 'zod'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { chakra } from '../../ui/chakra.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Box, Card, Row, Stack } from '../../ui/layout.tsx'
import { FieldProblem, Help } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { PAGE_SIZE } from '../lists/list-params.ts'
import { Pages } from '../lists/Pages.tsx'
import { SearchBox } from '../lists/SearchBox.tsx'
import { StatusTag } from '../lists/StatusTag.tsx'
import { Table } from '../lists/table-parts.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { EmptyCourses } from './EmptyCourses.tsx'
import { broughtText, figuresOf, leftOutIn, manyText, takenIn } from './move-figures.ts'
import { type MoveState, moveQuery, useMoveRefresh } from './move-in.queries.ts'
import { SkippedButton } from './SkippedButton.tsx'

/** Shows what moving in would do, in figures and row by row. Nothing is made before the press, which repeats the number. */
export function Result({ move }: { move: MoveState }) {
  const queries = useQueryClient()
  const refresh = useMoveRefresh()
  const { move_id, kind, counts } = move
  const run = useSubmission({
    mutationFn: () => adminClient.moveIn.run({ move_id }),
    onSuccess: (begun) => queries.setQueryData(moveQuery(move_id).queryKey, begun),
    // Another tab may have begun it.
    onError: () => refresh(),
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
          ' Past orders give nobody a course. To enrol the buyers, bring the same file again as Students.'}
        {counts.news ? ` ${manyText(counts.news, 'person agrees', 'people agree')} to news by email.` : ''}
      </p>
      {counts.empty_courses && <EmptyCourses courses={counts.empty_courses} />}
      {run.error && <FieldProblem>{errorText(run.error, 'The move could not begin. Please try again.')}</FieldProblem>}
      {isEmpty && <Help>There is nothing to move: every row is left out, or in your shop already.</Help>}
      <Row flexWrap="wrap">
        <WaitingButton
          waitsFor={isEmpty && 'Every row is left out, or in your shop already'}
          busy={run.isPending}
          busyText="Starting..."
          onClick={() => run.mutate()}
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
  const { data, error, refetch } = useQuery({
    ...adminApi.moveIn.lines.queryOptions({ input }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  useFailureToast(error, 'Failed to load rows')
  const taken = takenIn(counts)
  const numbers = { '': taken + leftOutIn(counts), taken, noted: counts.noted, left_out: leftOutIn(counts) }
  if (error && !data) return <ErrorState title="Failed to load rows" error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading minH="240px" />
  return (
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
        {data.lines.length === 0 && <Help>{list.q ? 'No row matches your search.' : 'No rows.'}</Help>}
      </Stack>
      <Table aria-label="Rows of the file">
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">{move.kind === 'courses' ? 'Course' : 'Person'}</th>
            <th scope="col">What happens</th>
          </tr>
        </thead>
        <tbody>
          {data.lines.slice(0, PAGE_SIZE).map((line) => (
            <LineRow key={line.row} line={line} kind={move.kind ?? 'students'} />
          ))}
        </tbody>
      </Table>
      {data.total > PAGE_SIZE && <Pages list={list} total={data.total} />}
    </Card>
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

function LineRow({ line, kind }: { line: Line; kind: NonNullable<MoveState['kind']> }) {
  const { row, state, email, phone, name, courses, reason, notes } = line
  const [lead = 'Nobody', ...contacts] = [name, email, phone].filter((text) => text !== null)
  const about = [
    ...(kind === 'courses' ? [] : [[...contacts, ...courses].join(', ')]),
    reason,
    ...notes.map(({ heading, message }) => `${heading}: ${message}`),
  ].filter(Boolean)
  return (
    <tr>
      <td data-label="Row">{row}</td>
      <td data-lead>{lead}</td>
      <td data-whole-line>
        <StatusTag look={{ label: words[kind][state] ?? 'Left out', palette: palettes[state] }} />
        {about.map((text) => (
          <chakra.span key={text} display="block" textStyle="sm" color="fg.muted" overflowWrap="anywhere">
            {text}
          </chakra.span>
        ))}
      </td>
    </tr>
  )
}
