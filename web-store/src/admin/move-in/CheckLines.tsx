import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { MoveLine } from 'contract/move-in/plan'
import type { z } from 'zod'
import { chakra } from '../../ui/chakra.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Card } from '../../ui/layout.tsx'
import { VisuallyHidden } from '../../ui/text.tsx'
import { Help } from '../forms/form-parts.tsx'
import { adminApi, type adminClient } from '../host/admin-api.ts'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { PAGE_SIZE } from '../lists/list-params.ts'
import { Pages } from '../lists/Pages.tsx'
import { SearchBox } from '../lists/SearchBox.tsx'
import { StatusTag } from '../lists/StatusTag.tsx'
import type { Look } from '../lists/statuses.ts'
import { EmailText, Table } from '../lists/table-parts.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { leftOutIn, takenIn } from './move-figures.ts'
import type { MoveState } from './move-in.queries.ts'
import { SkippedButton } from './SkippedButton.tsx'

type Line = z.input<typeof MoveLine>

const linesQuery = (input: Parameters<typeof adminClient.moveIn.lines>[0]) =>
  queryOptions({
    ...adminApi.moveIn.lines.queryOptions({ input }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

const views = { taken: 'Move', noted: 'Move, with a note', left_out: 'Left out' } as const
type View = keyof typeof views | ''

const Views = chakra('div', {
  base: {
    display: 'flex',
    gap: '0.5',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    px: '2',
    borderBottomWidth: '1px',
    borderColor: 'border',
    '& button': {
      display: 'flex',
      gap: '1.5',
      minH: '11',
      px: '3.5',
      alignItems: 'center',
      fontWeight: '550',
      fontSize: '.9375rem',
      color: 'fg.muted',
      whiteSpace: 'nowrap',
      cursor: 'pointer',
      borderBottom: '3px solid transparent',
      mb: '-1px',
      // The row cuts off what lies outside of it.
      _focusVisible: { outlineOffset: '-3px' },
      '&[aria-pressed=true]': { color: 'fg', borderColor: 'action.fg' },
      '& span': { color: 'fg.subtle', fontWeight: '450', fontSize: '.875rem' },
    },
  },
})

/** Every row with what happens to it and why, by view, search and page. */
export function CheckLines({ move, counts }: { move: MoveState; counts: NonNullable<MoveState['counts']> }) {
  const list = useListParams([])
  const requested = list.get('state')
  const view: View = requested in views ? (requested as View) : ''
  const { data, error, isPlaceholderData, refetch } = useQuery(
    linesQuery({
      move_id: move.move_id,
      ...(view && { state: view }),
      ...(list.q.trim() && { q: list.q.trim() }),
      offset: String((list.page - 1) * PAGE_SIZE),
    } as Parameters<typeof linesQuery>[0]),
  )
  useFailureToast(error, 'Failed to load rows')
  const taken = takenIn(counts)
  const numbers = { '': taken + leftOutIn(counts), taken, noted: counts.noted, left_out: leftOutIn(counts) }
  return (
    <Card overflow="hidden" aria-busy={!data || isPlaceholderData || undefined} minW="0">
      <Views role="group" aria-label="Rows">
        {([['', 'All'], ...Object.entries(views)] as [View, string][]).map(([state, label]) => (
          <button key={label} type="button" aria-pressed={view === state} onClick={() => list.set({ state })}>
            {label}
            <span>{numbers[state].toLocaleString('en-IN')}</span>
          </button>
        ))}
      </Views>
      <chakra.div px="4" py="3" borderBottomWidth="1px" borderColor="border">
        <SearchBox list={list} label="Search name, email or course" />
      </chakra.div>
      {error && !data ? (
        <ErrorState title="Failed to load rows" error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Loading minH="240px" />
      ) : data.lines.length === 0 ? (
        <Help px="4" py="6">
          {list.q ? 'No row matches your search.' : 'No rows.'}
        </Help>
      ) : (
        <Table css={{ '@media (max-width: 1023px)': { '& tbody td[data-row]': { order: '1', flex: 'none' } } }}>
          <VisuallyHidden as="caption">Rows of the file</VisuallyHidden>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">{move.kind === 'courses' ? 'Course' : 'Person'}</th>
              {move.kind !== 'courses' && <th scope="col">Course</th>}
              <th scope="col">What happens</th>
            </tr>
          </thead>
          <tbody>
            {data.lines.slice(0, PAGE_SIZE).map((line) => (
              <LineRow key={line.row} line={line} kind={move.kind} />
            ))}
          </tbody>
        </Table>
      )}
      {data && data.total > PAGE_SIZE && <Pages list={list} total={data.total} />}
      <chakra.div
        display="flex"
        flexWrap="wrap"
        alignItems="center"
        justifyContent="space-between"
        gap="3"
        px="4"
        py="2.5"
        borderTopWidth="1px"
        borderColor="border"
      >
        <Help>Row numbers are those of your sheet.</Help>
        {leftOutIn(counts) + counts.noted > 0 && <SkippedButton move={move} size="sm" />}
      </chakra.div>
    </Card>
  )
}

const looks: Record<'students' | 'courses' | 'orders', Record<Line['state'], Look>> = {
  students: {
    new: { label: 'New account, gets the course', palette: 'success' },
    existing: { label: 'Has an account, gets the course', palette: 'action' },
    waiting: { label: 'Gets it once the email is confirmed', palette: 'buy' },
    same: { label: 'Has it already', palette: 'gray' },
    skipped: { label: 'Left out', palette: 'gray' },
    invalid: { label: 'Left out', palette: 'danger' },
  },
  courses: {
    new: { label: 'New draft', palette: 'success' },
    existing: { label: 'Changes', palette: 'action' },
    waiting: { label: 'Changes', palette: 'action' },
    same: { label: 'Stays as it is', palette: 'gray' },
    skipped: { label: 'Left out', palette: 'gray' },
    invalid: { label: 'Left out', palette: 'danger' },
  },
  orders: {
    new: { label: 'Past order', palette: 'success' },
    existing: { label: 'Past order', palette: 'success' },
    waiting: { label: 'Past order', palette: 'success' },
    same: { label: 'Is here already', palette: 'gray' },
    skipped: { label: 'Left out', palette: 'gray' },
    invalid: { label: 'Left out', palette: 'danger' },
  },
}

function LineRow({ line, kind }: { line: Line; kind: MoveState['kind'] }) {
  const { row, state, email, phone, name, courses, reason, notes } = line
  const look = looks[kind ?? 'students'][state]
  const isTaken = state === 'new' || state === 'existing' || state === 'waiting'
  const about = [reason, ...notes.map(({ heading, message }) => `${heading}: ${message}`)].filter(Boolean)
  const lead = kind === 'courses' ? (courses[0] ?? name) : (name ?? email ?? phone)
  return (
    <tr>
      <td data-row data-label="Row">
        <chakra.span color="fg.muted" fontVariantNumeric="tabular-nums">
          {row}
        </chakra.span>
      </td>
      <td data-lead>
        <chakra.span display="block" fontWeight="550">
          {lead ?? 'Nobody'}
        </chakra.span>
        {kind !== 'courses' && email && email !== lead && (
          <EmailText email={email} display="block" textStyle="sm" color="fg.muted" />
        )}
        {kind !== 'courses' && phone && phone !== lead && (
          <chakra.span display="block" textStyle="sm" color="fg.muted">
            {phone}
          </chakra.span>
        )}
      </td>
      {kind !== 'courses' && (
        <td data-whole-line>
          <chakra.span overflowWrap="anywhere" color={courses.length > 0 ? undefined : 'fg.muted'}>
            {courses.join(', ') || 'None'}
          </chakra.span>
        </td>
      )}
      <td data-whole-line>
        <StatusTag look={isTaken && notes.length > 0 ? { ...look, palette: 'buy' } : look} />
        {about.map((text) => (
          <chakra.span key={text} display="block" textStyle="sm" color="fg.muted" mt="0.5" overflowWrap="anywhere">
            {text}
          </chakra.span>
        ))}
      </td>
    </tr>
  )
}
