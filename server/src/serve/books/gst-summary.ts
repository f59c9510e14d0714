import type { GstSummary } from 'contract/books/books'
import { toRupees } from 'contract/money'
import type { Context } from '../../context.ts'
import { type Span, type SummaryRow, sumFees, sumPapers } from './books.queries.ts'

const NOTHING = { taxable: 0, igst: 0, cgst: 0, sgst: 0 }
type Sums = typeof NOTHING

const added = (sums: Sums, row: SummaryRow): Sums => ({
  taxable: sums.taxable + row.taxable_paise,
  igst: sums.igst + row.igst_paise,
  cgst: sums.cgst + row.cgst_paise,
  sgst: sums.sgst + row.sgst_paise,
})

const inRupees = <Name extends string>(sums: Record<Name, number>) =>
  Object.fromEntries(Object.entries<number>(sums).map(([name, paise]) => [name, toRupees(paise)])) as Record<
    Name,
    number
  >

/** Sums a month as GSTR-3B wants it. */
export async function readGstSummary({ read }: Pick<Context, 'read'>, month: string, span: Span): Promise<GstSummary> {
  const [rows, fees] = await read((db) => Promise.all([sumPapers(db, span), sumFees(db, month)]))
  const returns = Object.entries(Object.groupBy(rows, ({ gstin }) => gstin)).map(([gstin, own = []]) => {
    const taxed = own.filter(({ exempt, sez }) => !exempt && !sez)
    const { taxable, igst } = inRupees(own.filter(({ exempt, sez }) => !exempt && sez).reduce(added, NOTHING))
    const across = taxed.filter((row) => !row.business && row.place_of_supply !== row.seller_state)
    const places = Object.entries(Object.groupBy(across, (row) => row.place_of_supply))
    return {
      gstin,
      outward: inRupees(taxed.reduce(added, NOTHING)),
      zero_rated: { taxable, igst },
      nil: { taxable: toRupees(own.filter(({ exempt }) => exempt).reduce(added, NOTHING).taxable) },
      unregistered: places.map(([place_of_supply, found = []]) => {
        const { taxable, igst } = inRupees(found.reduce(added, NOTHING))
        return { place_of_supply, taxable, igst }
      }),
    }
  })
  return { month, returns, credit: { fees: toRupees(fees.fees_paise), tax: toRupees(fees.tax_paise) } }
}
