import { plural, t } from '../../language/text.ts'
import { useCart } from '../../stores/cart.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { bringBack, earlierLines } from './earlier-cart.ts'

const Box = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    columnGap: '4',
    rowGap: '2',
    px: '4',
    py: '3',
    borderRadius: 'l2',
    bg: 'action.subtle',
  },
})

/** Offers the lines that Buy Now set aside, if any. */
export function EarlierCart() {
  const present = useCart(({ lines }) => lines)
  const known = useCart(({ ready }) => ready)
  const kept = known ? earlierLines(present) : []
  if (kept.length === 0) return null
  return (
    <Box>
      <p>
        {plural(kept.length, {
          one: 'Your earlier cart with {count} course is saved.',
          other: 'Your earlier cart with {count} courses is saved.',
        })}
      </p>
      <Button size="sm" variant="outline" onClick={bringBack}>
        {t('Restore')}
      </Button>
    </Box>
  )
}
