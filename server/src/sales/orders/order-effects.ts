import type { Context, Db } from '../../context.ts'
import { importAll } from '../../platform/features/import-all.ts'
import type { OrderRow } from './orders.queries.ts'

/**
 * Lists all that a paid order brings about, in the order in which refunds walk it: students are locked before plans and mandates, and those before grants. The
 * rewarded account is older than the buyer's, and locked before it.
 * `upgrades` are later orders that open nothing without this one: they go back, too, each in a transaction of its own.
 * `seats` are the buyer's own access, also of a bundle or a renewal, gift codes, and the access of whoever redeemed one. Others need no undo, for
 * each use reads the money: the offer after paying, uses of a promo code, credit for a bundle, rewards that wait for the guarantee.
 */
export const ORDER_EFFECTS = ['rewards', 'coins', 'plans', 'mandates', 'seats', 'upgrades'] as const

/** An order that was paid, locked, with its money as it is now. */
export type OrderMoney = {
  /** With the status that follows from the sums. */
  order: OrderRow
  /** Seats that were refunded; 0 is the buyer's own. */
  gone: readonly { course_id: string; seat: number }[]
  /** The order's status has just changed. */
  changed: boolean
  now: string
}

/** Follows the money of an order, in the caller's transaction. Either is safe to repeat. A feature exports its own as `effects` of a `*.effects.ts`. */
export type OrderEffect = {
  /** All of the money went back: by the gateway, its dashboard, a bank transfer or a lost dispute. */
  undo: (ctx: Context, trx: Db, money: OrderMoney) => Promise<void>
  /** Money of the order is here: a part went back, or a refund failed late, or a dispute was won. Restores what the rest pays for. */
  redo: (ctx: Context, trx: Db, money: OrderMoney) => Promise<void>
}

export type OrderEffects = Partial<Record<(typeof ORDER_EFFECTS)[number], OrderEffect>>

let found: Promise<OrderEffects> | undefined

/** Loads them at the first refund: features with effects use the one that walks them. */
async function load(): Promise<OrderEffects> {
  const modules = (await importAll('../../**/*.effects.ts', import.meta.dirname)) as { effects: OrderEffects }[]
  return Object.assign({}, ...modules.map(({ effects }) => effects))
}

/** Has everything that a paid order brought about follow its money. */
export async function walkEffects(ctx: Context, trx: Db, money: OrderMoney): Promise<void> {
  found ??= load()
  const effects = await found
  const way = money.order.status === 'refunded' ? 'undo' : 'redo'
  for (const name of ORDER_EFFECTS) await effects[name]?.[way](ctx, trx, money)
}
