import { mostCoins, worthOf } from 'contract/coins/coin-spending'
import type { PricedCart, Reduction } from 'contract/orders/price-cart'
import type { Context, Db } from '../../context.ts'
import { appError } from '../../errors.ts'
import { storedText as t } from '../../platform/language/language.ts'
import { readShop } from '../../shop/settings/settings.queries.ts'
import { applyCoinChange, findBalance } from '../../shop/users/coins.queries.ts'
import { findHeld, findMoney, insertSpend, lockSpend, saveReturned } from './coin-spends.queries.ts'
import { OrdersInTheWay, type PricedPurchase } from './moments.ts'
import { ENDED_UNPAID } from './status.ts'

/** Prices before tax, in paise: coins pay a part of these. */
const priceOf = (priced: PricedCart) => priced.lines.reduce((sum, { total_paise }) => sum + total_paise, 0)

/** Counts the coins of a student (`users.id`): the balance, and what their own open orders hold, which make room; 0 while coins are owed. */
async function findAvailable(db: Db, userId: number): Promise<number> {
  // In this order nothing is missed: coins that move meanwhile are counted twice, and taking them is exact.
  const balance = await findBalance(db, userId)
  return Math.max(
    0,
    (await findHeld(db, userId)).reduce((sum, { coins }) => sum + coins, balance),
  )
}

/** Counts the coins that a student may spend on a priced cart, and what they take off in paise. */
export async function findUsable(
  db: Db,
  userId: number,
  priced: PricedCart,
): Promise<{ coins: number; paise: number }> {
  const { coins: spending } = await readShop(db)
  if (!spending) return { coins: 0, paise: 0 }
  const coins = Math.min(mostCoins(priceOf(priced), spending), await findAvailable(db, userId))
  return { coins, paise: worthOf(coins, spending) }
}

/** The discount of the coins of a purchase. 422 while coins buy nothing or for more than the setting allows, 409 `insufficient_coins`. */
export async function coinsOff(
  db: Db,
  { user, fields, shop, buying }: PricedPurchase,
  priced: PricedCart,
): Promise<readonly Reduction[]> {
  const { coins } = fields
  if (!coins) return []
  const { coins: spending } = shop
  if (!spending) throw appError('invalid', 'Coins cannot be used in this shop')
  const most = mostCoins(priceOf(priced), spending)
  if (coins > most) throw appError('invalid', 'At most {count} coins can be used here', { values: { count: most } })
  // A purchase takes them, or finds its equal order that holds them.
  if (!buying && coins > (await findAvailable(db, user.id))) throw insufficient()
  return [{ kind: 'coins', label: t('Coins ({count})'), count: coins, paise: worthOf(coins, spending) }]
}

const insufficient = () => appError('insufficient_coins', 'You do not have that many coins')

type Made = { order_id: string; order_no: string; user_id: number }

/** Takes the coins of an order that is made, its buyer locked. Their own open orders that hold the coins are in the way. */
export async function takeCoins({ now }: Pick<Context, 'now'>, trx: Db, order: Made, coins: number): Promise<void> {
  const { order_id, order_no, user_id } = order
  const change = { userId: user_id, change: -coins, reason: `spent on order ${order_no}`, adminId: null }
  if ((await applyCoinChange(trx, { ...change, account: 'orders', orderId: order_id, now: now() })) === undefined) {
    const held = await findHeld(trx, user_id)
    if (held.length === 0) throw insufficient()
    throw new OrdersInTheWay(held.map((one) => one.order_id))
  }
  await insertSpend(trx, { order_id, user_id, coins, created_at: now() })
}

/**
 * Gives back the coins of an order as far as its money went back: all of an order that ended unpaid or was refunded, else their part, rounded down. Money
 * that arrives or stays after all takes them again; what is spent by then is owed. The order is locked; safe to repeat.
 */
export async function settleCoins({ now }: Pick<Context, 'now'>, trx: Db, orderId: string): Promise<void> {
  const spend = await lockSpend(trx, orderId)
  const money = spend && (await findMoney(trx, orderId))
  // Money that waits for the owner bought nothing.
  if (!spend || !money || money.status === 'review') return
  const { coins, user_id: userId } = spend
  const { order_no, status, charged_paise: charged, refunded_paise: refunded } = money
  const back = charged > 0 && refunded < charged ? Math.floor((coins * refunded) / charged) : coins
  const isOver = status === 'refunded' || ENDED_UNPAID.some((one) => one === status)
  const due = isOver ? coins : charged > 0 ? back : 0
  const change = due - spend.returned
  if (change === 0) return
  const reason = `${change > 0 ? 'back from order' : 'spent on order'} ${order_no}`
  const entry = { userId, change, reason, adminId: null, account: 'orders' as const, orderId, owes: true, now: now() }
  // A deleted account has no coins.
  if ((await applyCoinChange(trx, entry)) !== undefined) await saveReturned(trx, orderId, due)
}
