import { chakra } from './chakra.ts'
import { rupeesText } from './format.ts'

const Figure = chakra('span', { base: { fontVariantNumeric: 'lining-nums tabular-nums', whiteSpace: 'nowrap' } })

/** Shows a price in a total or a table: plain figures, always two decimals. `value` is in rupees. */
export function Price({ value }: { value: number }) {
  return <Figure>{rupeesText(value)}</Figure>
}
