import { useState } from 'react'
import { Link } from 'react-router-dom'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import ConfirmDialog from '../../ui/ConfirmDialog.tsx'
import { chakra } from '../../ui/chakra.ts'
import { countText, dateTimeText } from '../../ui/format.ts'
import { Card } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { adminClient } from '../host/admin-api.ts'
import { StatusTag } from '../lists/StatusTag.tsx'
import type { Look } from '../lists/statuses.ts'
import { kindNames } from './match-plan.ts'
import { isUnsent, type MoveState, useMovePath, useMoveRefresh } from './move-in.queries.ts'

const moveLooks: Record<MoveState['status'], Look> = {
  read: { label: 'Not checked yet', palette: 'buy' },
  planned: { label: 'Checked, not moved', palette: 'buy' },
  running: { label: 'Moving', palette: 'action' },
  stopped: { label: 'Stopped', palette: 'buy' },
  failed: { label: 'Failed', palette: 'danger' },
  done: { label: 'Moved', palette: 'success' },
  undone: { label: 'Undone', palette: 'gray' },
}

const Line = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    px: '4',
    py: '3',
    borderTopWidth: '1px',
    borderColor: 'border',
    _first: { borderTopWidth: '0' },
  },
})

/** Moves that wait for their owner, and those that were made. */
export function MoveList({ moves }: { moves: readonly MoveState[] }) {
  const pathTo = useMovePath()
  if (moves.length === 0) return null
  return (
    <Card asChild overflow="hidden">
      <ul aria-label="Moves">
        {moves.map((move) => (
          <Line key={move.move_id}>
            <chakra.div flex="1 1 16rem" minW="0">
              <chakra.p fontWeight="550" overflowWrap="anywhere">
                {move.file_name}
              </chakra.p>
              <chakra.p textStyle="sm" color="fg.muted">
                {move.kind && `${kindNames[move.kind]}, `}
                {countText(move.rows, 'row')}, {dateTimeText(move.made_at)}
              </chakra.p>
            </chakra.div>
            <StatusTag look={moveLooks[move.status]} />
            <Button asChild size="sm" variant="outline">
              <Link
                aria-label={`${isUnsent(move) ? 'Go on with' : 'Open'} ${move.file_name}`}
                to={pathTo({ move: move.move_id })}
              >
                {isUnsent(move) ? 'Go on' : 'Open'}
              </Link>
            </Button>
            {isUnsent(move) && <Discard move={move} />}
          </Line>
        ))}
      </ul>
    </Card>
  )
}

/** Throws a file away that was never moved in: it has personal data. */
function Discard({ move }: { move: MoveState }) {
  const refresh = useMoveRefresh()
  const [isRequested, setRequested] = useState(false)
  const discard = useSubmission({
    mutationFn: () => adminClient.moveIn.discard({ move_id: move.move_id }),
    onSuccess: ({ message }) => {
      toast.success(message)
      return refresh()
    },
    onError: (error) => {
      toast.error('The file was not discarded', { description: errorText(error, 'Please try again.') })
      return refresh()
    },
  })
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        colorPalette="danger"
        aria-label={`Discard ${move.file_name}`}
        onClick={() => setRequested(true)}
      >
        Discard
      </Button>
      <ConfirmDialog
        open={isRequested}
        title="Discard this file?"
        confirmLabel="Discard"
        busy={discard.isPending}
        onConfirm={() => {
          setRequested(false)
          discard.mutate()
        }}
        onClose={() => setRequested(false)}
      >
        {move.file_name} and its {countText(move.rows, 'row')} are deleted here. Nothing was moved in.
      </ConfirmDialog>
    </>
  )
}
