import { DAY_MS } from 'contract/indian-time'
import { newCode } from 'contract/typed-keys'
import type { Context, Db } from '../../context.ts'
import { inLanguage } from '../../platform/language/language.ts'
import { findClients } from '../../shop/auth/sessions.queries.ts'
import { findGuaranteeDays } from '../../shop/settings/settings.queries.ts'
import { billedLines, NO_TAX } from '../documents/billed-lines.ts'
import { lockBilledOrder } from '../documents/billed-orders.queries.ts'
import { taxedSale } from '../documents/documents.service.ts'
import { isIntraState } from '../documents/facts.ts'
import { ordersShown } from '../orders/moments.ts'
import { findOrder, type OrderRow, updateOrder } from '../orders/orders.queries.ts'
import {
  findTerms,
  findTiesOf,
  hasPartners,
  insertOrder,
  isOwnPurchase,
  type Tie,
  type Way,
} from './partners.queries.ts'

/**
 * Ties a paid order to who brought its buyer, by the terms of the moment at which it was made: by the promo code, else by the last link within
 * its window. A membership counts from when it was joined, for as many payments as the terms say. Nobody earns by own purchases. A further
 * part of a plan follows the first.
 */
export async function tieOrder(ctx: Context, trx: Db, orderId: string): Promise<void> {
  const order = (await hasPartners(trx)) ? await findOrder(trx, orderId) : undefined
  const tie = order && ((await tieOfPlan(trx, order)) ?? (await tieOf(ctx, trx, order)))
  const money = tie && (await moneyOf(trx, orderId))
  if (!money) return
  const due_at = new Date(ctx.now().getTime() + (await findGuaranteeDays(trx)) * DAY_MS)
  if (!(await insertOrder(trx, { ...tie, ...money, order_id: orderId, due_at, created_at: order.created_at }))) return
  const partner = { id: tie.partner_id, code: tie.code }
  await updateOrder(trx, orderId, { source: { ...(order.source ?? { first: null, last: null }), partner } })
}

async function tieOf(ctx: Context, trx: Db, order: OrderRow): Promise<Tie | undefined> {
  const { user_id: buyer, promocode, source } = order
  const { at: agreed_at, payment } = source?.mandate ?? { at: order.created_at, payment: 0 }
  const links = (source?.via ?? []).map(({ code, at }) => ({ code: newCode(code), at, rule: 'link' as const }))
  const ways: Way[] = [
    ...(promocode ? [{ code: newCode(promocode), at: agreed_at, rule: 'code' as const }] : []),
    ...links,
  ]
  const terms = ways.length > 0 ? await findTerms(trx, ways, agreed_at) : undefined
  if (!terms || payment > terms.membership_payments) return undefined
  const { partner_id, name: partner_name, code, percent, rule } = terms
  const own = await isOwnPurchase(trx, {
    partnerId: partner_id,
    partner: terms.user_id,
    buyer,
    clients: await findClients(trx, buyer, ctx.now()),
    since: new Date(Date.parse(agreed_at) - terms.window_days * DAY_MS),
  })
  return own ? undefined : { partner_id, partner_name, code, percent, rule }
}

async function tieOfPlan(trx: Db, order: OrderRow): Promise<Tie | undefined> {
  const planOf = async (ids: readonly string[]) => (await ordersShown(trx, ids)).flat().filter(({ plan }) => plan)
  const [own] = await planOf([order.order_id])
  if (!own?.plan || own.plan.part === 1) return undefined
  const { plan_id } = own.plan
  const ties = await findTiesOf(trx, order.user_id)
  const first = (await planOf(ties.map((one) => one.order_id))).find(({ plan }) => plan?.plan_id === plan_id)
  const { order_id: _, ...tie } = ties.find(({ order_id }) => order_id === first?.order_id) ?? {}
  return 'code' in tie ? tie : undefined
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
