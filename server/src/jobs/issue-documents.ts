import { z } from 'zod'
import type { Context } from '../context.ts'
import { findUnbilledOrders } from '../documents/documents.queries.ts'
import { issueDocuments } from '../documents/documents.service.ts'
import type { Job } from '../queue/queue.ts'

/** With an order, its documents; on schedule, those of every order that lacks one. */
const Payload = z.object({ order_id: z.string().optional() }).nullish()

const DAYS_BACK = 30
const AT_ONCE = 200

/** Makes missing documents, and mails those of refunds: the one of a sale goes with the receipt. */
export function issueDocumentsJob(ctx: Context): Job {
  return {
    name: 'issue-documents',
    retries: 10,
    schedule: '*/10 * * * *',
    run: async (payload) => {
      const orderId = Payload.parse(payload)?.order_id
      const since = new Date(ctx.now().getTime() - DAYS_BACK * 86_400_000).toISOString()
      const orderIds = orderId ? [orderId] : await findUnbilledOrders(ctx.db, since, AT_ONCE)
      for (const id of orderIds) await issue(ctx, id)
    },
  }
}

async function issue(ctx: Context, orderId: string): Promise<void> {
  for (const { document_id, refund_id } of await issueDocuments(ctx, orderId)) {
    if (refund_id) await ctx.queue.send(ctx.db, 'document-mail', { document_id })
  }
}
