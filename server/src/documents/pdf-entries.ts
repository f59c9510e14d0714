import type { DocumentKind } from 'contract/documents'
import { localTaxOf, stateName } from 'contract/gst'
import type { DocumentRow } from './documents.queries.ts'
import type { DocumentFacts } from './facts.ts'

// What stands on a document around its table, after rules 46, 48, 49 and 53 of the CGST Rules, 2017.

export const titles: Record<DocumentKind, string> = {
  invoice: 'Tax Invoice',
  bill_of_supply: 'Bill of Supply',
  credit_note: 'Credit Note',
  receipt: 'Receipt',
  refund_receipt: 'Refund Receipt',
}

const dateFormat = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' })
const dayOf = (at: string) => dateFormat.format(new Date(at))

/** A label with what it says; left out without a value. */
export type Entry = [label: string, value: string | null | undefined]

/** Bills of supply, and what goes back of them. */
export const isUntaxed = ({ kind, facts }: Pick<DocumentRow, 'kind' | 'facts'>): boolean =>
  kind === 'bill_of_supply' || facts.against?.kind === 'bill_of_supply'

/** Whose copy it is (rule 48(2)): the supplier's own is the kept file. */
export const copyOf = ({ kind }: DocumentRow): string | null =>
  kind === 'invoice' || kind === 'bill_of_supply' ? 'Original for recipient' : null

export function sellerEntries({ facts }: DocumentRow): Entry[] {
  const { shop } = facts
  if (!facts.seller) return [['From', [shop.name, ...shop.address, shop.email].join('\n')]]
  const { legal_name, address, state_code, gstin, cin } = facts.seller
  return [
    ['Supplier', `${legal_name}\n${address}\n${stateText(state_code)}`],
    ['GSTIN', gstin],
    ['CIN', cin],
  ]
}

export function nameEntries({ kind, serial, issued_at, facts }: DocumentRow): Entry[] {
  const { against } = facts
  const before = against?.kind ? titles[against.kind].toLowerCase() : facts.seller ? 'invoice' : 'receipt'
  return [
    [kind === 'invoice' ? 'Invoice number' : 'Number', serial],
    ['Date', dayOf(issued_at)],
    ['Order', facts.order_id],
    // Nothing was paid for what was free.
    ['Paid', facts.payment_id && `${dayOf(facts.paid_at)}${methodOf(facts)}, ${facts.payment_id}`],
    [`Against ${before}`, against && `${against.serial} of ${dayOf(against.issued_at)}`],
  ]
}

const methods: Record<string, string> = {
  upi: 'UPI',
  card: 'card',
  bank_transfer: 'bank transfer',
  cash: 'cash',
  netbanking: 'net banking',
  wallet: 'wallet',
  emi: 'EMI',
  paylater: 'pay later',
}

/** ` by UPI`; nothing where the gateway did not say, or has a word that is not known here. */
function methodOf({ payment_method }: DocumentFacts): string {
  const method = methods[payment_method ?? '']
  return method ? ` by ${method}` : ''
}

export function buyerEntries({ facts }: DocumentRow): Entry[] {
  const { buyer } = facts
  const name = [
    buyer.business_name,
    buyer.name,
    // In one line: an address that was typed in a hundred would push all else off the page.
    buyer.address?.replace(/\s*,?\s*\n\s*/g, ', '),
    buyer.state_code && stateText(buyer.state_code),
    buyer.email,
  ]
  return [['Billed to', name.filter(Boolean).join('\n')]]
}

export function supplyEntries({ facts }: DocumentRow): Entry[] {
  return [
    ['GSTIN of the recipient', facts.buyer.gstin],
    ['Place of supply', facts.place_of_supply && stateText(facts.place_of_supply)],
  ]
}

function stateText(code: string): string {
  return `${stateName(code)} (${code})`
}

/** The sums below the table; the last is the total. */
export function sumRows({ facts, kind }: DocumentRow): [label: string, paise: number][] {
  return [...taxRows(facts, kind), [facts.against ? 'Total credited' : 'Total', facts.total_paise]]
}

function taxRows(facts: DocumentFacts, kind: DocumentKind): [label: string, paise: number][] {
  const { seller } = facts
  if (!seller || isUntaxed({ facts, kind })) return []
  const taxable: [string, number] = ['Taxable value', facts.taxable_paise]
  const rate = (part: number) => `${Number((facts.rate_basis_points / 100 / part).toFixed(2))}%`
  if (facts.place_of_supply !== seller.state_code) return [taxable, [`IGST ${rate(1)}`, facts.igst_paise]]
  const local = localTaxOf(seller.state_code)
  return [taxable, [`CGST ${rate(2)}`, facts.cgst_paise], [`${local} ${rate(2)}`, facts.sgst_paise]]
}

/** The sentences at the end of the page. */
export function footOf({ facts, kind }: DocumentRow): string {
  const untaxed = isUntaxed({ facts, kind })
  return [
    untaxed && 'No tax is charged on this supply.',
    kind === 'invoice' && facts.prices === 'inclusive' && 'Prices include tax.',
    facts.seller && !untaxed && 'Tax is not payable on reverse charge.',
    'This is an electronic document and needs no signature.',
  ]
    .filter(Boolean)
    .join(' ')
}
