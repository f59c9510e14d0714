import { dayStart } from 'contract/indian-time'
import { toRupees } from 'contract/money'
import { type Context, calls, requireAdmin, requireUser } from '../../context.ts'
import { appError, plainError } from '../../errors.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { addGstin } from './add-gstin.ts'
import { printedOf } from './document-file.ts'
import { listDocuments } from './document-list.queries.ts'
import { findDocument, type OwnedDocument } from './documents.queries.ts'
import { changeInvoiceNumbers, readInvoiceNumbers } from './invoice-numbers.ts'
import { fileNameOf } from './pdf.ts'
import { addTaxSettings, readTaxSettings, shownTax } from './tax-settings.ts'

const PAGE = 50

export const documentHandlers = {
  tax: calls.documents.tax.handler(async ({ context }) => ({
    tax: await context.ctx.read((db) => shownTax(db, context.ctx.now())),
  })),

  mine: calls.documents.mine.handler(async ({ input, context }) => {
    const user = requireUser(context)
    const found = await findDocument(context.ctx.db, input.document_id)
    // Another's document is none that this caller could know of.
    if (!found || found.user_id !== user.id) throw appError('not_found', 'Document not found')
    return pdfOf(context.ctx, found)
  }),

  sendMine: calls.documents.sendMine.handler(async ({ input, context }) => {
    const user = requireUser(context)
    const { ctx } = context
    const found = await findDocument(ctx.db, input.params.document_id)
    if (!found?.email || found.user_id !== user.id) throw appError('not_found', 'Document not found')
    await ctx.queue.send(ctx.db, 'document-mail', { document_id: found.document_id })
    return { message: `Sent to ${found.email}`, email: found.email }
  }),

  list: calls.documents.list.handler(async ({ input, context }) => {
    const { from, to, limit = PAGE, offset = 0, ...rest } = input
    const window = { limit, offset, from: from && dayStart(from), before: to && dayStart(to, 1) }
    const { rows, total } = await listDocuments(context.ctx.db, { ...rest, ...window })
    context.setHeader('X-Total-Count', String(total))
    return { documents: rows.map(({ total_paise, ...row }) => ({ ...row, total: toRupees(total_paise) })) }
  }),

  get: calls.documents.get.handler(async ({ input, context }) => {
    const found = await findDocument(context.ctx.db, input.document_id)
    if (!found) throw appError('not_found', 'Document not found')
    if (found.email === null && requireAdmin(context).role !== 'owner') {
      throw plainError('forbidden', 'The buyer’s account was deleted, so this document is for owners only')
    }
    return pdfOf(context.ctx, found)
  }),

  send: calls.documents.send.handler(async ({ input, context }) => {
    const { ctx } = context
    const found = await findDocument(ctx.db, input.params.document_id)
    if (!found) throw appError('not_found', 'Document not found')
    if (!found.email)
      throw plainError('conflict', 'The buyer’s account was deleted, so there is no email to send it to')
    await ctx.db.transaction(async (trx) => {
      await ctx.queue.send(trx, 'document-mail', { document_id: found.document_id })
      await noteChange(trx, {
        kind: 'order',
        id: found.order_id,
        name: found.order_no,
        after: { document_mailed: found.serial },
      })
    })
    return { message: `Sent to ${found.email}` }
  }),

  addGstin: calls.documents.addGstin.handler(async ({ input, context }) => {
    const made = await addGstin(context.ctx, input.params.document_id, input.body)
    const { document_id, kind, serial, issued_at } = made
    return { message: `${serial} issued`, document: { document_id, kind, serial, issued_at } }
  }),

  setInvoicePrefix: calls.documents.setInvoicePrefix.handler(async ({ input, context }) => ({
    message: 'Invoice numbers saved',
    ...(await changeInvoiceNumbers(context.ctx, input.body)),
  })),

  taxSettings: calls.documents.taxSettings.handler(async ({ context }) => {
    const [settings, invoices] = await Promise.all([readTaxSettings(context.ctx), readInvoiceNumbers(context.ctx)])
    return { ...settings, invoices }
  }),

  setTaxSettings: calls.documents.setTaxSettings.handler(async ({ input, context }) => {
    await addTaxSettings(context.ctx, input.body)
    return { message: 'Tax settings saved' }
  }),
}

async function pdfOf(ctx: Context, document: OwnedDocument): Promise<File> {
  const bytes = await printedOf(ctx, document)
  return new File([new Uint8Array(bytes)], fileNameOf(document), { type: 'application/pdf' })
}
