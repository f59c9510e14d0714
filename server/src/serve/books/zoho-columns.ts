import type { StateCode } from 'contract/gst-states'
import { toRupees } from 'contract/money'
import { type Columns, day } from '../../platform/files/columns.ts'
import { isWithinState } from '../../sales/documents/facts.ts'
import type { PaperRow } from './books.queries.ts'

/** Zoho Books writes states by letters (help page "GST import format", list of valid state codes). */
const LETTERS: Record<StateCode, string> = {
  '01': 'JK',
  '02': 'HP',
  '03': 'PB',
  '04': 'CH',
  '05': 'UK',
  '06': 'HR',
  '07': 'DL',
  '08': 'RJ',
  '09': 'UP',
  '10': 'BR',
  '11': 'SK',
  '12': 'AR',
  '13': 'NL',
  '14': 'MN',
  '15': 'MZ',
  '16': 'TR',
  '17': 'ML',
  '18': 'AS',
  '19': 'WB',
  '20': 'JH',
  '21': 'OD',
  '22': 'CG',
  '23': 'MP',
  '24': 'GJ',
  '26': 'DN',
  '27': 'MH',
  '29': 'KA',
  '30': 'GA',
  '31': 'LD',
  '32': 'KL',
  '33': 'TN',
  '34': 'PY',
  '35': 'AN',
  '36': 'TS',
  '37': 'AP',
  '38': 'LA',
  '97': 'OT',
}

const TYPES: Record<PaperRow['kind'], string> = {
  receipt: 'Invoice',
  invoice: 'Invoice',
  bill_of_supply: 'Invoice',
  credit_note: 'Credit Note',
  refund_receipt: 'Credit Note',
  debit_note: 'Debit Note',
}

const isInside = ({ facts }: PaperRow) => isWithinState(facts)

/** Returns the name of the tax as Zoho Books has it for an Indian business: `GST18` within a state, `IGST18` across. */
function taxName(row: PaperRow): string | null {
  const { seller, rate_basis_points: rate } = row.facts
  return seller ? `${isInside(row) ? '' : 'I'}GST${rate / 100}` : null
}

/** Splits a document into rows of one rate each, which Zoho Books reads as lines of one document. */
export const zohoRows = (paper: PaperRow): PaperRow[] =>
  paper.facts.rates?.map(({ sac, ...row }) => {
    const { seller, lines, rates: _, ...facts } = paper.facts
    const own = lines.filter((line) => line.rate_basis_points === row.rate_basis_points && line.sac === sac)
    return { ...paper, facts: { ...facts, ...row, lines: own, seller: seller && { ...seller, sac } } }
  }) ?? [paper]

/** A line of a document and rate each, at the value before tax, so that no second rounding moves a paisa. Zoho Books imports each type by itself. */
export const zohoColumns: Columns<PaperRow> = {
  Type: ({ kind }) => TYPES[kind],
  'Invoice Number': 'serial',
  'Invoice Date': day('issued_at'),
  'Invoice Status': () => 'Sent',
  'Customer Name': 'buyer',
  'GST Treatment': ({ facts: { buyer } }) => {
    if (!buyer.gstin) return 'consumer'
    return buyer.sez ? 'business_sez' : 'business_registered_regular'
  },
  'GST Identification Number (GSTIN)': ({ facts }) => facts.buyer.gstin,
  'Place of Supply': ({ facts }) => (facts.place_of_supply ? LETTERS[facts.place_of_supply as StateCode] : null),
  'Currency Code': () => 'INR',
  'Item Name': () => 'Online courses',
  'Item Type': () => 'service',
  'Item Desc': ({ facts }) =>
    facts.lines
      .map(({ description }) => description)
      .join('; ')
      .slice(0, 2000),
  'HSN/SAC': ({ facts }) => facts.seller?.sac ?? null,
  Quantity: () => 1,
  'Item Price': ({ facts }) => toRupees(facts.taxable_paise),
  'Is Inclusive Tax': () => 'false',
  'Item Tax': taxName,
  'Item Tax %': ({ facts }) => (facts.seller ? facts.rate_basis_points / 100 : null),
  'Item Tax Type': (row) => (row.facts.seller ? (isInside(row) ? 'Tax Group' : 'ItemAmount') : null),
  'Item Tax Amount': ({ facts }) => toRupees(facts.cgst_paise + facts.sgst_paise + facts.igst_paise),
  Total: ({ facts }) => toRupees(facts.total_paise),
  'Reference Number': 'order_no',
  'Associated Invoice Number': ({ facts }) => facts.against?.serial ?? null,
}
