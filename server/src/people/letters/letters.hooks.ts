import { orderPaid } from '../../sales/orders/moments.ts'
import { messageDue, todoLines, toolsOnce, unsubscribed } from '../../shop/moments/moments.ts'
import { unsubscribe } from './letter-tokens.ts'
import { findUnread } from './reports/reports.queries.ts'
import { enlistMessage, sendsReceipts } from './sequences/sequence-events.queries.ts'

export const joins = () => [
  unsubscribed.by((ctx, token) => unsubscribe(ctx, token)),
  /** Sends the receipt by WhatsApp soon, where the shop has one. */
  orderPaid.by(async ({ queue }, trx) => {
    if (await sendsReceipts(trx)) await queue.send(trx, 'letters', {}, { startAfter: 1, singletonKey: 'receipts' })
  }),
  messageDue.by(({ now }, trx, message) => enlistMessage(trx, message, now())),
  /** A new shop has a sequence already, which is not active. */
  toolsOnce(
    `select from letters where sequence_id is null union all
    select from sequences where active or sequence_id <> 'seq_order_unpaid'`,
    'letters',
  ),
  /** Lists returned emails that only a person can read. */
  todoLines.by(async ({ db }) => {
    const unread = await findUnread(db)
    return unread ? [{ kind: 'reports', count: unread.count, since: unread.since, words: unread.last }] : []
  }),
]
