import type { Context, Db } from '../../context.ts'
import type { Hooks } from '../../platform/features/hooks.ts'
import { findActiveChannels, hasActiveAds, resealAds } from './ad-config.queries.ts'
import { insertPurchases, insertRefunds } from './ad-events.queries.ts'

/** A buyer may still agree on the page that says the payment succeeded: consent is looked at when the event is sent. */
const AFTER_SECONDS = 1_800

type AdHooks = Hooks<Pick<Context, 'config' | 'db' | 'queue'>>

async function send({ queue }: Pick<Context, 'queue'>, trx: Db, ids: readonly number[], startAfter: number) {
  for (const id of ids) await queue.send(trx, 'tell-ads', { id }, { startAfter })
}

/** Puts a sale in the outbox of every receiver. */
export const orderPaid: AdHooks['orderPaid'] = async (ctx, trx, { order_id, now }) =>
  send(ctx, trx, await insertPurchases(trx, order_id, now), AFTER_SECONDS)

/** The same of refunds that have arrived. */
export const refundsArrived: AdHooks['refundsArrived'] = async (ctx, trx, { order_id, refund_ids, now }) => {
  if (refund_ids.length > 0)
    await send(ctx, trx, await insertRefunds(trx, order_id, [...refund_ids], now), AFTER_SECONDS + 60)
}

export const secretsSealed: AdHooks['secretsSealed'] = ({ db, config }) => resealAds(db, config.encryptionKeys)

export const consentsUsed: AdHooks['consentsUsed'] = async ({ db }) => ((await hasActiveAds(db)) ? ['ads'] : [])

const RECEIVERS = { meta: 'Meta', ga4: 'Google Analytics' } as const

export const processorsUsed: AdHooks['processorsUsed'] = async ({ db }) =>
  (await findActiveChannels(db)).map((channel) => ({ name: RECEIVERS[channel], use: 'ads' }))
