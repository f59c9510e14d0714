import type { Context } from '../../../context.ts'
import { issueDocuments } from '../../documents/documents.service.ts'

/** The note is there when whoever gave the money back looks for it; its job makes it where this fails. */
export async function issueNote(ctx: Context, order_id: string): Promise<void> {
  await issueDocuments(ctx, order_id).catch((err) =>
    ctx.log.warn({ err, order_id }, 'the note of a refund is left to its job'),
  )
}
