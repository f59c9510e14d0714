import type { Context } from '../../../context.ts'
import { isLimited } from '../../promocodes/promocode-limits.ts'
import { newOrderId } from '../order-id.ts'
import type { NewOrder } from '../orders.queries.ts'
import type { Origin } from '../origin.ts'
import { nextPollAt } from '../polling.ts'
import { type InvoiceBilling, NO_BILLING } from './billing.ts'
import { type Cart, fingerprintOf } from './cart.ts'

/** A payment link is open this long. */
const LINK_LIFETIME_MS = 24 * 60 * 60_000
/** An open order holds a use of a limited code, so its link is open for half an hour only. */
const LIMITED_LINK_MS = 30 * 60_000

type OrderRequest = {
  user: { id: number }
  billing?: InvoiceBilling | undefined
  origin: Origin
}

/** The order of a cart, as it is before anybody has paid. */
export function newOrder(ctx: Context, { user, billing, origin }: OrderRequest, cart: Cart): NewOrder {
  const now = ctx.now()
  const { priced, tax } = cart
  return {
    order_id: newOrderId(),
    user_id: user.id,
    status: 'created',
    fingerprint: fingerprintOf(cart),
    subtotal_paise: priced.subtotal_paise,
    discount_paise: priced.credit_paise + priced.discount_paise + priced.reduction_paise,
    credit_paise: priced.credit_paise,
    reductions: priced.reductions.length > 0 ? priced.reductions : null,
    tax_paise: priced.tax_paise,
    minimum_charge_paise: priced.minimum_charge_paise,
    total_paise: priced.total_paise,
    tax_settings_id: tax?.id ?? null,
    holds_tax: cart.holdsTax === true,
    ...((tax && billing) ?? NO_BILLING),
    promocode: cart.code?.promocode ?? null,
    promocode_id: cart.code?.id ?? null,
    promocode_discount: cart.code?.discount || null,
    promocode_seats: priced.seats,
    promocode_minimum_paise: cart.code?.minimum_paise ?? null,
    disclaimer_id: null,
    gateway_link_id: null,
    gateway_key_id: null,
    payment_link: null,
    gateway_order_id: null,
    page_order_id: null,
    payment_id: null,
    polled_at: null,
    polls: 0,
    paid_at: null,
    received_at: null,
    captured_paise: null,
    unanswered_since: null,
    traceparent: ctx.tracing.carried() ?? null,
    channel: origin.channel,
    source: origin.source,
    created_at: now.toISOString(),
    expires_at: new Date(
      now.getTime() + (cart.code && isLimited(cart.code) ? LIMITED_LINK_MS : LINK_LIFETIME_MS),
    ).toISOString(),
    poll_after: nextPollAt(ctx, 0),
  }
}
