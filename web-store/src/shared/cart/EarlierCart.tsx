import { useCart } from '../../stores/cart.ts'
import { later } from '../../ui/later.tsx'
import { earlierLines } from './earlier-cart.ts'

const EarlierLines = later(() => import('./EarlierLines.tsx'), { failed: () => null })

/** Offers the lines that Buy Now set aside, if any. */
export function EarlierCart() {
  const present = useCart(({ lines }) => lines)
  const known = useCart(({ ready }) => ready)
  const stored = known ? earlierLines(present) : []
  return stored.length > 0 && <EarlierLines count={stored.length} />
}
