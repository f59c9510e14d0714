import type { Context, Db } from '../../context.ts'
import { consentsUsed, processorsUsed, secretsSealed } from '../../shop/moments/moments.ts'
import { orderPaid, refundsArrived } from '../orders/moments.ts'
import { findActiveChannels, hasActiveAds, resealAds } from './ad-config.queries.ts'
import { insertPurchases, insertRefunds } from './ad-events.queries.ts'

/** A buyer may still agree on the page that says the payment succeeded: consent is looked at when the event is sent. */
const AFTER_SECONDS = 1_800

async function send({ queue }: Pick<Context, 'queue'>, trx: Db, ids: readonly number[], startAfter: number) {
  for (const id of ids) await queue.send(trx, 'tell-ads', { id }, { startAfter })
}

const RECEIVERS = { meta: 'Meta', ga4: 'Google Analytics' } as const

export const joins = () => [
  /** Puts a sale in the outbox of every receiver. */
  orderPaid.by(async (ctx, trx, { order_id, now }) =>
    send(ctx, trx, await insertPurchases(trx, order_id, now), AFTER_SECONDS),
  ),
  /** The same of refunds that have arrived. */
  refundsArrived.by(async (ctx, trx, { order_id, refund_ids, now }) => {
    if (refund_ids.length > 0)
      await send(ctx, trx, await insertRefunds(trx, order_id, [...refund_ids], now), AFTER_SECONDS + 60)
  }),
  secretsSealed.by(({ db, config }) => resealAds(db, config.encryptionKeys)),
  consentsUsed.by(async ({ db }) => ((await hasActiveAds(db)) ? ['ads'] : [])),
  processorsUsed.by(async ({ db }) =>
    (await findActiveChannels(db)).map((channel) => ({ name: RECEIVERS[channel], use: 'ads' })),
  ),
]
