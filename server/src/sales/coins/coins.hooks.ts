import type { Context } from '../../context.ts'
import type { Hooks } from '../../platform/features/hooks.ts'
import { findCoinsAlone, findLackingCoins } from './coin-spends.queries.ts'
import { coinsOff, settleCoins, takeCoins } from './coins.service.ts'

export const cartPriced: Hooks['cartPriced'] = (db, { purchase, priced }) => coinsOff(db, purchase, priced)

export const orderMade: Hooks<Context>['orderMade'] = async (ctx, trx, { order, fields, again }) => {
  if (fields.coins && !again) await takeCoins(ctx, trx, order, fields.coins)
}

export const orderEnded: Hooks<Context>['orderEnded'] = (ctx, trx, { order_id }) => settleCoins(ctx, trx, order_id)
export const orderPaid: Hooks<Context>['orderPaid'] = (ctx, trx, { order_id }) => settleCoins(ctx, trx, order_id)

export const moneyJudged: Hooks['moneyJudged'] = async (trx, order) => {
  const lacking = await findLackingCoins(trx, order)
  return lacking > 0 ? `${lacking} of its coins were spent meanwhile` : undefined
}

export const ordersShown: Hooks['ordersShown'] = findCoinsAlone
