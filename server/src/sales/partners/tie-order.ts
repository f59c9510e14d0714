import { DAY_MS } from 'contract/indian-time'
import { newCode } from 'contract/typed-keys'
import type { Context, Db } from '../../context.ts'
import { inLanguage } from '../../platform/language/language.ts'
import { listSessions } from '../../shop/auth/sessions.queries.ts'
import { findGuaranteeDays } from '../../shop/settings/settings.queries.ts'
import { billedLines, NO_TAX } from '../documents/billed-lines.ts'
import { lockBilledOrder } from '../documents/billed-orders.queries.ts'
import { taxedSale } from '../documents/documents.service.ts'
import { isIntraState } from '../documents/facts.ts'
import { ordersShown } from '../orders/moments.ts'
import { findOrder, type OrderRow, updateOrder } from '../orders/orders.queries.ts'
import {
  findByCodes,
  findTiesOf,
  hasPartners,
  insertOrder,
  isOwnPurchase,
  type PartnerOrder,
} from './partners.queries.ts'

type Tie = Pick<PartnerOrder, 'partner_id' | 'partner_name' | 'code' | 'percent' | 'rule'>

/**
 * Ties a paid order to who brought its buyer, by the terms of the moment at which it was made: by the promo code, else by the last link within
 * its window. Nobody earns by own purchases. A further part of a plan follows the first.
 */
export async function tieOrder(ctx: Context, trx: Db, orderId: string): Promise<void> {
  const order = (await hasPartners(trx)) ? await findOrder(trx, orderId) : undefined
  const tie = order && ((await tieOfPlan(trx, order)) ?? (await tieOf(ctx, trx, order)))
  if (!order || !tie) return
  const money = await moneyOf(trx, orderId)
  if (!money) return
  const days = await findGuaranteeDays(trx)
  const due_at = new Date(ctx.now().getTime() + days * DAY_MS)
  const created_at = order.created_at
  if (!(await insertOrder(trx, { ...tie, ...money, order_id: orderId, due_at, created_at }))) return
  const partner = { id: tie.partner_id, code: tie.code }
  await updateOrder(trx, orderId, { source: { ...(order.source ?? { first: null, last: null }), partner } })
}

async function tieOf(ctx: Context, trx: Db, order: OrderRow): Promise<Tie | undefined> {
  const links = (order.source?.via ?? []).map(({ code, at }) => ({ code: newCode(code), at, rule: 'link' as const }))
  const code = order.promocode && { code: newCode(order.promocode), at: order.created_at, rule: 'code' as const }
  const ways = [...(code ? [code] : []), ...links]
  if (ways.length === 0) return undefined
  const found = await findByCodes(
    trx,
    ways.map((way) => way.code),
    order.created_at,
  )
  for (const { code, at, rule } of ways) {
    const terms = found.find((one) => one.code === code)
    if (!terms) continue
    const window = terms.window_days * DAY_MS
    if (rule === 'link' && Date.parse(order.created_at) - Date.parse(at) > window) continue
    const { partner_id, name, percent, user_id: partner } = terms
    const holder = { audience: 'user', id: order.user_id } as const
    const own = await isOwnPurchase(trx, {
      partnerId: partner_id,
      partner,
      buyer: order.user_id,
      clients: await listSessions(trx, holder, ctx.now()),
      since: new Date(Date.parse(order.created_at) - window),
    })
    return own ? undefined : { partner_id, partner_name: name, code, percent, rule }
  }
  return undefined
}

async function tieOfPlan(trx: Db, order: OrderRow): Promise<Tie | undefined> {
  const planOf = async (ids: readonly string[]) =>
    (await ordersShown(trx, ids)).flat().flatMap(({ plan, ...one }) => (plan ? { ...one, plan } : []))
  const [own] = await planOf([order.order_id])
  if (!own || own.plan.part === 1) return undefined
  const ties = await findTiesOf(trx, order.user_id)
  const plans = await planOf(ties.map(({ order_id }) => order_id))
  const first = plans.find(({ plan }) => plan.plan_id === own.plan.plan_id)
  const tie = ties.find(({ order_id }) => order_id === first?.order_id)
  if (!tie) return undefined
  const { partner_id, partner_name, code, percent, rule } = tie
  return { partner_id, partner_name, code, percent, rule }
}

/** Sums what was paid, and the part of it without tax, as the invoice has it. */
async function moneyOf(trx: Db, orderId: string) {
  const billed = await lockBilledOrder(trx, orderId)
  if (!billed) return undefined
  const { order, lines, settings } = await taxedSale(trx, billed)
  const within = isIntraState(
    settings ? (order.billing_state ?? settings.state_code) : null,
    settings?.state_code,
    order.billing_sez,
  )
  const sold = billedLines({ order, lines, rule: settings ?? NO_TAX, speech: inLanguage() }, within)
  const sum = (key: 'total_paise' | 'taxable_paise') => sold.reduce((all, line) => all + line[key], 0)
  return sum('total_paise') > 0 ? { paid_paise: sum('total_paise'), net_paise: sum('taxable_paise') } : undefined
}
