import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import ConfirmDialog from '../../ui/ConfirmDialog.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { Card, Stack } from '../../ui/layout.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { FieldProblem, Help } from '../forms/form-parts.tsx'
import { adminClient } from '../host/admin-api.ts'
import { broughtText, leftOutIn, manyText } from './move-figures.ts'
import { isUnsent, type MoveState, moveQuery, movesQuery, useMovePath, useMoveRefresh } from './move-in.queries.ts'
import { SkippedButton } from './SkippedButton.tsx'

type LetterPart = { Letter: (props: { move: MoveState }) => ReactNode }

/** The letter to the people, while the shop writes letters. */
const letters = Object.values(import.meta.glob<LetterPart>('./Letter.tsx', { eager: true }))

type Change = 'run' | 'stop' | 'undo'

/** The run of a move: its progress, its end, what was left out, the letter, and the way back. */
export function Moving({ move }: { move: MoveState }) {
  const queries = useQueryClient()
  const refresh = useMoveRefresh()
  const act = useSubmission({
    mutationFn: (change: Change) => adminClient.moveIn[change]({ move_id: move.move_id }),
    onSuccess: (changed) => queries.setQueryData(moveQuery(move.move_id).queryKey, changed),
    onSettled: () => refresh(),
  })
  const { status } = move
  const before = useRef(status)
  const end = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const isEnd = before.current === 'running' && status !== 'running'
    before.current = status
    if (!isEnd) return
    void refresh({ made: true })
    end.current?.focus()
  })
  const problem = act.error && errorText(act.error, 'Nothing was changed. Please try again.')
  const busy = (change: Change) => ({
    busy: act.isPending && act.variables === change,
    onClick: () => act.mutate(change),
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
          <chakra.h2 ref={end} tabIndex={-1} textStyle="h3" outline="0">
            {title[status as keyof typeof title] ?? `${broughtTextOf(move)} are in`}
          </chakra.h2>
          {status === 'running' && (
            <>
              <ProgressBar percent={percent} label="Rows moved" />
              <Help>{progress}. You can leave this page. The move goes on, and you find it under Move in.</Help>
              <Button variant="outline" size="sm" justifySelf="start" busyText="Stopping..." {...busy('stop')}>
                Stop
              </Button>
            </>
          )}
          {isHalted && (
            <>
              {move.message && <FieldProblem>{move.message}</FieldProblem>}
              <Help>What is moved stays. Going on does only the rest.</Help>
              <Button justifySelf="start" busyText="Starting..." {...busy('run')}>
                Go on
              </Button>
            </>
          )}
          {(status === 'done' || status === 'undone') && <Help>{sumOf(move)}</Help>}
          {problem && <FieldProblem>{problem}</FieldProblem>}
        </Stack>
      </Card>
      {status === 'done' &&
        move.letter &&
        move.letter.recipients > 0 &&
        letters.map(({ Letter }) => <Letter key="letter" move={move} />)}
      {status === 'done' && move.counts && leftOutIn(move.counts) + move.counts.noted > 0 && (
        <LeftOut move={move} counts={move.counts} />
      )}
      {status !== 'running' && <Undo move={move} {...busy('undo')} />}
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
          'They are history: no papers, no revenue of yours here. They give nobody a course: bring the same file again as Students for that.',
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
      {reasons.join(', ')}. Mend the file and bring it again: only the rest is done.
    </Line>
  )
}

function Undo({ move, ...button }: { move: MoveState; busy: boolean; onClick: () => void }) {
  const [isRequested, setRequested] = useState(false)
  if (!move.undo_until) return null
  return (
    <Line
      title="Undo this move"
      action={
        <Button variant="ghost" colorPalette="danger" onClick={() => setRequested(true)}>
          Undo
        </Button>
      }
    >
      Until {dateText(Date.parse(move.undo_until))}. Takes back only what this move gave and nobody has used.
      <ConfirmDialog
        open={isRequested}
        title="Undo this move?"
        confirmLabel="Undo the move"
        busy={button.busy}
        onConfirm={() => {
          button.onClick()
          setRequested(false)
        }}
        onClose={() => setRequested(false)}
      >
        Accounts and access that {move.file_name} gave are removed. What is in use stays.
      </ConfirmDialog>
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
        {next ? `Bring the next file, ${next.file_name}` : 'Bring the next file'}
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
