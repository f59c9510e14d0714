import type { Context } from '../../context.ts'
import type { Hooks } from '../../platform/features/hooks.ts'
import { unsubscribe } from './letter-tokens.ts'
import { findUnread } from './reports/reports.queries.ts'
import { enlistMessage, sendsReceipts } from './sequences/sequence-events.queries.ts'

type LetterHooks = Hooks<Context>

export const unsubscribed: LetterHooks['unsubscribed'] = (ctx, token) => unsubscribe(ctx, token)

/** Sends the receipt by WhatsApp soon, where the shop has one. */
export const orderPaid: LetterHooks['orderPaid'] = async ({ queue }, trx) => {
  if (await sendsReceipts(trx)) await queue.send(trx, 'letters', {}, { startAfter: 1, singletonKey: 'receipts' })
}

export const messageDue: LetterHooks['messageDue'] = ({ now }, trx, message) => enlistMessage(trx, message, now())

/** Lists returned emails that only a person can read. */
export const todoLines: LetterHooks['todoLines'] = async ({ db }) => {
  const unread = await findUnread(db)
  return unread ? [{ kind: 'reports', count: unread.count, since: unread.since, words: unread.last }] : []
}
