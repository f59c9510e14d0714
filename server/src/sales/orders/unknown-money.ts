import type { Context, Db } from '../../context.ts'
import { GatewayError } from '../../platform/payments/razorpay.ts'
import { alertOwner } from '../../shop/mails/alerts.ts'
import { fetchOrderState, findNamedOrder, linkOfDescription, type Named } from './fetch-order-state.ts'
import { isOrderId } from './order-id.ts'
import { findKnownMoney, insertUnknownMoney, type UnknownMoney } from './unknown-money.queries.ts'

/** Up to so many orders get an email each; more of them, as after a restore, share one. */
const EMAILS_EACH = 3

/** A captured payment or a refund of the gateway, and all that names its order. */
export type Money = { id: string; kind: UnknownMoney['kind']; paymentId: string; amountPaise: number; named: Named }

/**
 * Reports money of orders that this shop does not have, as after a restore: an entry in the list of unmatched payments
 * and an email to the owners, once each. The gateway's link or order names the order of money without our note. Money of
 * other shops under the same account is remembered and not reported. Rejects when the gateway does not answer; what was
 * found until then is reported.
 */
export async function reportUnknownMoney(ctx: Context, found: readonly Money[]): Promise<void> {
  const known = await findKnownMoney(
    ctx.db,
    found.map(({ id }) => id),
  )
  const rows: UnknownMoney[] = []
  let failure: unknown
  for (const money of found.filter(({ id }) => !known.has(id))) {
    try {
      const reference = await referenceOf(ctx, money)
      const order = reference && (await findNamedOrder(ctx.db, { reference }))
      if (order) await ctx.db.transaction((trx) => fetchOrderState(ctx, trx, order, money.named))
      else rows.push(rowOf(ctx, money, { reference, in_list: reference !== null }))
    } catch (error) {
      failure = error
      break
    }
  }
  await ctx.db.transaction((trx) => report(ctx, trx, rows))
  if (failure) throw failure
}

/** Reports a captured payment whose event names an order of this shop's kind. */
export async function reportNamedMoney(ctx: Context, trx: Db, money: Money, reference: string): Promise<void> {
  await report(ctx, trx, [rowOf(ctx, money, { reference, in_list: false })])
}

async function report(ctx: Context, trx: Db, rows: readonly UnknownMoney[]): Promise<void> {
  const unknown = await insertUnknownMoney(trx, rows)
  const references = new Set(unknown.flatMap(({ reference }) => reference ?? []))
  if (references.size > EMAILS_EACH) {
    await alertOwner(ctx, trx, { kind: 'unknown_orders', key: `${references.size}:${ctx.now().toISOString()}` })
    return
  }
  for (const reference of references) await alertOwner(ctx, trx, { kind: 'unknown_order', key: reference })
}

function rowOf(
  ctx: Context,
  { id, kind, paymentId, amountPaise }: Money,
  about: Pick<UnknownMoney, 'reference' | 'in_list'>,
): UnknownMoney {
  const found = { entity_id: id, kind, payment_id: paymentId, amount_paise: amountPaise }
  return { ...found, ...about, found_at: ctx.now().toISOString() }
}

/** Finds the order number that money was paid for; null when it is none of ours. */
async function referenceOf(ctx: Context, { kind, paymentId, named }: Money): Promise<string | null> {
  if (named.reference) return ours(named.reference)
  const { payments } = ctx
  try {
    const of = kind === 'refund' ? await payments.fetchPayment(paymentId) : named
    const noted = 'orderId' in of ? of.orderId : null
    if (noted) return ours(noted)
    const linkId = linkOfDescription(of.description)
    if (linkId) return ours((await payments.fetchLink(linkId)).referenceId)
    if (!of.gatewayOrderId) return null
    const { receipt } = await payments.fetchOrder(of.gatewayOrderId)
    return ours(receipt?.replace(/_page$/, '') ?? null)
  } catch (error) {
    if (error instanceof GatewayError && error.kind === 'not_found') return null
    throw error
  }
}

const ours = (reference: string | null) => (reference && isOrderId(reference) ? reference : null)
