import { Billing } from 'contract/billing'
import { currencyField, rupeesOrNull, toRupees } from 'contract/money'
import type { OrderStatus } from 'contract/orders/actions'
import { type BuyFields, buyFields } from 'contract/orders/buy-fields'
import { calls, requireAdmin, requireSelf, requireUser } from '../../context.ts'
import { appError } from '../../errors.ts'
import { inLanguage } from '../../platform/language/language.ts'
import { changedFields, noteChange } from '../../shop/activity/note-change.ts'
import { placeOf } from '../../shop/auth/devices.ts'
import { findAnswers } from '../checkout-questions/order-answers.queries.ts'
import { findDisputes } from '../disputes/disputes.queries.ts'
import { findDocumentNames } from '../documents/documents.queries.ts'
import { findGiftCodes } from '../gifts/gifts.queries.ts'
import { findAttention } from './attention.queries.ts'
import { billingOf } from './checkout/billing.ts'
import { priceFor } from './checkout/cart.ts'
import { buy } from './checkout/checkout.service.ts'
import { findDisclaimers } from './disclaimers.queries.ts'
import { toGuarantee } from './guarantee/guarantee.service.ts'
import { findGuarantees } from './guarantee.queries.ts'
import { accessFixed } from './moments.ts'
import { findTimeline, findUngiven } from './order-events.queries.ts'
import { countStates, findOrderWithBuyer, listOrders } from './order-lists.queries.ts'
import { orderFilterOf } from './order-search.ts'
import {
  toAdminGiftCode,
  toAdminOrderRow,
  toAdminRefund,
  toAdminSeat,
  toDocumentName,
  toDuplicates,
  toOrderDispute,
  toPricedCart,
  toTimeline,
  withoutCode,
} from './order-wire.ts'
import { findOrder, findOrderLines } from './orders.queries.ts'
import { fromStore } from './origin.ts'
import { findOutside } from './outside-payments.queries.ts'
import { ownOrders } from './own-orders.ts'
import { onSheetEvent, openSheet } from './pay-page/pay-sheet.ts'
import { currencyOf } from './payments.queries.ts'
import { needsReason } from './refund-requests/decide-refund.ts'
import { issueNote } from './refund-requests/issue-note.ts'
import { requestRefund } from './refund-requests/request-refund.ts'
import { findRequestOf } from './refund-requests/second-person.ts'
import { findConditions } from './refunds/conditions.ts'
import { findOwed } from './refunds/find-owed.ts'
import { findRefundable, sumOf } from './refunds/refundable.ts'
import { findRefunds } from './refunds/refunds.queries.ts'
import { renewGiftOf } from './renew-gift.ts'
import { openSignedSheet, payAgain, readReturned, sendCourseLink } from './returns/returns.service.ts'
import { pollWhenDue } from './settlement/fetch-silently.ts'
import { grantOrder, isGrantable } from './settlement/grant-order.ts'
import { ownsOfOrder } from './settlement/overlap.queries.ts'
import { reconcileOrder } from './settlement/reconcile-order.ts'
import { findShownWith } from './shown-with-orders.ts'
import { ENDED_UNPAID } from './status.ts'
import { findStatusOrder } from './status-order.queries.ts'

export const orderHandlers = {
  buy: calls.orders.buy.handler(async ({ input, context }) => {
    const user = requireSelf(context, input.query.user_id)
    return buy(context.ctx, {
      user,
      language: placeOf(context).language,
      courseIds: input.body,
      promocode: input.query.promocode || undefined,
      offer: input.query.offer,
      expectedTotal: input.query.expected_total,
      billing: billingOf(input.query),
      idempotencyKey: input.headers?.['idempotency-key'],
      origin: fromStore(input.query.touches, context.ctx.now()),
      fields: buyFieldsOf(input.query),
      client: context.client,
    })
  }),

  price: calls.orders.price.handler(async ({ input, context }) =>
    toPricedCart(await priceFor(context.ctx, requireUser(context), input), inLanguage(placeOf(context).language)),
  ),

  paymentStatus: calls.orders.paymentStatus.handler(async ({ input, context }) => {
    const user = requireSelf(context, input.user_id)
    const { ctx } = context
    const order = await findStatusOrder(ctx.db, user.id, input.course_id)
    if (!order) throw appError('not_found', 'Order not found')
    const status = await pollWhenDue(ctx, order)
    const owned = ENDED_UNPAID.includes(status) && (await ownsOfOrder(ctx.db, order, ctx.now()))
    const { order_id, order_no } = order
    const { lost } = await findUngiven(ctx.db, order_id)
    return {
      status: statusForBuyer(status),
      order_id,
      order_no,
      ...(owned && { owned }),
      ...(lost && { lost }),
    }
  }),

  mine: calls.orders.mine.handler(async ({ input, context }) => {
    const { orders, total } = await ownOrders(
      context.ctx,
      requireUser(context),
      input,
      inLanguage(placeOf(context).language),
    )
    context.setHeader('X-Total-Count', String(total))
    return orders
  }),

  openSheet: calls.orders.openSheet.handler(({ input, context }) =>
    openSheet(context.ctx, requireUser(context), input.params.order_id),
  ),

  sheetPaid: calls.orders.sheetPaid.handler(({ input, context }) =>
    onSheetEvent(context.ctx, requireUser(context), input.params.order_id, input.body),
  ),

  returned: calls.orders.returned.handler(({ input, context }) => readReturned(context.ctx, input)),

  sendCourseLink: calls.orders.sendCourseLink.handler(async ({ input, context }) => {
    await sendCourseLink(context.ctx, input, async () => context.countNow?.())
    return { message: 'If this order is paid, the link is on its way to its email address' }
  }),

  openSignedSheet: calls.orders.openSignedSheet.handler(({ input, context }) => openSignedSheet(context.ctx, input)),

  payAgain: calls.orders.payAgain.handler(async ({ input, context }) => {
    const { payment_link } = await payAgain(context.ctx, input.proof, input.expected_total)
    return { payment_link }
  }),

  adminList: calls.orders.adminList.handler(async ({ input, context }) => {
    const { db, now } = context.ctx
    const window = { sort: input.sort ?? 'newest', limit: input.limit, offset: input.offset }
    const filter = orderFilterOf(input, now())
    const [{ orders, total }, states] = await Promise.all([
      listOrders(db, filter, window),
      filter.q ? null : countStates(db, filter),
    ])
    const ids = orders.map((order) => order.order_id)
    const [lines, waiting, outside, features] = await Promise.all([
      findOrderLines(db, ids),
      findAttention(db, ids, now().toISOString()),
      findOutside(db, ids),
      findShownWith(db, ids),
    ])
    const linesOf = Map.groupBy(lines, (line) => line.order_id)
    context.setHeader('X-Total-Count', String(total))
    const row = (order: (typeof orders)[number]) =>
      toAdminOrderRow(order, linesOf.get(order.order_id) ?? [], {
        waiting: waiting.get(order.order_id),
        outside: outside.get(order.order_id),
        plan: features.get(order.order_id)?.plan,
      })
    return { orders: orders.map(row), total, states }
  }),

  adminGet: calls.orders.adminGet.handler(async ({ input, context }) => {
    const { db, now } = context.ctx
    const isOwner = requireAdmin(context).role === 'owner'
    const order = await findOrderWithBuyer(db, input.order_id)
    if (!order) throw appError('not_found', 'Order not found')
    const id = order.order_id
    const [
      lines,
      gifts,
      timeline,
      refunds,
      disputes,
      refundable,
      documents,
      waiting,
      requested,
      outside,
      request,
      owed,
      disclaimers,
      conditions,
      features,
      answers,
      fixed,
    ] = await Promise.all([
      findOrderLines(db, [id]),
      findGiftCodes(db, [id]),
      findTimeline(db, id),
      findRefunds(db, [id]),
      findDisputes(db, [id]),
      findRefundable(db, order, { lock: false }),
      findDocumentNames(db, [id]),
      findAttention(db, [id], now().toISOString()),
      findGuarantees(db, [id]),
      findOutside(db, [id]),
      findRequestOf(db, id),
      findOwed(db, order),
      findDisclaimers(db, [order]),
      findConditions(db, order),
      findShownWith(db, [id]),
      findAnswers(db, id),
      accessFixed(db, order),
    ])
    return {
      ...toAdminOrderRow(order, lines, {
        waiting: waiting.get(id),
        outside: outside.get(id),
        plan: features.get(id)?.plan,
      }),
      gateway: {
        payment_link_id: order.gateway_link_id,
        // Nobody pays twice.
        payment_link: order.status === 'created' ? order.payment_link : null,
        order_id: order.gateway_order_id,
        payment_id: order.payment_id,
        paid_at: outside.has(id) ? null : order.received_at,
        last_polled_at: order.polled_at,
        captured: rupeesOrNull(order.captured_paise),
        ...currencyField(await currencyOf(db, order.payment_id)),
      },
      gift_codes: (isOwner ? gifts : gifts.map(withoutCode)).map(toAdminGiftCode),
      events: toTimeline(order, timeline),
      disclaimer: disclaimers.get(order.disclaimer_id) ?? null,
      answers,
      refunds: refunds.map(toAdminRefund),
      disputes: disputes.map(toOrderDispute),
      duplicates: toDuplicates(order, owed),
      refundable: toRupees(refundable.all),
      refundable_without_redeemed: toRupees(refundable.withoutRedeemed),
      coins_back: features.get(id)?.coins_back ?? 0,
      stays: fixed.find((reason) => reason) ?? null,
      seats: refundable.seats.map((seat) => toAdminSeat(seat, isOwner)),
      conditions,
      withheld: toRupees(sumOf(refundable.withheld)),
      guarantee: requested[0] ? toGuarantee(requested[0]) : null,
      refund_request: request,
      refund_needs_reason: await needsReason(db, order, now()),
      grantable: await isGrantable(context.ctx, order),
      documents: documents.map(toDocumentName),
      ...Billing.parse(order),
    }
  }),

  recheck: calls.orders.recheck.handler(async ({ input, context }) => {
    const order = await findOrder(context.ctx.db, input.params.order_id)
    if (!order) throw appError('not_found', 'Order not found')
    // The gateway knows no order with a total of 0.
    const again = requireAdmin(context).role === 'owner'
    const status = order.total_paise === 0 ? order.status : await reconcileOrder(context.ctx, order, again)
    const changed = changedFields<{ status: string }>({ status: order.status }, { status })
    await noteChange(context.ctx.db, { kind: 'order', id: order.order_id, name: order.order_no, ...changed })
    return { status }
  }),

  refund: calls.orders.refund.handler(async ({ input, context }) => {
    const refund = await requestRefund(context.ctx, {
      orderId: input.params.order_id,
      admin: requireAdmin(context),
      amount: input.body.amount,
      reason: input.body.reason,
      redeemed: input.body.redeemed,
      seats: input.body.seats,
      bank: input.body.bank,
      key: input.headers?.['idempotency-key'],
    })
    if (refund.status === 'processed') await issueNote(context.ctx, input.params.order_id)
    return refund
  }),

  renewGift: calls.orders.renewGift.handler(async ({ input, context }) =>
    renewGiftOf(context.ctx, { ...input.params, admin: requireAdmin(context) }),
  ),

  grant: calls.orders.grant.handler(async ({ input, context }) => ({
    status: await grantOrder(context.ctx, {
      orderId: input.params.order_id,
      admin: requireAdmin(context),
      reason: input.body.reason,
    }),
  })),
}

/** Picks the fields that features add to a purchase. */
const buyFieldsOf = (query: object) =>
  Object.fromEntries(Object.entries(query).filter(([name]) => name in buyFields)) as BuyFields

/** A part of the money back keeps the course; money under review is not yet certain. */
function statusForBuyer(status: OrderStatus): OrderStatus {
  if (status === 'partially_refunded') return 'paid'
  return status === 'review' ? 'created' : status
}
