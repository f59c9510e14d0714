import type { DocumentKind } from 'contract/documents'
import { dayStart } from 'contract/indian-time'
import type { Translation } from 'contract/languages'
import { financialYear, ruleOfRest, type TaxedLine, type TaxRule } from 'contract/tax'
import { inLanguage } from '../../platform/language/language.ts'
import { paperSpeech } from '../../platform/pdf/paper-speech.ts'
import { billedLines, chargedLines, type DocumentLine, NO_TAX } from './billed-lines.ts'
import type { BilledLine, BilledOrder } from './billed-orders.queries.ts'
import { type RateRow, rateRowsOf, taxOfLine, withLineTaxes } from './line-tax.ts'
import type { TaxSettingsRow } from './tax-settings-row.ts'

/** A document's content, frozen when it is made. */
export type DocumentFacts = {
  /** Beside English, as the buyer read when it was issued; missing on papers in English alone, as all of before 22 November 2026 are. */
  language?: Translation
  /** A paper of practice money; else missing. */
  test?: true
  order_id: string
  /** Missing on documents of before 26 November 2026, which name the order by its id. */
  order_no?: string
  payment_id: string | null
  /** As the gateway calls it; missing on documents of before 21 November 2026. */
  payment_method?: string | null
  /** When the money arrived, by the gateway's time or as it was typed; until 27 November 2026 when the order was settled. */
  paid_at: string
  /** The reference that was typed with an offline payment; missing otherwise. */
  payment_reference?: string
  promocode: string | null
  /** The shop as it named itself then. */
  shop: { name: string; address: readonly string[]; email: string }
  /** Null on receipts. */
  seller: {
    legal_name: string
    address: string
    state_code: string
    gstin: string
    /** Empty, or missing on documents of before 21 November 2026, where there is none. */
    cin?: string
    sac: string
  } | null
  buyer: {
    name: string
    email: string | null
    state_code: string | null
    gstin: string | null
    business_name: string | null
    address: string | null
    /** Town and PIN of a business; missing on documents of before 28 November 2026. */
    place?: string | null
    pin?: string | null
    /** A unit or developer in a Special Economic Zone; else missing. */
    sez?: true
  }
  /** State of supply; null on receipts. The supplier's own where the buyer's is not known (IGST Act, section 12(2)(b)(ii)). */
  place_of_supply: string | null
  rate_basis_points: number
  /** Sums by rate and code, where lines differ; else missing, as on documents of before 28 November 2026. */
  rates?: RateRow[] | undefined
  prices: TaxRule['prices'] | null
  lines: DocumentLine[]
  taxable_paise: number
  cgst_paise: number
  sgst_paise: number
  igst_paise: number
  total_paise: number
  /** For notes and refund receipts: the document of the sale. */
  against: { serial: string; issued_at: string; kind?: DocumentKind } | null
  reason: string | null
  /** On a refund receipt over money that left beyond the amount of the sale's document: a refund and a lost dispute took both. */
  beyond?: true
}

/** A supply within the state has CGST and SGST. One to a Special Economic Zone never is one (IGST Act, section 7(5)(b)). */
export const isIntraState = (place: string | null, state: string | undefined, sez: boolean | undefined): boolean =>
  place !== null && place === state && !sez

/** The same of a document. */
export const isWithinState = ({
  place_of_supply,
  seller,
  buyer,
}: Pick<DocumentFacts, 'place_of_supply' | 'seller' | 'buyer'>): boolean =>
  isIntraState(place_of_supply, seller?.state_code, buyer.sez)

/** Builds an order's invoice, or without `settings` its receipt. */
export function factsOfOrder(
  { order, lines, shop }: { order: BilledOrder; lines: readonly BilledLine[]; shop: DocumentFacts['shop'] },
  settings?: TaxSettingsRow,
): DocumentFacts {
  const rule = settings ?? NO_TAX
  const place = settings ? (order.billing_state ?? settings.state_code) : null
  const sameState = isIntraState(place, settings?.state_code, order.billing_sez)
  const total = chargedLines({ ...order, captured_paise: null }, lines, rule).reduce((sum, paise) => sum + paise, 0)
  if (total !== order.total_paise) {
    throw new Error(`The lines of ${order.order_id} are ${total} paise, its total ${order.total_paise}`)
  }
  const speech = inLanguage(order.language)
  const sold = billedLines({ order, lines, rule, speech }, sameState)
  const rest = ruleOfRest(
    rule,
    lines.map((line) => line.course_id),
  )
  const taxes = sold.map((_, at) => taxOfLine(at < lines.length ? rule : rest, settings, lines[at]?.course_id))
  const { lines: billed, tax } = withLineTaxes(sold, taxes)
  return {
    ...(order.language === 'en' ? {} : { language: order.language }),
    ...(order.test ? { test: true as const } : {}),
    order_id: order.order_id,
    order_no: order.order_no,
    payment_id: order.payment_id,
    payment_method: order.payment_method,
    paid_at: order.received_at ?? order.paid_at,
    ...(order.payment_reference ? { payment_reference: order.payment_reference } : {}),
    promocode: order.promocode,
    shop,
    seller: settings
      ? {
          legal_name: settings.legal_name,
          address: settings.address,
          state_code: settings.state_code,
          gstin: settings.gstin,
          cin: settings.cin,
          sac: tax?.sac ?? settings.sac,
        }
      : null,
    buyer: {
      name: order.buyer_name ?? 'Deleted account',
      email: order.buyer_email,
      state_code: order.billing_state,
      gstin: order.billing_gstin,
      business_name: order.billing_name,
      address: order.billing_address,
      ...(order.billing_pin || order.billing_place ? { place: order.billing_place, pin: order.billing_pin } : {}),
      ...(order.billing_sez ? { sez: true as const } : {}),
    },
    place_of_supply: place,
    rate_basis_points: tax?.rate_basis_points ?? rule.rate_basis_points,
    prices: settings ? settings.prices : null,
    lines: billed,
    ...sumsOf(billed, sameState),
    against: null,
    reason: null,
  }
}

type PaperOfSale = { serial: string; issued_at: string; kind: DocumentKind; facts: DocumentFacts }

/** Builds the note of a refund: the document's lines with the amounts of `back`, in its language, so that both read side by side. */
export function factsOfRefund(
  original: PaperOfSale,
  back: readonly TaxedLine[],
  { reason, seats }: { reason: string | null; seats?: readonly number[] | undefined },
): DocumentFacts {
  const { facts } = original
  // Lines of which nothing goes back stay, with zeroes: by their places the next note knows what is left.
  const nothing: TaxedLine = { taxable_paise: 0, tax_paise: 0, total_paise: 0 }
  const lines = facts.lines.map((line, index) => {
    // Picked seats give the quantity; else the refund is a part of the price of all.
    const quantity = seats?.[index] || line.quantity
    return { ...line, quantity, ...(back[index] ?? nothing) }
  })
  return {
    ...facts,
    lines,
    ...sumsOf(lines, isWithinState(facts)),
    against: { serial: original.serial, issued_at: original.issued_at, kind: original.kind },
    reason,
  }
}

/** Fields of a document that no return counts. */
const NO_SUPPLY = {
  seller: null,
  place_of_supply: null,
  rate_basis_points: 0,
  rates: undefined,
  prices: null,
  cgst_paise: 0,
  sgst_paise: 0,
  igst_paise: 0,
}

/** The same as a refund alone, of no supplier in the sense of GST: from `lastDay` on no note takes the tax back, and no return counts it. */
export function withoutTax(facts: DocumentFacts, lastDay: string): DocumentFacts {
  const { both, day } = paperSpeech(facts)
  const why = both((t) => t('Without tax: its last day for a credit note was {day}', { day: day(dayStart(lastDay)) }))
  const lines = facts.lines.map(({ rate_basis_points: _, sac: __, ...line }) => ({
    ...line,
    taxable_paise: line.total_paise,
    tax_paise: 0,
  }))
  return {
    ...facts,
    ...NO_SUPPLY,
    lines,
    taxable_paise: facts.total_paise,
    reason: [facts.reason, why].filter(Boolean).join('. '),
  }
}

/** Builds the receipt of a refund beyond the sale's document, by no line of it. */
export function factsBeyond(sale: PaperOfSale, paise: number, refund: { reason: string | null }): DocumentFacts {
  const nothing = factsOfRefund(sale, [], refund)
  const description = paperSpeech(sale.facts).both((t) => t('Paid back beyond the amount received'))
  const amounts = { unit_price_paise: paise, discount_paise: 0, taxable_paise: paise, tax_paise: 0, total_paise: paise }
  const lines = [...nothing.lines, { description, quantity: 1, ...amounts }]
  return { ...nothing, ...NO_SUPPLY, lines, taxable_paise: paise, total_paise: paise, beyond: true }
}

/** Builds the debit note over a note, with its very amounts, for the reason that its money is with the shop. */
export function factsOfReversal(
  note: Omit<PaperOfSale, 'kind'>,
  why: 'gateway' | 'bank' | 'dispute' | 'replaced' | undefined,
): DocumentFacts {
  const { both, day } = paperSpeech(note.facts)
  const values = { serial: note.serial, day: day(note.issued_at) }
  const reason = both((t) => {
    if (why === 'dispute') return t('The bank returned the disputed amount. Reverses {serial} of {day}', values)
    if (why === 'replaced') return t('Replaced by a note against the invoice. Reverses {serial} of {day}', values)
    return t('The refund did not go through. Reverses {serial} of {day}', values)
  })
  return { ...note.facts, reason }
}

/** Returns a document's lines less earlier notes. */
export function leftOf(original: DocumentFacts, notes: readonly DocumentFacts[]): TaxedLine[] {
  return original.lines.map((line, index) => {
    const back = notes.map((note) => note.lines[index])
    const minus = (key: keyof TaxedLine) => back.reduce((left, part) => left - (part?.[key] ?? 0), line[key])
    return { taxable_paise: minus('taxable_paise'), tax_paise: minus('tax_paise'), total_paise: minus('total_paise') }
  })
}

function sumsOf(lines: readonly DocumentLine[], sameState: boolean) {
  const tax = lines.reduce((sum, line) => sum + line.tax_paise, 0)
  const rates = rateRowsOf(lines, sameState)
  return {
    ...(rates && { rates }),
    taxable_paise: lines.reduce((sum, line) => sum + line.taxable_paise, 0),
    cgst_paise: sameState ? tax / 2 : 0,
    sgst_paise: sameState ? tax / 2 : 0,
    igst_paise: sameState ? 0 : tax,
    total_paise: lines.reduce((sum, line) => sum + line.total_paise, 0),
  }
}

const letters: Record<Exclude<DocumentKind, 'invoice'>, string> = {
  bill_of_supply: 'BS',
  credit_note: 'CN',
  debit_note: 'DN',
  receipt: 'RC',
  refund_receipt: 'RR',
}
/** Debit notes over refund receipts, which no return counts: else its numbers of debit notes had gaps. */
const UNTAXED_DEBIT = 'DR'

/** Papers of practice money, of every kind. */
const TEST = 'TEST'

type Named = { kind: DocumentKind; facts: Pick<DocumentFacts, 'seller' | 'test'> }

/** The series of a document in the financial year of a day in India; that of invoices begins with the shop's own prefix. */
export function seriesOf({ kind, facts }: Named, day: string, invoicePrefix: string): string {
  if (facts.test) return `${TEST}/${financialYear(day)}`
  if (kind === 'debit_note' && facts.seller === null) return `${UNTAXED_DEBIT}/${financialYear(day)}`
  return `${kind === 'invoice' ? invoicePrefix : letters[kind]}/${financialYear(day)}`
}

/** Lists every series of the financial year of a day. */
export const allSeriesOf = (day: string, invoicePrefix: string): string[] =>
  [invoicePrefix, ...Object.values(letters), UNTAXED_DEBIT, TEST].map((of) => `${of}/${financialYear(day)}`)

/** The series of the invoices of a day. */
export const invoiceSeriesOf = (day: string, invoicePrefix: string): string => `${invoicePrefix}/${financialYear(day)}`

/** As many digits as the 16 characters of the rule leave (CGST Rules, 46(b)), and no more than seven. */
const MOST_CHARACTERS = 16
const MOST_DIGITS = 7

/** Counts the numbers that a series has before they exceed the legal length. */
export const mostNumbersOf = (series: string): number =>
  10 ** Math.min(MOST_DIGITS, MOST_CHARACTERS - series.length - 1) - 1

/** `SH/26-27/0000042`, `MEL/26-27/000042`: a million documents a year and more. */
export function serialOf(series: string, number: number): string {
  const digits = Math.min(MOST_DIGITS, MOST_CHARACTERS - series.length - 1)
  return `${series}/${String(number).padStart(digits, '0')}`
}
