import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { preparingText, usePreparing } from '../media/preparing-state.ts'
import { stopPreparing } from './preparing.ts'

const Line = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    columnGap: '1.5',
    textStyle: 'xs',
    color: 'fg.muted',
  },
})

/** Below a video on its way up: how far the qualities are that this computer makes of it meanwhile. `id`: the key of its upload. */
export default function PreparingAhead({ id, name }: { id: string; name: string }) {
  const preparing = usePreparing(id)
  if (!preparing) return null
  return (
    <Line>
      <chakra.span fontVariantNumeric="tabular-nums">{preparingText(preparing)}</chakra.span>
      <Button size="sm" variant="ghost" onClick={() => stopPreparing(id)}>
        Stop
        <VisuallyHidden> processing {name}</VisuallyHidden>
      </Button>
    </Line>
  )
}
