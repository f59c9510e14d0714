import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { Card, Stack } from '../../ui/layout.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { slot } from '../../ui/slot.tsx'
import { H3 } from '../../ui/text.tsx'
import { FieldProblem, Help } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { useAct } from '../kit/use-act.tsx'
import { broughtText, leftOutIn, manyText } from './move-figures.ts'
import { isUnsent, type MoveState, moveQuery, movesQuery, useMovePath, useMoveRefresh } from './move-in.queries.ts'
import { SkippedButton } from './SkippedButton.tsx'

export type DoneMove = { move: MoveState }

/** The letter to the people, while the shop writes letters. */
const Letter = slot<DoneMove>(import.meta.glob('./Letter.tsx', { eager: true }))

/** The run of a move: its progress, its end, what was left out, the letter, and the way back. */
export function Moving({ move }: { move: MoveState }) {
  const queries = useQueryClient()
  const refresh = useMoveRefresh()
  const { status, move_id } = move
  const words = {
    done: null,
    failed: 'Nothing was changed',
    beside: true,
    onDone: (changed: MoveState) => queries.setQueryData(moveQuery(move_id).queryKey, changed),
  }
  const run = useAct(adminApi.moveIn.run, words)
  const stop = useAct(adminApi.moveIn.stop, words)
  const undo = useAct(adminApi.moveIn.undo, {
    ...words,
    confirm: () => ({
      title: 'Undo this move?',
      label: 'Undo the move',
      text: `Accounts and access that ${move.file_name} gave are removed. What is in use stays.`,
    }),
  })
  const press = (act: typeof run) => ({ busy: act.busy, onClick: () => act.run({ move_id }) })
  const problem = run.problem ?? stop.problem ?? undo.problem
  const before = useRef(status)
  const end = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const isEnd = before.current === 'running' && status !== 'running'
    before.current = status
    if (!isEnd) return
    void refresh({ made: true })
    end.current?.focus()
  })
  const percent = Math.floor((100 * move.done) / Math.max(1, move.of))
  const progress = `${move.done.toLocaleString('en-IN')} of ${move.of.toLocaleString('en-IN')}`
  const title = {
    running: 'Moving',
    stopped: `Stopped after ${progress} rows`,
    failed: `Failed after ${progress} rows`,
    undone: 'This move was undone',
  }
  const isHalted = status === 'stopped' || status === 'failed'
  return (
    <Stack gap="4" minW="0">
      <Card padded asChild>
        <Stack>
          <H3 as="h2" ref={end} tabIndex={-1} outline="0">
            {title[status as keyof typeof title] ?? `${broughtTextOf(move)} are in`}
          </H3>
          {status === 'running' && (
            <>
              <ProgressBar percent={percent} label="Rows moved" />
              <Help>{progress}. You can leave this page. The move goes on, and you find it under Move in.</Help>
              <Button variant="outline" size="sm" justifySelf="start" busyText="Stopping..." {...press(stop)}>
                Stop
              </Button>
            </>
          )}
          {isHalted && (
            <>
              {move.message && <FieldProblem>{move.message}</FieldProblem>}
              <Help>What is moved stays. Going on does only the rest.</Help>
              <Button justifySelf="start" busyText="Starting..." {...press(run)}>
                Go on
              </Button>
            </>
          )}
          {(status === 'done' || status === 'undone') && <Help>{sumOf(move)}</Help>}
          {problem && <FieldProblem>{problem}</FieldProblem>}
        </Stack>
      </Card>
      {status === 'done' && move.letter && move.letter.recipients > 0 && <Letter move={move} />}
      {status === 'done' && move.counts && leftOutIn(move.counts) + move.counts.noted > 0 && (
        <LeftOut move={move} counts={move.counts} />
      )}
      {status !== 'running' && move.undo_until && (
        <Line
          title="Undo this move"
          action={
            <Button variant="ghost" colorPalette="danger" onClick={() => undo.run({ move_id })}>
              Undo
            </Button>
          }
        >
          Until {dateText(Date.parse(move.undo_until))}. Takes back only what this move gave and nobody has used.
          {undo.dialog}
        </Line>
      )}
      {status !== 'running' && !isHalted && <NextFile />}
    </Stack>
  )
}

const broughtTextOf = ({ kind, counts, done }: MoveState) =>
  counts ? broughtText({ kind, counts }) : manyText(done, 'row')

function sumOf(move: MoveState): string {
  const { counts, kind, status } = move
  if (status === 'undone' || !counts) return 'What it gave and nobody has used since is gone.'
  const previous = Math.max(0, counts.people - counts.accounts)
  return [
    ...(kind === 'students'
      ? [`${manyText(counts.accounts, 'account')} made, ${manyText(previous, 'person', 'people')} had one.`]
      : []),
    ...(kind === 'courses' ? ['New courses are drafts until you publish them.'] : []),
    ...(kind === 'orders'
      ? [
          'They are history: no invoices, and no part of your revenue. They give nobody a course: for that, upload the same file again as Students.',
        ]
      : []),
  ]
    .filter(Boolean)
    .join(' ')
}

function LeftOut({ move, counts }: { move: MoveState; counts: NonNullable<MoveState['counts']> }) {
  const left = leftOutIn(counts)
  const reasons = [
    counts.skipped > 0 && `${manyText(counts.skipped, 'row')} by your choice or repeated`,
    counts.same > 0 && `${counts.same.toLocaleString('en-IN')} here already`,
    counts.invalid > 0 && `${counts.invalid.toLocaleString('en-IN')} that could not be used`,
    counts.noted > 0 && `${counts.noted.toLocaleString('en-IN')} moved without a cell`,
  ].filter(Boolean)
  return (
    <Line
      title={left > 0 ? `${manyText(left, 'row')} ${left === 1 ? 'was' : 'were'} left out` : 'Some cells were left out'}
      action={<SkippedButton move={move} />}
    >
      {reasons.join(', ')}. Correct the file and upload it again: only the rest is done.
    </Line>
  )
}

/** The other files that wait, else the way to bring one. */
function NextFile() {
  const { data } = useQuery(movesQuery())
  const pathTo = useMovePath()
  // The newest: one that was left behind long ago is no next file.
  const next = data?.moves.find(isUnsent)
  return (
    <Button asChild variant="outline" justifySelf="start" whiteSpace="normal" overflowWrap="anywhere">
      <Link to={pathTo(next ? { move: next.move_id } : {})}>
        {next ? `Upload the next file, ${next.file_name}` : 'Upload the next file'}
      </Link>
    </Button>
  )
}

function Line({ title, action, children }: { title: string; action: ReactNode; children: ReactNode }) {
  return (
    <Card display="flex" flexWrap="wrap" alignItems="center" gap="4" px="5" py="3.5">
      <chakra.div flex="1 1 20rem" minW="0">
        <chakra.h3 fontWeight="600">{title}</chakra.h3>
        <Help as="div">{children}</Help>
      </chakra.div>
      {action}
    </Card>
  )
}
