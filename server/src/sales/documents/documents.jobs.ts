import { ORPCError } from '@orpc/server'
import { DAY_MS } from 'contract/indian-time'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { alertOwner } from '../../shop/mails/alerts.ts'
import { storeFiles } from './document-file.ts'
import { findOrderDocuments, findUnbilledOrders, findUnkeptOrders, saleAmong } from './documents.queries.ts'
import { issueDocuments } from './documents.service.ts'

/** With an order, its documents, and with `mail` that of the sale is mailed; on schedule, those of every order that lacks one. */
const Payload = z.object({ order_id: z.string().optional(), mail: z.boolean().optional() }).nullish()

const DAYS_BACK = 30
const AT_ONCE = 200

/**
 * Makes missing documents and stores their files. A sale's document goes with the receipt, unless it was too late for
 * it. A failing one blocks none behind it; the owners are notified of it once, and every round tries it again.
 */
export function issueDocumentsJob(ctx: Context): Job {
  return {
    name: 'issue-documents',
    retries: 10,
    schedule: '*/10 * * * *',
    run: async (payload) => {
      const { order_id: orderId, mail } = Payload.parse(payload) ?? {}
      if (!orderId) return makeAllMissing(ctx)
      await makeMissing(ctx, orderId)
      if (!mail) return
      const sale = saleAmong(await findOrderDocuments(ctx.db, orderId))
      if (sale) await ctx.queue.send(ctx.db, 'document-mail', { document_id: sale.document_id, late: true })
    },
  }
}

async function makeMissing(ctx: Context, orderId: string): Promise<void> {
  await issueDocuments(ctx, orderId)
  await storeFiles(ctx, orderId)
}

async function makeAllMissing(ctx: Context): Promise<void> {
  const since = new Date(ctx.now().getTime() - DAYS_BACK * DAY_MS).toISOString()
  const failed = new Set<string>()
  for (const find of [findUnbilledOrders, findUnkeptOrders]) {
    let after: string | undefined
    do {
      const orderIds = await find(ctx.db, { since, limit: AT_ONCE, after })
      for (const id of orderIds) {
        if (failed.has(id)) continue
        await makeMissing(ctx, id).catch((error) => {
          failed.add(id)
          return notifyOwner(ctx, id, error)
        })
      }
      after = orderIds.at(-1)
    } while (after)
  }
}

async function notifyOwner(ctx: Context, orderId: string, error: unknown): Promise<void> {
  // Too much is drawn at the moment: nothing is wrong with this one.
  if (error instanceof ORPCError && error.code === 'unavailable') return
  ctx.log.error({ err: error, order_id: orderId }, 'the documents of an order could not be made')
  await ctx.db.transaction((trx) => alertOwner(ctx, trx, { kind: 'document_failed', key: orderId, orderId }))
}
