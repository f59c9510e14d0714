import { z } from 'zod'
import type { Context } from '../context.ts'
import { findOrderDocuments, findUnbilledOrders } from '../documents/documents.queries.ts'
import { issueDocuments } from '../documents/documents.service.ts'
import type { Job } from '../queue/queue.ts'

/** With an order, its documents, and with `mail` that of the sale is mailed; on schedule, those of every order that lacks one. */
const Payload = z.object({ order_id: z.string().optional(), mail: z.boolean().optional() }).nullish()

const DAYS_BACK = 30
const AT_ONCE = 200

/** Makes missing documents. The one of a sale goes with the receipt, unless it could not be made in time for it. */
export function issueDocumentsJob(ctx: Context): Job {
  return {
    name: 'issue-documents',
    retries: 10,
    schedule: '*/10 * * * *',
    run: async (payload) => {
      const { order_id: orderId, mail } = Payload.parse(payload) ?? {}
      const since = new Date(ctx.now().getTime() - DAYS_BACK * 86_400_000).toISOString()
      const orderIds = orderId ? [orderId] : await findUnbilledOrders(ctx.db, since, AT_ONCE)
      for (const id of orderIds) await issueDocuments(ctx, id)
      if (!orderId || !mail) return
      const sale = (await findOrderDocuments(ctx.db, orderId)).find((document) => document.refund_id === null)
      if (sale) await ctx.queue.send(ctx.db, 'document-mail', { document_id: sale.document_id, late: true })
    },
  }
}
