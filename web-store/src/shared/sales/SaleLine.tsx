import type { Sale } from 'contract/courses/schedule'
import { SaleNote } from '../cart/SaleNote.tsx'

/** The same on the sales page, in a file of its own: the server writes it, and a first visit does without its script. */
export default function SaleLine({ sale }: { sale: Sale }) {
  return <SaleNote sale={sale} />
}
