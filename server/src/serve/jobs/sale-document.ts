import type { Context } from '../../context.ts'
import type { Mail } from '../../platform/mail/mailer.ts'
import { fileOf } from '../../sales/documents/document-file.ts'
import { findOrderDocuments, saleAmong } from '../../sales/documents/documents.queries.ts'
import { issueDocuments } from '../../sales/documents/documents.service.ts'
import { fileNameOf } from '../../sales/documents/pdf.ts'

/** By then the fault may be gone; if not, the job tries on. */
const LATER_SECONDS = 300

/**
 * The invoice or receipt of a sale as it goes with the mail, made now if need be. A fault in it must not keep the mail, which
 * tells the buyer the way in: then the mail goes alone, and the document follows by itself.
 */
export async function saleDocument(ctx: Context, orderId: string): Promise<NonNullable<Mail['attachments']>> {
  try {
    await issueDocuments(ctx, orderId)
    const sale = saleAmong(await findOrderDocuments(ctx.db, orderId))
    if (!sale) return []
    return [{ filename: fileNameOf(sale), content: await fileOf(ctx, sale), contentType: 'application/pdf' }]
  } catch (error) {
    ctx.log.error(
      { err: error, order_id: orderId },
      'the document of a sale could not be made: the receipt goes without it',
    )
    await ctx.queue.send(ctx.db, 'issue-documents', { order_id: orderId, mail: true }, { startAfter: LATER_SECONDS })
    return []
  }
}
