import { rich } from '../../../language/rich.tsx'
import { chakra } from '../../../ui/chakra.ts'
import { clockLength } from '../../../ui/format.ts'
import { VisuallyHidden } from '../../../ui/text.tsx'

const Base = chakra('button', {
  base: {
    position: 'relative',
    flexShrink: '0',
    minH: '7',
    px: '2',
    borderRadius: 'l1',
    bg: 'action.subtle',
    color: 'action.fg',
    fontSize: '.875rem',
    fontWeight: '550',
    fontVariantNumeric: 'lining-nums tabular-nums',
    cursor: 'pointer',
    _hover: { bg: 'action.muted' },
    _focusVisible: { outlineOffset: '-1px' },
    '[aria-current] > &': { bg: 'bg.panel' },
  },
})

/** A second of a lesson, which it leads to. */
export function SecondKey({ second, onGo }: { second: number; onGo: () => void }) {
  return (
    <Base type="button" onClick={onGo}>
      {rich('<go>Go to </go>{time}', {
        go: (words) => <VisuallyHidden>{words}</VisuallyHidden>,
        time: clockLength(second),
      })}
    </Base>
  )
}
