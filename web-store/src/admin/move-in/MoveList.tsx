import { Link } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { countText, dateTimeText } from '../../ui/format.ts'
import { Card } from '../../ui/layout.tsx'
import { Muted } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { useAct } from '../kit/use-act.tsx'
import { StatusTag } from '../lists/StatusTag.tsx'
import type { Look } from '../lists/statuses.ts'
import { kindNames } from './match-plan.ts'
import { isUnsent, type MoveState, useMovePath } from './move-in.queries.ts'

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
  // A file that was never moved in has personal data.
  const discard = useAct(adminApi.moveIn.discard, {
    of: ({ move_id }: MoveState) => ({ move_id }),
    confirm: ({ file_name, rows }) => ({
      title: 'Discard this file?',
      label: 'Discard',
      text: `${file_name} and its ${countText(rows, 'row')} are deleted here. Nothing was moved in.`,
    }),
    failed: 'The file was not discarded',
  })
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
              <Muted>
                {move.kind && `${kindNames[move.kind]}, `}
                {countText(move.rows, 'row')}, {dateTimeText(move.made_at)}
              </Muted>
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
            {isUnsent(move) && (
              <Button
                size="sm"
                variant="ghost"
                colorPalette="danger"
                aria-label={`Discard ${move.file_name}`}
                onClick={() => discard.run(move)}
              >
                Discard
              </Button>
            )}
          </Line>
        ))}
        {discard.dialog}
      </ul>
    </Card>
  )
}
