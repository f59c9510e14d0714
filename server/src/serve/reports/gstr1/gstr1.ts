import { indianDay } from 'contract/indian-time'
import { toRupees } from 'contract/money'
import { isIntraState } from '../../../sales/documents/facts.ts'
import type { RateRow } from '../../../sales/documents/line-tax.ts'
import type { ReturnedDocument } from './gstr1.queries.ts'

// GSTR-1 in the form of the Returns Offline Tool (3.2.4) and the portal: its field names, no empty sections, and either
// integrated tax or the two halves. The table of fields is in `gstr1-schema.ts` of the tests, and in docs/invoices.md.

type Amounts = { txval: number; iamt?: number; camt?: number; samt?: number; csamt: number }
type Item = { num: number; itm_det: { rt: number } & Amounts }
type Invoice = { inum: string; idt: string; val: number; itms: Item[] }
/** Regular, or to a Special Economic Zone with payment of tax. */
type SupplyType = 'R' | 'SEWP'
type B2bInvoice = Invoice & { pos: string; rchrg: 'N'; inv_typ: SupplyType }
type Note = { ntty: 'C' | 'D'; nt_num: string; nt_dt: string; val: number; pos: string; itms: Item[] }
type CdnrNote = Note & { rchrg: 'N'; inv_typ: SupplyType }
type HsnRow = {
  num: number
  hsn_sc: string
  desc: string
  uqc: 'NA' | 'OTH'
  qty: number
  rt: number
} & Required<Amounts>
type NilRow = { sply_ty: string; expt_amt: number; nil_amt: 0; ngsup_amt: 0 }
type SeriesRow = { num: number; from: string; to: string; totnum: number; cancel: 0; net_issue: number }

export type Gstr1 = {
  gstin: string
  /** Month and year, `112026`. */
  fp: string
  version: string
  hash: 'hash'
  b2b?: { ctin: string; inv: B2bInvoice[] }[]
  b2cl?: { pos: string; inv: Invoice[] }[]
  b2cs?: ({ sply_ty: 'INTRA' | 'INTER'; pos: string; typ: 'OE'; rt: number } & Amounts)[]
  nil?: { inv: NilRow[] }
  cdnr?: { ctin: string; nt: CdnrNote[] }[]
  cdnur?: ({ typ: 'B2CL' } & Note)[]
  hsn?: { hsn_b2b?: HsnRow[]; hsn_b2c?: HsnRow[] }
  doc_issue?: { doc_det: { doc_num: number; doc_typ: string; docs: SeriesRow[] }[] }
}

const VERSION = 'GST3.2.4'
/** An inter-state invoice to a consumer above it is reported by itself (notification 12/2024, from August 2024). */
const LARGE_PAISE = 1_00_000_00
const DESCRIPTION = 'Online courses'

type Nature = 1 | 4 | 5
type Paise = { taxable: number; igst: number; cgst: number; sgst: number }
type Series = { nature: Nature; series: string; last: number; from: string; to: string; count: number }

/** A month's counts so far. */
export type Counted = {
  b2b: Map<string, B2bInvoice[]>
  b2cl: Map<string, Invoice[]>
  b2cs: Map<string, { pos: string; intra: boolean; rate: number; paise: Paise }>
  nil: Map<string, number>
  cdnr: Map<string, CdnrNote[]>
  cdnur: ({ typ: 'B2CL' } & Note)[]
  hsn: Record<'hsn_b2b' | 'hsn_b2c', Map<string, { sac: string; rate: number; quantity: number; paise: Paise }>>
  series: Series[]
}

export const nothingCounted = (): Counted => ({
  b2b: new Map(),
  b2cl: new Map(),
  b2cs: new Map(),
  nil: new Map(),
  cdnr: new Map(),
  cdnur: [],
  hsn: { hsn_b2b: new Map(), hsn_b2c: new Map() },
  series: [],
})

/** Counts one more document; they arrive in the order of their numbers. */
export function count(counted: Counted, document: ReturnedDocument): void {
  countSeries(counted.series, document)
  for (const row of document.rates.filter(isExempt)) countNil(counted.nil, document, row)
  if (!document.rates.every(isExempt)) countSupply(counted, document)
  const hsn = counted.hsn[document.gstin ? 'hsn_b2b' : 'hsn_b2c']
  for (const of of document.rates) {
    const { sac, rate_basis_points: rate } = of
    const key = `${sac} ${rate}`
    const row = entry(hsn, key, () => ({ sac, rate, quantity: 0, paise: noPaise() }))
    addTo(row.paise, of, signOf(document))
    // A note changes the value, not what was delivered.
    if (natureOf(document) === 1) row.quantity += document.quantities[key] ?? 0
  }
}

const isExempt = ({ rate_basis_points }: RateRow) => rate_basis_points === 0
const taxedOf = ({ rates }: ReturnedDocument) => rates.filter((row) => !isExempt(row))

const natureOf = ({ kind }: ReturnedDocument): Nature => (kind === 'credit_note' ? 5 : kind === 'debit_note' ? 4 : 1)

/** Subtracts refunds from sales; a debit note adds one again that did not go through. */
const signOf = ({ kind }: ReturnedDocument) => (kind === 'credit_note' ? -1 : 1)
const isIntra = ({ seller_state, place_of_supply, sez }: ReturnedDocument) =>
  isIntraState(place_of_supply, seller_state, sez)
const isLarge = (document: ReturnedDocument) =>
  !isIntra(document) && (document.against_paise ?? document.total_paise) > LARGE_PAISE

function countSupply(counted: Counted, document: ReturnedDocument): void {
  const { gstin, place_of_supply: pos, serial } = document
  const [date, val, itms] = [
    returnDay(document.issued_at),
    toRupees(document.total_paise),
    taxedOf(document).map((row) => itemOf(document, row)),
  ]
  const invoice = { inum: serial, idt: date, val }
  const ntty = document.kind === 'debit_note' ? ('D' as const) : ('C' as const)
  const note = { ntty, nt_num: serial, nt_dt: date, val, pos }
  const inv_typ = document.sez ? ('SEWP' as const) : ('R' as const)
  const regular = { rchrg: 'N', inv_typ, itms } as const
  const isNote = natureOf(document) !== 1
  if (gstin && isNote) entry(counted.cdnr, gstin, () => []).push({ ...note, ...regular })
  else if (gstin) entry(counted.b2b, gstin, () => []).push({ ...invoice, pos, ...regular })
  else if (isLarge(document) && isNote) counted.cdnur.push({ typ: 'B2CL', ...note, itms })
  else if (isLarge(document)) entry(counted.b2cl, pos, () => []).push({ ...invoice, itms })
  else countSmall(counted, document)
}

/** Supplies to consumers, and what goes back of them, as one sum of each place and rate. */
function countSmall({ b2cs }: Counted, document: ReturnedDocument): void {
  const { place_of_supply: pos } = document
  for (const of of taxedOf(document)) {
    const rate = of.rate_basis_points
    const row = entry(b2cs, `${pos} ${rate}`, () => ({ pos, intra: isIntra(document), rate, paise: noPaise() }))
    addTo(row.paise, of, signOf(document))
  }
}

function countNil(nil: Map<string, number>, document: ReturnedDocument, { total_paise }: RateRow): void {
  const type = `${isIntra(document) ? 'INTRA' : 'INTR'}${document.gstin ? 'B2B' : 'B2C'}`
  nil.set(type, (nil.get(type) ?? 0) + signOf(document) * total_paise)
}

/** Runs of numbers without a gap: where the owner raised the next number, another run begins, and nothing was cancelled. */
function countSeries(all: Series[], document: ReturnedDocument): void {
  const { series, number, serial } = document
  const nature = natureOf(document)
  const run = all.at(-1)
  if (run?.series === series && run.nature === nature && run.last === number - 1) {
    Object.assign(run, { last: number, to: serial, count: run.count + 1 })
    return
  }
  all.push({ nature, series, last: number, from: serial, to: serial, count: 1 })
}

function entry<Value>(map: Map<string, Value>, key: string, first: () => Value): Value {
  const value = map.get(key) ?? first()
  map.set(key, value)
  return value
}

const noPaise = (): Paise => ({ taxable: 0, igst: 0, cgst: 0, sgst: 0 })

function addTo(paise: Paise, row: RateRow, sign: 1 | -1): void {
  paise.taxable += sign * row.taxable_paise
  paise.igst += sign * row.igst_paise
  paise.cgst += sign * row.cgst_paise
  paise.sgst += sign * row.sgst_paise
}

/** `05-12-2026`, in Indian time. */
const returnDay = (at: string) => indianDay(new Date(at)).split('-').reverse().join('-')

function amountsOf({ taxable, igst, cgst, sgst }: Paise, intra: boolean): Amounts {
  const tax = intra ? { camt: toRupees(cgst), samt: toRupees(sgst) } : { iamt: toRupees(igst) }
  return { txval: toRupees(taxable), ...tax, csamt: 0 }
}

/** The offline tool numbers an item by its rate: 1801 for 18 %. */
function itemOf(document: ReturnedDocument, row: RateRow): Item {
  const paise = noPaise()
  addTo(paise, row, 1)
  const rt = row.rate_basis_points / 100
  return { num: row.rate_basis_points + 1, itm_det: { rt, ...amountsOf(paise, isIntra(document)) } }
}

/** The return of what was counted; `month` such as `2026-12`. */
export function gstr1Of(counted: Counted, { gstin, month }: { gstin: string; month: string }): Gstr1 {
  const [year, number] = month.split('-')
  const hsn = filled({ hsn_b2b: hsnRows(counted.hsn.hsn_b2b), hsn_b2c: hsnRows(counted.hsn.hsn_b2c) })
  const nil = [...counted.nil].map(([sply_ty, paise]): NilRow => {
    return { sply_ty, expt_amt: toRupees(paise), nil_amt: 0, ngsup_amt: 0 }
  })
  const issued = issuedRows(counted.series)
  return {
    gstin,
    fp: `${number}${year}`,
    version: VERSION,
    hash: 'hash',
    ...filled({
      b2b: [...counted.b2b].map(([ctin, inv]) => ({ ctin, inv })),
      b2cl: [...counted.b2cl].map(([pos, inv]) => ({ pos, inv })),
      b2cs: [...counted.b2cs.values()].map(({ pos, intra, rate, paise }) => {
        const sply_ty = intra ? ('INTRA' as const) : ('INTER' as const)
        return { sply_ty, pos, typ: 'OE' as const, rt: rate / 100, ...amountsOf(paise, intra) }
      }),
      cdnr: [...counted.cdnr].map(([ctin, nt]) => ({ ctin, nt })),
      cdnur: counted.cdnur,
    }),
    ...(nil.length > 0 && { nil: { inv: nil } }),
    ...(Object.keys(hsn).length > 0 && { hsn }),
    ...(issued.length > 0 && { doc_issue: { doc_det: issued } }),
  }
}

/** The offline tool leaves empty lists out. */
function filled<Lists extends Record<string, readonly unknown[]>>(lists: Lists): Partial<Lists> {
  return Object.fromEntries(Object.entries(lists).filter(([, rows]) => rows.length > 0)) as Partial<Lists>
}

function hsnRows(rows: Counted['hsn']['hsn_b2b']): HsnRow[] {
  return [...rows.values()].map(({ sac, rate, quantity, paise }, index) => ({
    num: index + 1,
    hsn_sc: sac,
    desc: DESCRIPTION,
    // Services, whose codes begin with 99, have neither unit nor quantity.
    ...(sac.startsWith('99') ? { uqc: 'NA' as const, qty: 0 } : { uqc: 'OTH' as const, qty: quantity }),
    rt: rate / 100,
    txval: toRupees(paise.taxable),
    iamt: toRupees(paise.igst),
    camt: toRupees(paise.cgst),
    samt: toRupees(paise.sgst),
    csamt: 0,
  }))
}

const natures: Record<Nature, string> = { 1: 'Invoices for outward supply', 4: 'Debit Note', 5: 'Credit Note' }

function issuedRows(all: readonly Series[]) {
  return ([1, 4, 5] as const).flatMap((doc_num) => {
    const runs = all.filter(({ nature }) => nature === doc_num)
    const docs = runs.map(({ from, to, count: totnum }, index): SeriesRow => {
      return { num: index + 1, from, to, totnum, cancel: 0, net_issue: totnum }
    })
    return docs.length > 0 ? [{ doc_num, doc_typ: natures[doc_num], docs }] : []
  })
}
