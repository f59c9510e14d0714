import type { DocumentKind } from 'contract/documents'
import { isUin } from 'contract/gst'
import { localTaxOf, stateName } from 'contract/gst-states'
import { inLanguage } from '../../platform/language/language.ts'
import { paperSpeech, type TextOf } from '../../platform/pdf/paper-speech.ts'
import type { DocumentRow } from './documents.queries.ts'
import { type DocumentFacts, isWithinState } from './facts.ts'
import { type RateRow, ratesOf } from './line-tax.ts'

// Fields around a document's table, after rules 46, 48, 49 and 53 of the CGST Rules, 2017. GSTIN, CIN, SAC and the
// names of taxes are the same in every language, and so are state names, which appear beside their code.

const titles: Record<DocumentKind, TextOf> = {
  invoice: (t) => t('Tax Invoice'),
  bill_of_supply: (t) => t('Bill of Supply'),
  credit_note: (t) => t('Credit Note'),
  debit_note: (t) => t('Debit Note'),
  receipt: (t) => t('Receipt'),
  refund_receipt: (t) => t('Refund Receipt'),
}

/** Names a document's kind in English: the law's word for it. */
export const titleOf = ({ kind }: Pick<DocumentRow, 'kind'>): string => titles[kind](inLanguage().t)

/** The same in the paper's language; undefined on an English one. */
export const ownTitleOf = ({ kind, facts }: DocumentRow): string | undefined =>
  facts.language && paperSpeech(facts).own(titles[kind])

/** What a paper of practice money says on its first page. */
export const testLine = ({ facts }: DocumentRow): string => paperSpeech(facts).both((t) => t('TEST: no money was paid'))

/** A label with what it says; left out without a value. */
export type Entry = [label: string, value: string | null | undefined]

/** Bills of supply, and what goes back of them. */
export const isUntaxed = ({ kind, facts }: Pick<DocumentRow, 'kind' | 'facts'>): boolean =>
  kind === 'bill_of_supply' || facts.against?.kind === 'bill_of_supply'

/** Names the copy's holder (rule 48(2)): the supplier's own is the stored file. */
export const copyOf = ({ kind, facts }: DocumentRow): string | null =>
  kind === 'invoice' || kind === 'bill_of_supply' ? paperSpeech(facts).both((t) => t('Original for recipient')) : null

export function sellerEntries({ facts }: DocumentRow): Entry[] {
  const { shop } = facts
  const { both } = paperSpeech(facts)
  if (!facts.seller)
    return [[both((t) => t('From')), [shop.name, ...shop.address, shop.email].filter(Boolean).join('\n')]]
  const { legal_name, address, state_code, gstin, cin } = facts.seller
  return [
    [both((t) => t('Supplier')), `${legal_name}\n${address}\n${stateText(state_code)}`],
    ['GSTIN', gstin],
    ['CIN', cin],
  ]
}

export function nameEntries({ kind, serial, issued_at, facts }: DocumentRow): Entry[] {
  const { against } = facts
  const { both, own, day } = paperSpeech(facts)
  return [
    [both((t) => (kind === 'invoice' ? t('Invoice number') : t('Number'))), serial],
    [both((t) => t('Date')), day(issued_at)],
    [both((t) => t('Order')), facts.order_no ?? facts.order_id],
    // Nothing was paid for what was free.
    [both((t) => t('Paid')), facts.payment_id && `${paidText(facts)}, ${facts.payment_id}`],
    [
      both(againstOf(facts)),
      against && own((t) => t('{serial} of {day}', { serial: against.serial, day: day(against.issued_at) })),
    ],
  ]
}

/** Notes of before 21 November 2026 do not say the kind of what they take back. */
function againstOf({ against, seller }: DocumentFacts): TextOf {
  if (against?.kind === 'invoice') return (t) => t('Against tax invoice')
  if (against?.kind === 'bill_of_supply') return (t) => t('Against bill of supply')
  return seller ? (t) => t('Against invoice') : (t) => t('Against receipt')
}

const methods: Record<string, TextOf> = {
  upi: () => 'UPI',
  card: (t) => t('card'),
  bank_transfer: (t) => t('bank transfer'),
  cash: (t) => t('cash'),
  netbanking: (t) => t('net banking'),
  wallet: (t) => t('wallet'),
  emi: () => 'EMI',
  paylater: (t) => t('pay later'),
}

/** `5 December 2026 by UPI`; the day alone where the gateway did not say how, or has a word that is not known here. With the typed reference of an offline payment. */
function paidText(facts: DocumentFacts): string {
  const { own, day } = paperSpeech(facts)
  const method = methods[facts.payment_method ?? '']
  const text = method
    ? own((t) => t('{day} by {method}', { day: day(facts.paid_at), method: method(t) }))
    : day(facts.paid_at)
  return [text, facts.payment_reference].filter(Boolean).join(', ')
}

export function buyerEntries({ facts }: DocumentRow): Entry[] {
  const { buyer } = facts
  const name = [
    buyer.business_name,
    buyer.name,
    // In one line: an address that was typed in a hundred would push all else off the page.
    buyer.address?.replace(/\s*,?\s*\n\s*/g, ', '),
    [buyer.place, buyer.pin].filter(Boolean).join(' '),
    buyer.state_code && stateText(buyer.state_code),
    buyer.email,
  ]
  return [[paperSpeech(facts).both((t) => t('Billed to')), name.filter(Boolean).join('\n')]]
}

export function supplyEntries({ facts }: DocumentRow): Entry[] {
  const { gstin } = facts.buyer
  const { both } = paperSpeech(facts)
  return [
    [both((t) => (isUin(gstin ?? '') ? t('UIN of the recipient') : t('GSTIN of the recipient'))), gstin],
    [both((t) => t('Place of supply')), facts.place_of_supply && stateText(facts.place_of_supply)],
  ]
}

function stateText(code: string): string {
  return `${stateName(code)} (${code})`
}

/** The sums below the table; the last is the total. */
export function sumRows({ facts, kind }: DocumentRow): [label: string, paise: number][] {
  const total = paperSpeech(facts).both((t) => {
    if (kind === 'debit_note') return t('Total debited')
    return facts.against ? t('Total credited') : t('Total')
  })
  return [...taxRows(facts, kind), [total, facts.total_paise]]
}

function taxRows(facts: DocumentFacts, kind: DocumentKind): [label: string, paise: number][] {
  const { seller } = facts
  if (!seller || isUntaxed({ facts, kind })) return []
  const { both } = paperSpeech(facts)
  const rows = ratesOf(facts)
  const taxed = rows.filter((row) => row.rate_basis_points > 0)
  const exempt = rows.filter((row) => row.rate_basis_points === 0).reduce((sum, row) => sum + row.taxable_paise, 0)
  const percent = (row: RateRow, part: number) => `${Number((row.rate_basis_points / 100 / part).toFixed(2))}%`
  const local = localTaxOf(seller.state_code)
  const taxes = taxed.flatMap((row): [string, number][] =>
    isWithinState(facts)
      ? [
          [`CGST ${percent(row, 2)}`, row.cgst_paise],
          [`${local} ${percent(row, 2)}`, row.sgst_paise],
        ]
      : [[`IGST ${percent(row, 1)}`, row.igst_paise]],
  )
  return [
    [both((t) => t('Taxable value')), facts.taxable_paise - exempt],
    ...(exempt > 0 ? [[both((t) => t('Exempt')), exempt] as [string, number]] : []),
    ...taxes,
  ]
}

/** The law's own words (CGST Rules, rule 46), the same in every language. */
const TO_ZONE =
  'SUPPLY MEANT FOR EXPORT/SUPPLY TO SEZ UNIT OR SEZ DEVELOPER FOR AUTHORISED OPERATIONS ON PAYMENT OF INTEGRATED TAX.'

const hasExempt = (facts: DocumentFacts) => facts.rates?.some((row) => row.rate_basis_points === 0) ?? false

/** The sentences at the end of the page; a line of its own for each language. */
export function footOf({ facts, kind }: DocumentRow): string {
  const untaxed = isUntaxed({ facts, kind })
  const sentences = (t: Parameters<TextOf>[0]) => [
    facts.buyer.sez && facts.seller && !untaxed && TO_ZONE,
    untaxed && t('No tax is charged on this supply.'),
    kind === 'invoice' && hasExempt(facts) && t('Invoice-cum-bill of supply: lines at 0% are exempt.'),
    kind === 'invoice' && facts.prices === 'inclusive' && t('Prices include tax.'),
    facts.seller && !untaxed && t('Tax is not payable on reverse charge.'),
    t('This is an electronic document and needs no signature.'),
  ]
  return paperSpeech(facts).both((t) => sentences(t).filter(Boolean).join(' '), '\n')
}
