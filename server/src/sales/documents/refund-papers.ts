import { allocate } from 'contract/allocate'
import { indianDay } from 'contract/indian-time'
import { creditLines, lastTaxNoteDay } from 'contract/tax'
import type { BilledRefund } from '../orders/orders.sql.ts'
import type { DocumentRow } from './documents.queries.ts'
import { factsBeyond, factsOfRefund, factsOfReversal, leftOf, withoutTax } from './facts.ts'

/** A document before it has a number; `lastDay` is the last one on which it may be issued. */
export type NewDocument = Pick<DocumentRow, 'order_id' | 'refund_id' | 'corrects' | 'reverses' | 'kind' | 'facts'> & {
  lastDay?: string
}

/**
 * Computes the next document that an order's refunds lack; undefined once its documents sum to its money. First a debit note over each note
 * whose refund is not processed. Then, for each processed refund, a note of its own lines over the part without one: at most the rest of
 * the sale's document, and a receipt without tax over anything beyond. `refunds` are those of the sale's own payment, oldest first.
 */
export function nextRefundPaper(
  sale: DocumentRow,
  present: readonly DocumentRow[],
  refunds: readonly BilledRefund[],
  today: string,
): NewDocument | undefined {
  const notes = livingNotes(present)
  const left = leftOf(
    sale.facts,
    notes.map((note) => note.facts),
  )
  const rest = left.reduce((sum, line) => sum + line.total_paise, 0)
  const place = { order_id: sale.order_id, refund_id: null, corrects: null, reverses: null }
  const undone = notes.find((note) => {
    const refund = refunds.find(({ refund_id }) => refund_id === note.refund_id)
    // Room for it in the sale's document again: a note with its tax replaces the receipt.
    return refund?.status !== 'processed' || (note.facts.beyond === true && rest > 0)
  })
  if (undone) {
    const channel = refunds.find(({ refund_id }) => refund_id === undone.refund_id)?.channel
    const facts = factsOfReversal(undone, undone.facts.beyond === true ? 'replaced' : channel)
    return { ...place, reverses: undone.document_id, kind: 'debit_note', facts }
  }
  for (const refund of refunds) {
    if (refund.status !== 'processed') continue
    const own = notes.filter(({ refund_id }) => refund_id === refund.refund_id)
    const missing = own.reduce((paise, note) => paise - note.facts.total_paise, refund.amount_paise)
    if (missing <= 0) continue
    const of = { ...place, refund_id: refund.refund_id }
    if (rest === 0) return { ...of, kind: 'refund_receipt', facts: factsBeyond(sale, missing, refund) }
    const amount = Math.min(missing, rest)
    const wanted = wantedOf(refund, own, amount)
    const credit = creditLines(left, amount, { halves: sale.facts.igst_paise === 0, wanted })
    const facts = factsOfRefund(sale, credit, { ...refund, seats: refund.lines?.map((line) => line.seats) })
    if (sale.kind === 'receipt') return { ...of, kind: 'refund_receipt', facts }
    // The supply is of the year of its invoice, also where the money arrived before.
    const lastDay = lastTaxNoteDay(indianDay(new Date(sale.issued_at)))
    return today > lastDay
      ? { ...of, kind: 'refund_receipt', facts: withoutTax(facts, lastDay) }
      : { ...of, kind: 'credit_note', facts, lastDay }
  }
  return undefined
}

/** Selects the notes of refunds that no debit note reverses. */
function livingNotes(present: readonly DocumentRow[]): DocumentRow[] {
  const reversed = new Set(present.map(({ reverses }) => reverses))
  return present.filter(({ document_id, refund_id }) => refund_id !== null && !reversed.has(document_id))
}

/** Splits the amount over the lines that the refund was for, less its earlier notes; undefined where nobody picked lines. */
function wantedOf({ lines }: BilledRefund, own: readonly DocumentRow[], amount: number): number[] | undefined {
  const open = lines?.map(({ paise }, index) =>
    own.reduce((rest, note) => Math.max(0, rest - (note.facts.lines[index]?.total_paise ?? 0)), paise),
  )
  if (!open) return undefined
  const sum = open.reduce((paise, line) => paise + line, 0)
  return amount < sum ? allocate(amount, open) : open
}
