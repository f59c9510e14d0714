import { randomBytes } from 'node:crypto'
import type { DocumentKind } from 'contract/documents'
import { indianDay } from 'contract/indian-time'
import { withChanges } from 'contract/shop/defaults'
import { creditLines, lastTaxNoteDay, taxOfPayment } from 'contract/tax'
import type { Context, Db } from '../../context.ts'
import { failpoint } from '../../platform/db/failpoint.ts'
import { findInvoicePrefix, findShop } from '../../shop/settings/settings.queries.ts'
import { type BilledLine, type BilledOrder, findBilledLines, lockBilledOrder } from '../orders/billed-orders.queries.ts'
import { chargedLines } from './billed-lines.ts'
import { takeNumber } from './document-series.queries.ts'
import {
  type DocumentRow,
  findBilledBack,
  findOrderDocuments,
  findRefundsToBill,
  findTaxSettingsById,
  insertDocument,
  type RefundToBill,
  saleAmong,
} from './documents.queries.ts'
import { type DocumentFacts, factsOfOrder, factsOfRefund, leftOf, serialOf, seriesOf, withoutTax } from './facts.ts'
import { taxAt } from './tax-settings.ts'
import type { TaxSettingsRow } from './tax-settings-row.ts'

/**
 * Issues a paid order's missing documents: the invoice or receipt of its sale, then one for each completed refund. One
 * transaction with the order locked, so a repeat makes nothing. The buyer has the course before this runs: no fault in
 * a document keeps anybody out. Returns the new ones; none for an unpaid order.
 */
export async function issueDocuments(ctx: Context, orderId: string): Promise<DocumentRow[]> {
  return ctx.db.transaction(async (trx) => {
    const order = await lockBilledOrder(trx, orderId)
    if (!order) return []
    const present = await findOrderDocuments(trx, orderId)
    const made: DocumentRow[] = []
    let sale = saleAmong(present)
    if (!sale) {
      sale = await issueSale(ctx, trx, order)
      made.push(sale)
    }
    const notes = present.filter((document) => document.refund_id !== null)
    let back = await findBilledBack(trx, orderId)
    for (const refund of await findRefundsToBill(trx, orderId)) {
      back += refund.amount_paise
      const note = await issueRefund(ctx, trx, sale, notes, refund, back)
      if (!note) continue
      notes.push(note)
      made.push(note)
      // A new note queues its email here. The sale's document goes with the receipt.
      await ctx.queue.send(trx, 'document-mail', { document_id: note.document_id })
    }
    if (made.length > 0) failpoint(ctx, 'document:before-commit')
    for (const { document_id, serial } of made)
      ctx.log.info({ order_id: orderId, document_id, serial }, 'document issued')
    return made
  })
}

async function issueSale(ctx: Context, trx: Db, order: BilledOrder): Promise<DocumentRow> {
  const { settings, ...sold } = await taxedSale(trx, order)
  const facts = factsOfOrder({ ...sold, shop: await shopOf(trx) }, settings)
  return keep(ctx, trx, {
    ...{ order_id: order.order_id, refund_id: null, corrects: null },
    ...{ kind: kindOfSale(settings), facts },
  })
}

async function issueRefund(
  ctx: Context,
  trx: Db,
  sale: DocumentRow,
  notes: readonly DocumentRow[],
  refund: RefundToBill,
  back: number,
) {
  const left = leftOf(
    sale.facts,
    notes.map((note) => note.facts),
  )
  // A note whose refund later failed stays valid: the next refund uses up its credit first.
  const unpaid = notes.reduce((sum, note) => sum + note.facts.total_paise, 0) - (back - refund.amount_paise)
  const amount = Math.min(
    refund.amount_paise - Math.max(0, Math.min(unpaid, refund.amount_paise)),
    left.reduce((sum, line) => sum + line.total_paise, 0),
  )
  // Credited already; or a lost dispute also took the amount of a refund.
  if (amount === 0) return undefined
  const place = { order_id: sale.order_id, refund_id: refund.refund_id, corrects: null }
  const halves = sale.facts.igst_paise === 0
  const credit = creditLines(left, amount, { halves, wanted: refund.lines?.map(({ paise }) => paise) })
  const seats = refund.lines?.map((line) => line.seats)
  const lastDay = lastTaxNoteDay(indianDay(new Date(sale.facts.paid_at)))
  if (sale.kind !== 'receipt' && indianDay(ctx.now()) > lastDay) {
    const facts = withoutTax(factsOfRefund(sale, credit, { ...refund, seats }), lastDay)
    return keep(ctx, trx, { ...place, kind: 'refund_receipt', facts })
  }
  const facts = factsOfRefund(sale, credit, { ...refund, seats })
  if (sale.kind === 'receipt') return keep(ctx, trx, { ...place, kind: 'refund_receipt', facts })
  return keep(ctx, trx, { ...place, kind: 'credit_note', facts }, lastDay)
}

/**
 * Picks the document: a registered supplier that charges no tax issues a bill of supply instead of an invoice (CGST Act, section 31(3)(c)).
 */
function kindOfSale(settings: TaxSettingsRow | undefined): DocumentKind {
  if (!settings) return 'receipt'
  return settings.rate_basis_points === 0 ? 'bill_of_supply' : 'invoice'
}

type NewDocument = Pick<DocumentRow, 'order_id' | 'refund_id' | 'corrects' | 'kind' | 'facts'>

/**
 * The number is taken last, so that a series is held up for as short as can be; the date after it, so that dates follow numbers. Neither
 * the financial year nor `lastDay` passes while it waits.
 */
export async function keep(ctx: Context, trx: Db, document: NewDocument, lastDay?: string): Promise<DocumentRow> {
  const begun = ctx.now()
  const prefix = await findInvoicePrefix(trx, { lock: false })
  const series = seriesOf(document.kind, indianDay(begun), prefix)
  const number = await takeNumber(trx, series)
  const taken = ctx.now()
  // A caller that waited for a number into the new year has one of the old.
  const inTime = lastDay === undefined || indianDay(taken) <= lastDay
  const now = inTime && seriesOf(document.kind, indianDay(taken), prefix) === series ? taken : begun
  const row: DocumentRow = {
    document_id: `doc_${randomBytes(12).toString('hex')}`,
    ...document,
    series,
    number,
    serial: serialOf(series, number),
    issued_at: now.toISOString(),
  }
  await insertDocument(trx, row)
  return row
}

/** A paid order with the tax of the day on which it was paid. Tax that its prices lacked and that is another by now is a part of them. */
export async function taxedSale(
  db: Db,
  order: BilledOrder,
): Promise<{ order: BilledOrder; lines: BilledLine[]; settings: TaxSettingsRow | undefined }> {
  const lines = await findBilledLines(db, order.order_id)
  if (order.total_paise === 0) return { order, lines, settings: undefined }
  const [ordered, held] = await Promise.all([
    order.tax_settings_id === null ? undefined : findTaxSettingsById(db, order.tax_settings_id),
    taxAt(db, new Date(order.paid_at)),
  ])
  const settings = taxOfPayment(ordered, held)
  if (ordered?.prices !== 'exclusive' || settings?.prices === 'exclusive') return { order, lines, settings }
  const charged = chargedLines({ ...order, captured_paise: null }, lines, ordered)
  const withTax = lines.map((line, index) => {
    const total_paise = charged[index] ?? 0
    const price_paise = line.price_paise + Math.ceil((line.price_paise * ordered.rate_basis_points) / 10_000)
    return { ...line, price_paise, total_paise, discount_paise: price_paise * line.quantity - total_paise }
  })
  return { order: { ...order, tax_paise: 0 }, lines: withTax, settings }
}

/** The shop as it names itself now. */
export async function shopOf(db: Db): Promise<DocumentFacts['shop']> {
  const { brand, contact } = withChanges((await findShop(db)).changes)
  return { name: brand.name, address: contact.address, email: contact.email }
}
