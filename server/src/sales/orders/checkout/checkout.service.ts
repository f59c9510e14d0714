import type { Language } from 'contract/languages'
import { toPaise, toRupees } from 'contract/money'
import type { BuyFields } from 'contract/orders/buy-fields'
import type { BoughtOrder } from 'contract/orders/orders'
import type { Context, Db } from '../../../context.ts'
import { appError, sessionExpired } from '../../../errors.ts'
import { failpoint } from '../../../platform/db/failpoint.ts'
import { findAnswer, forgetAnswer, type KeyedRequest, storeAnswer } from '../../../platform/db/idempotency.ts'
import { GatewayError, type PaymentLink } from '../../../platform/payments/razorpay.ts'
import { purchaseBegun } from '../../../shop/moments/moments.ts'
import type { Buyer } from '../../../shop/users/accounts.sql.ts'
import { setLanguage } from '../../../shop/users/language.queries.ts'
import { lockBuyer } from '../../../shop/users/users.queries.ts'
import { storeAnswers } from '../../checkout-questions/checkout-questions.service.ts'
import { isLimited } from '../../promocodes/promocode-limits.ts'
import { takeCoins } from '../coins.ts'
import { disclaimerOf } from '../disclaimers.queries.ts'
import { notifyRefusal } from '../gateway-refusals.ts'
import { OrdersInTheWay, orderMade } from '../moments.ts'
import {
  findOpenOrder,
  findOrder,
  findOrders,
  insertOrder,
  lockOpenOrder,
  type NewOrder,
  type OrderRow,
} from '../orders.queries.ts'
import type { Origin } from '../origin.ts'
import { saveLink } from '../payment-link.queries.ts'
import { nextPollAt } from '../polling.ts'
import { reconcileOrder } from '../settlement/reconcile-order.ts'
import { settleFreeOrder } from '../settlement/settle.ts'
import { findOpenAgain, type InvoiceBilling, stateMissing } from './billing.ts'
import { alreadyOwned, type Cart, fingerprintOf, linesOf, priceFromTables, refuseOwned } from './cart.ts'
import { newOrder } from './new-order.ts'
import { statusPath, whereToPay } from './pay-address.ts'
import { cartAt } from './price-at.ts'
import { takeUse } from './promocode-uses.ts'
import { closed, noteRefused, orRefused } from './refused-for-good.ts'
import { cancelUnlessPaid, cannotBePaid, makesRoom, supersede } from './supersede.ts'

export type Purchase = {
  user: { id: number; user_id: string }
  /** Language of the page that asks; absent in English. The buyer returns to it after paying. */
  language?: Language | undefined
  /** Course ids; an id repeated n times is n seats. */
  courseIds: readonly string[]
  promocode?: string | undefined
  /** Id of the one offer that is taken with them. */
  offer?: string | undefined
  /** Course that the page after paying is about, where the offer is all there is. */
  lands?: string | undefined
  /** Courses of the order that was just paid, where `offer` is one after paying. */
  after?: readonly string[] | undefined
  /** The sum that the shop agreed with the buyer, in paise; a lower price by now counts. */
  agreedPaise?: number | undefined
  /** End of what the price is for; the order ends soon after. */
  until?: Date | undefined
  /** Total shown to the buyer, in rupees. */
  expectedTotal?: number | undefined
  billing?: InvoiceBilling | undefined
  idempotencyKey?: string | undefined
  origin: Origin
  /** An agreed purchase, such as a further part of a plan: its price, and what is written with its order. */
  agreed?: { price: (db: Db) => Promise<Cart>; made: (trx: Db, order: OrderRow) => Promise<void> } | undefined
  /** Fields of features. */
  fields?: BuyFields | undefined
  /** The buyer's client, as for rate limits; absent where the shop repeats a purchase. */
  client?: string | undefined
}

/** The least that an order is open: the gateway's shortest link, and the way to it. */
const SHORTEST_MS = 20 * 60_000

export const JUST_MADE = 'This purchase was just made. Please reload the page.'

/**
 * Makes an order from the server's own prices and a payment link for it. The order is committed before the gateway is
 * called, with its id as the link's reference, so that whatever the gateway says later finds its order; a repeat
 * answers the open order and its link. Errors as the contract's entry lists them.
 */
export async function buy(ctx: Context, purchase: Purchase): Promise<BoughtOrder> {
  const { expectedTotal, billing, language, user } = purchase
  await purchaseBegun(ctx, purchase)
  // The store says no language in English: an English page leaves that of the account.
  if (language) await setLanguage(ctx.db, user.id, language)
  const keyed = keyedOf(ctx, purchase)
  const answered = keyed && (await findAnswer<{ order_id: string }>(ctx.db, keyed))
  const stored = answered && (await findOrder(ctx.db, answered.order_id))
  if (stored && (await cannotBePaid(ctx, stored))) await forgetAnswer(ctx.db, keyed)
  else if (stored) return answer(ctx, purchase, await ensureLink(ctx, purchase, stored))

  const cart = await priceOf(ctx, purchase)
  if (cart.tax && !billing) {
    const open = await findFromBeforeTax(ctx, purchase, cart)
    if (!open) throw stateMissing()
    return answer(ctx, purchase, await ensureLink(ctx, purchase, open))
  }
  if (expectedTotal !== undefined && toPaise(expectedTotal) !== cart.priced.total_paise) {
    throw priceChanged(cart)
  }
  failpoint(ctx, 'buy:before-order')
  const placed = await placeOrder(ctx, purchase, cart, keyed)
  if ('held' in placed) {
    // The buyer's own open order holds what this one needs, such as a use of its code: it makes room.
    for (const own of placed.held) await makeRoom(ctx, own)
    return buy(ctx, purchase)
  }
  const { order, buyer } = placed
  failpoint(ctx, 'buy:after-order')
  for (const order_id of placed.beyond)
    await ctx.queue.send(ctx.db, 'close-links', { order_id }, { singletonKey: order_id })
  if (order.total_paise === 0) return answer(ctx, purchase, order)
  if (await makesRoom(ctx, order)) {
    await makeRoom(ctx, order)
    return buy(ctx, purchase)
  }
  return answer(ctx, purchase, await ensureLink(ctx, purchase, order, buyer))
}

/** Closes an order that blocks this purchase: 409 `conflict` while money for it is on its way, so that it stays open. */
async function makeRoom(ctx: Context, order: OrderRow): Promise<void> {
  await supersede(ctx, order)
  if ((await findOrder(ctx.db, order.order_id))?.status !== 'created') return
  const message = 'A payment of yours is on its way. Please wait a few minutes, then look at your orders.'
  throw appError('conflict', message)
}

function keyedOf(ctx: Context, purchase: Purchase): KeyedRequest | undefined {
  const { user, idempotencyKey: key, courseIds, promocode, offer, expectedTotal, billing, fields } = purchase
  if (!key) return undefined
  const words = [
    courseIds,
    promocode,
    expectedTotal,
    ...(billing ? [billing] : []),
    ...(offer ? [{ offer }] : []),
    ...(hasFields(fields) ? [{ fields }] : []),
  ]
  return { scope: `buy:${user.id}`, key, what: 'purchase', said: words, now: ctx.now() }
}

/** The order with its frozen lines, or the equal one that is open. A total of 0 is paid in the transaction that makes it. */
async function placeOrder(ctx: Context, purchase: Purchase, cart: Cart, keyed: KeyedRequest | undefined) {
  const limited = cart.code && isLimited(cart.code) ? cart.code : undefined
  const joined = hasFields(purchase.fields) || purchase.agreed !== undefined
  if (cart.priced.total_paise > 0 && !limited && !joined) return findOrMakeOrder(ctx, ctx.db, purchase, cart, keyed)
  const placing = ctx.db.transaction(async (trx) => {
    if (limited) {
      const held = await takeUse(trx, limited, { userId: purchase.user.id, fingerprint: fingerprintOf(cart) })
      if (held) return { held }
    }
    // The student's next purchase must see an immediate grant: they follow each other. The buyer is locked after the
    // code, as in every purchase, so that two of one buyer cannot wait for each other.
    // Orders before students, as for a purchase that ends unpaid and returns what it holds.
    if (joined) await lockOpenOrder(trx, purchase.user.id, fingerprintOf(cart))
    if (cart.priced.total_paise === 0 || joined) await lockBuyer(trx, purchase.user.id)
    const placed = await findOrMakeOrder(ctx, trx, purchase, cart, keyed)
    await purchase.agreed?.made(trx, placed.order)
    const { fields = {}, client } = purchase
    if (joined) {
      await storeAnswers(trx, placed.order.order_id, fields.answers)
      if (fields.coins && placed.made) await takeCoins(ctx, trx, placed.order, fields.coins)
      await orderMade(ctx, trx, { order: placed.order, fields, client })
    }
    if (placed.made && placed.order.total_paise === 0) await settleFreeOrder(ctx, trx, placed.order)
    return placed
  })
  return placing.catch(async (error) => {
    if (!(error instanceof OrdersInTheWay)) throw error
    return { held: await findOrders(ctx.db, error.orderIds) }
  })
}

const hasFields = (fields: BuyFields | undefined) =>
  Object.values(fields ?? {}).some((value) => value !== undefined && value !== null)

async function findOrMakeOrder(ctx: Context, db: Db, purchase: Purchase, cart: Cart, keyed: KeyedRequest | undefined) {
  const drawn = endingWith(purchase, ctx.now(), newOrder(ctx, purchase, cart))
  const { credits, courses } = cart
  const placed = await insertOrder(db, drawn, linesOf(cart), {
    credits,
    disclaimer: disclaimerOf(courses),
    test: 'as the shop is',
  })
  if (!placed) throw sessionExpired()
  await refuseOwned(db, purchase.user.id, cart, ctx.now(), placed.owned)
  // A course of a bundle was paid for since the cart was priced: it is credited now.
  if (placed.owned.length > 0) throw priceChanged(await priceOf(ctx, purchase, db))
  const { order_no, disclaimer_id } = placed
  const order = order_no === null ? await findOpenAgain(db, drawn) : { ...drawn, order_no, disclaimer_id }
  if (!order) throw appError('conflict', JUST_MADE)
  if (keyed) await storeAnswer(db, keyed, { order_id: order.order_id })
  const made = order_no !== null
  return { order, buyer: placed.buyer, made, beyond: made ? placed.beyond : [] }
}

/** Prices a purchase by the present tables, or by what was agreed. */
async function priceOf(ctx: Context, { agreedPaise, ...purchase }: Purchase, db: Db = ctx.db): Promise<Cart> {
  if (purchase.agreed) return purchase.agreed.price(db)
  const cart = await priceFromTables(db, { ...purchase, buying: true, now: ctx.now() })
  return agreedPaise === undefined ? cart : cartAt(cart, Math.min(agreedPaise, cart.priced.total_paise))
}

/** An order of a price that ends is open a little longer than the price, for the gateway makes no shorter link. */
function endingWith({ until }: Purchase, now: Date, order: NewOrder): NewOrder {
  if (!until) return order
  const end = Math.max(until.getTime(), now.getTime() + SHORTEST_MS)
  return { ...order, expires_at: new Date(Math.min(end, Date.parse(order.expires_at))).toISOString() }
}

const priceChanged = ({ priced }: Cart) =>
  appError('price_changed', 'The price has changed. Please check the new total.', {
    total: toRupees(priced.total_paise),
  })

/** The same purchase, still open, from before there was tax: it asks for no state, and costs what its buyer was shown. */
async function findFromBeforeTax(ctx: Context, { user, expectedTotal }: Purchase, cart: Cart) {
  if (expectedTotal === undefined) return undefined
  const priced = { ...cart.priced, total_paise: toPaise(expectedTotal) }
  const open = await findOpenOrder(ctx.db, user.id, fingerprintOf({ ...cart, priced, tax: undefined }))
  return open && !(await makesRoom(ctx, open)) ? open : undefined
}

/** The order with a link that can be paid. The order's id is the link's reference: a second try finds the first link. */
async function ensureLink(ctx: Context, purchase: Purchase, order: OrderRow, known?: Buyer): Promise<OrderRow> {
  if (order.payment_link || order.status !== 'created') return order
  const buyer = known ?? (await lockBuyer(ctx.db, purchase.user.id))
  if (!buyer) throw sessionExpired()
  failpoint(ctx, 'buy:before-gateway')
  const requested = {
    referenceId: order.order_id,
    amountPaise: order.total_paise,
    description: `Order ${order.order_no}`,
    customer: { name: buyer.name, email: buyer.email, contact: buyer.phone },
    callbackUrl: statusAddress(ctx, purchase),
    expiresAt: new Date(order.expires_at),
    notes: { order_id: order.order_id },
  }
  const keys = await ctx.keyring.activeKeys()
  const link = await orRefused(ctx, order.order_id, ctx.payments.createLink(requested))
  failpoint(ctx, 'buy:after-gateway')
  if (!isPayable(ctx, link.shortUrl)) throw await refuseAddress(ctx, order, link)
  const { owned, closed } = await saveLink(ctx.db, order, {
    gateway_link_id: link.id,
    gateway_key_id: keys?.keyId ?? null,
    payment_link: link.shortUrl,
    poll_after: nextPollAt(ctx, 0),
    now: ctx.now().toISOString(),
  })
  failpoint(ctx, 'buy:after-link')
  if (link.status !== 'created') await reconcileOrder(ctx, order)
  else if (owned || closed) {
    await ctx.payments.cancelLink(link.id)
    await reconcileOrder(ctx, order)
    if (owned) throw alreadyOwned(owned)
    // Another purchase of this buyer replaced the order while its link was made.
    throw appError('conflict', 'You have just begun another purchase with this promocode. Please finish that one.')
  }
  return { ...order, payment_link: link.shortUrl }
}

/** A link whose address nobody can be sent to is cancelled, and its order ends with it; the owners are notified. */
async function refuseAddress(ctx: Context, order: OrderRow, link: PaymentLink) {
  const { order_id } = order
  const host = (URL.canParse(link.shortUrl) && new URL(link.shortUrl).host) || 'no host'
  const message = `The payment address of the gateway cannot be trusted: ${host}`
  ctx.log.error(
    { order_id, gateway_link_id: link.id, host },
    'the gateway gave a payment address that cannot be trusted',
  )
  await noteRefused(ctx, order_id, { message, retryable: false })
  await notifyRefusal(ctx, 'links', message)
  try {
    await cancelUnlessPaid(ctx, link.id)
    await reconcileOrder(ctx, order)
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    ctx.log.warn({ err: error, order_id }, 'a link that nobody can pay is not cancelled yet')
  }
  return closed()
}

function answer(ctx: Context, purchase: Purchase, order: OrderRow): BoughtOrder {
  const link = order.total_paise === 0 ? undefined : whereToPay(ctx.config, order)
  return {
    payment_link: link ?? statusAddress(ctx, purchase, order.order_id),
    order_id: order.order_id,
    order_no: order.order_no,
    amount: toRupees(order.total_paise),
    currency: 'INR',
  }
}

/** Returns the page after paying, which the gateway signs; with an order, when nothing is due, we do. */
function statusAddress(ctx: Context, { courseIds, lands, user, language = 'en' }: Purchase, orderId?: string): string {
  const shown = { courseId: courseIds[0] ?? lands ?? '', userId: user.user_id, language }
  return `${ctx.config.storeUrl}${statusPath(ctx.config, shown, orderId)}`
}

/** https, our own origin, or outside production plain http on this machine. */
function isPayable(ctx: Context, address: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.username || url.password) return false
  if (url.protocol === 'https:' || url.origin === new URL(ctx.config.storeUrl).origin) return true
  return !ctx.config.production && url.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
}
