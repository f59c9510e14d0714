import { indianDay } from 'contract/indian-time'
import { creditLines } from 'contract/tax'
import type { Context, Db } from '../../context.ts'
import { appError, plainError } from '../../errors.ts'
import { paperSpeech } from '../../platform/pdf/paper-speech.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { lockBilledOrder } from './billed-orders.queries.ts'
import { type DocumentRow, findDocument, findOrderDocuments, saleAmong } from './documents.queries.ts'
import { shopOf, storeDocument, taxedSale } from './documents.service.ts'
import { factsOfOrder, factsOfRefund, leftOf } from './facts.ts'

export type Recipient = {
  gstin: string
  legal_name: string
  address: string
  place?: string | undefined
  pin?: string | undefined
  sez?: boolean | undefined
}

/**
 * Makes an invoice to a consumer out anew to a business, within the month in which it was issued: a new invoice with the GSTIN, and a
 * credit note over the first one, which stays as it is. The sum is the same; the tax goes by the state of the GSTIN, where a registered
 * recipient is (IGST Act, section 12(2)(a)). 404; 409 when the month is over, there is a GSTIN already, or money went back.
 */
export async function addGstin(ctx: Context, documentId: string, recipient: Recipient): Promise<DocumentRow> {
  const named = await findDocument(ctx.db, documentId)
  if (!named) throw appError('not_found', 'Document not found')
  return ctx.db.transaction(async (trx) => {
    const order = await lockBilledOrder(trx, named.order_id)
    const present = await findOrderDocuments(trx, named.order_id)
    const first = saleAmong(present)
    if (!order || first?.document_id !== documentId)
      throw conflict('This document was replaced by a later one, or is no invoice')
    const why = refusal(ctx, first, present)
    if (why) throw conflict(why)
    const { gstin, legal_name, address, place: town, pin, sez } = recipient
    const { buyer } = first.facts
    const billed = {
      ...order,
      buyer_name: buyer.name,
      buyer_email: buyer.email,
      billing_state: gstin.slice(0, 2),
      billing_gstin: gstin,
      billing_name: legal_name,
      billing_address: address,
      billing_place: town || null,
      billing_pin: pin || null,
      billing_sez: sez === true,
    }
    const { settings, ...sold } = await taxedSale(trx, billed)
    const facts = factsOfOrder({ ...sold, shop: await shopOf(trx) }, settings)
    const place = { order_id: order.order_id, refund_id: null, corrects: documentId, reverses: null }
    const invoice = await storeDocument(ctx, trx, { ...place, kind: first.kind, facts })
    const note = await takeBack(ctx, trx, first, { ...place, by: invoice.serial })
    await ctx.queue.send(trx, 'document-mail', { document_id: invoice.document_id })
    const after = { invoice: invoice.serial, credit_note: note.serial, gstin }
    await noteChange(trx, {
      kind: 'order',
      id: order.order_id,
      name: order.order_no,
      before: { invoice: first.serial },
      after,
    })
    ctx.log.info({ order_id: order.order_id, serial: invoice.serial }, 'invoice made out anew')
    return invoice
  })
}

const conflict = (why: string) => plainError('conflict', why)

function refusal(ctx: Pick<Context, 'now'>, first: DocumentRow, present: readonly DocumentRow[]): string | undefined {
  if (first.kind === 'receipt') return 'This is a receipt. A GSTIN is only for GST invoices'
  if (first.facts.buyer.gstin) return 'This invoice has a GSTIN already'
  const month = (at: Date) => indianDay(at).slice(0, 7)
  if (month(new Date(first.issued_at)) !== month(ctx.now())) {
    return 'A GSTIN can only be added in the month of the invoice. Ask your accountant about amending your GSTR-1'
  }
  if (present.some(({ refund_id }) => refund_id !== null)) return 'Money of this invoice was refunded already'
  return undefined
}

type Place = Pick<DocumentRow, 'order_id' | 'refund_id' | 'corrects' | 'reverses'> & { by: string }

async function takeBack(ctx: Context, trx: Db, first: DocumentRow, { by, ...place }: Place): Promise<DocumentRow> {
  const whole = creditLines(leftOf(first.facts, []), first.facts.total_paise, { halves: first.facts.igst_paise === 0 })
  const { both } = paperSpeech(first.facts)
  const reason = both((t) => t('Replaced by {serial}, made out to the recipient’s GSTIN', { serial: by }))
  return storeDocument(ctx, trx, { ...place, kind: 'credit_note', facts: factsOfRefund(first, whole, { reason }) })
}
