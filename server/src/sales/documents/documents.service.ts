import { randomBytes } from 'node:crypto'
import type { DocumentKind } from 'contract/documents'
import { indianDay } from 'contract/indian-time'
import { formatRupees } from 'contract/money'
import { ruleOfCourse, taxOfPayment } from 'contract/tax'
import type { Context, Db } from '../../context.ts'
import { failpoint } from '../../platform/db/failpoint.ts'
import { alertOwner } from '../../shop/mails/alerts.ts'
import { findInvoicePrefix, readShop } from '../../shop/settings/settings.queries.ts'
import { ADD_ORDER_EVENT } from '../orders/orders.sql.ts'
import { chargedLines } from './billed-lines.ts'
import { type BilledLine, type BilledOrder, findBilledLines, lockBilledOrder } from './billed-orders.queries.ts'
import { takeNumber } from './document-series.queries.ts'
import {
  type DocumentRow,
  findOrderDocuments,
  findOwnTaxes,
  findRefundsToBill,
  findTaxOfOrder,
  insertDocument,
  saleAmong,
} from './documents.queries.ts'
import { type DocumentFacts, factsOfOrder, serialOf, seriesOf } from './facts.ts'
import { ratesOf } from './line-tax.ts'
import { type NewDocument, nextRefundPaper } from './refund-papers.ts'
import { taxAt } from './tax-settings.ts'
import type { TaxSettingsRow } from './tax-settings-row.ts'

/**
 * Issues a paid order's missing documents: the invoice or receipt of its sale, then notes until its documents sum to its money. One
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
    const refunds = await findRefundsToBill(trx, orderId)
    for (;;) {
      const lacking = nextRefundPaper(sale, [...present, ...made], refunds, indianDay(ctx.now()))
      if (!lacking) break
      const note = await storeDocument(ctx, trx, lacking)
      made.push(note)
      if (note.kind === 'debit_note') await reportReversal(ctx, trx, note)
      // A new note queues its email here. The sale's document goes with the receipt.
      await ctx.queue.send(trx, 'document-mail', { document_id: note.document_id })
    }
    if (made.length > 0) failpoint(ctx, 'document:before-commit')
    for (const { document_id, serial } of made)
      ctx.log.info({ order_id: orderId, document_id, serial }, 'document issued')
    return made
  })
}

/** Notifies the owner of a debit note: the month of the note that it reverses may be filed. */
async function reportReversal(ctx: Context, trx: Db, note: DocumentRow): Promise<void> {
  const { order_id, document_id, serial, facts, issued_at } = note
  const detail = [`${serial}, ${formatRupees(facts.total_paise)}`, facts.reason].filter(Boolean).join(': ')
  await trx.raw(ADD_ORDER_EVENT, { order_id, kind: 'debit_note', detail, created_at: issued_at })
  await alertOwner(ctx, trx, { kind: 'debit_note', key: document_id, orderId: order_id })
}

async function issueSale(ctx: Context, trx: Db, order: BilledOrder): Promise<DocumentRow> {
  const { settings, ...sold } = await taxedSale(trx, order)
  const facts = factsOfOrder({ ...sold, shop: await shopOf(trx) }, settings)
  return storeDocument(ctx, trx, {
    order_id: order.order_id,
    refund_id: null,
    corrects: null,
    reverses: null,
    kind: kindOfSale(facts),
    facts,
  })
}

/**
 * Picks the document: a registered supplier that charges no tax issues a bill of supply instead of an invoice (CGST Act, section 31(3)(c)).
 */
function kindOfSale(facts: DocumentFacts): DocumentKind {
  if (!facts.seller) return 'receipt'
  return ratesOf(facts).every((row) => row.rate_basis_points === 0) ? 'bill_of_supply' : 'invoice'
}

/**
 * The number is taken last, so that a series is held up for as short as can be; the date after it, so that dates follow numbers. Neither
 * the financial year nor `lastDay` passes while it waits.
 */
export async function storeDocument(
  ctx: Context,
  trx: Db,
  { lastDay, ...document }: NewDocument,
): Promise<DocumentRow> {
  const begun = ctx.now()
  const prefix = await findInvoicePrefix(trx, { lock: false })
  const series = seriesOf(document, indianDay(begun), prefix)
  const number = await takeNumber(trx, series)
  const taken = ctx.now()
  // A caller that waited for a number into the new year has one of the old.
  const inTime = lastDay === undefined || indianDay(taken) <= lastDay
  const now = inTime && seriesOf(document, indianDay(taken), prefix) === series ? taken : begun
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
  const [ordered, held] = await Promise.all([findTaxOfOrder(db, order), taxAt(db, new Date(order.paid_at))])
  const found = taxOfPayment(ordered, held)
  // Rates of courses are those of the purchase.
  const settings = found && { ...found, ...(await findOwnTaxes(db, order.order_id)) }
  if (ordered?.prices !== 'exclusive' || settings?.prices === 'exclusive') return { order, lines, settings }
  const charged = chargedLines({ ...order, captured_paise: null }, lines, ordered)
  const withTax = lines.map((line, index) => {
    const total_paise = charged[index] ?? 0
    const price_paise =
      line.price_paise +
      Math.ceil((line.price_paise * ruleOfCourse(ordered, line.course_id).rate_basis_points) / 10_000)
    return { ...line, price_paise, total_paise, discount_paise: price_paise * line.quantity - total_paise }
  })
  return { order: { ...order, tax_paise: 0 }, lines: withTax, settings }
}

/** The shop as it names itself now. */
export async function shopOf(db: Db): Promise<DocumentFacts['shop']> {
  const { brand, contact } = await readShop(db)
  return { name: brand.name, address: contact.address, email: contact.email }
}
