import { Billing } from 'contract/billing'
import { currencyField, rupeesOrNull, toRupees } from 'contract/money'
import type { AdminRefund, OrderDispute, OrderRefund } from 'contract/orders/actions'
import type { AdminOrderRow } from 'contract/orders/admin'
import type { OrderedCourse, OrderPlan } from 'contract/orders/fields'
import type { UserOrder } from 'contract/orders/orders'
import type { PricedAnswer } from 'contract/orders/price-call'
import type { Reduction } from 'contract/orders/price-cart'
import type { Touch } from 'contract/sources/read-touch'
import type { OrderSource } from 'contract/sources/sources'
import type { z } from 'zod'
import { inLanguage, type Speech } from '../../platform/language/language.ts'
import { reducedBy, reductionName } from '../../platform/language/reductions.ts'
import type { DisputeRow } from '../disputes/disputes.queries.ts'
import type { NamedDocument } from '../documents/documents.queries.ts'
import type { GiftCodeRow } from '../gifts/gifts.queries.ts'
import type { Waiting } from './attention.queries.ts'
import type { Cart } from './checkout/cart.ts'
import type { TimelineRow } from './order-events.queries.ts'
import type { BuyerColumns } from './order-lists.queries.ts'
import type { OrderLineRow, OrderRow } from './orders.queries.ts'
import type { OutsideRow } from './outside-payments.queries.ts'
import type { Owed } from './refunds/owed-back.ts'
import type { OpenSeat } from './refunds/refundable.ts'
import type { HeldRefund } from './refunds/refunds.queries.ts'

type AdminRow = z.output<typeof AdminOrderRow>

/** Converts an order to the wire: rupees, and only fields that its reader may see. */
export function toUserOrder(
  order: OrderRow,
  lines: OrderLineRow[],
  {
    gifts,
    refunds,
    documents,
    payAt,
    owned,
    lastTryFailed,
    guarantee,
    refundedCourses,
    disclaimer,
    speech,
  }: {
    gifts: GiftCodeRow[]
    refunds: HeldRefund[]
    documents: NamedDocument[]
    payAt: string | undefined
    /** The buyer already owns some of the courses. */
    owned: boolean
    lastTryFailed: boolean
    guarantee: UserOrder['guarantee']
    refundedCourses: string[]
    disclaimer: UserOrder['disclaimer']
    speech: Speech
  },
): UserOrder {
  return {
    order_id: order.order_id,
    order_no: order.order_no,
    ...amounts(order, lines, speech),
    status: order.status,
    payment_id: order.payment_id,
    ...Object.fromEntries(Object.entries(Billing.parse(order)).filter(([, detail]) => detail)),
    purchase_date: order.paid_at ?? order.created_at,
    ...(order.status === 'created' && payAt ? { payment_link: payAt } : {}),
    ...(owned ? { owned } : {}),
    ...(lastTryFailed ? { last_try_failed: lastTryFailed } : {}),
    ...(gifts.length > 0 ? { gift_codes: gifts.map(toGiftCode) } : {}),
    ...(guarantee ? { guarantee } : {}),
    ...(refundedCourses.length > 0 ? { refunded_courses: refundedCourses } : {}),
    ...(disclaimer ? { disclaimer } : {}),
    ...(refunds.length > 0 ? { refunds: refunds.map(toOrderRefund) } : {}),
    ...(documents.length > 0 ? { documents: documents.map(toDocumentName) } : {}),
  }
}

export function toAdminOrderRow(
  order: OrderRow & BuyerColumns,
  lines: OrderLineRow[],
  {
    waiting,
    outside,
    plan,
  }: { waiting: Waiting | undefined; outside: OutsideRow | undefined; plan?: OrderPlan | undefined },
): AdminRow {
  return {
    order_id: order.order_id,
    order_no: order.order_no,
    buyer: order.buyer_id
      ? { user_id: order.buyer_id, name: order.buyer_name, email: order.buyer_email, phone: order.buyer_phone }
      : null,
    ...amounts(order, lines, inLanguage()),
    status: order.status,
    payment_id: order.payment_id,
    created_at: order.created_at,
    paid_at: order.paid_at,
    outside: outside
      ? { method: outside.method, reference: outside.reference, received_on: outside.received_on }
      : null,
    attention: waiting ? { reason: waiting.reason, since: waiting.since, answer_by: waiting.answer_by } : null,
    ...(plan ? { plan } : {}),
    source: {
      channel: order.channel,
      first: touchOf(order.source?.first),
      last: touchOf(order.source?.last),
      ...(order.source?.partner ? { partner: order.source.partner.code } : {}),
    },
  }
}

/** The ids of clicks are for those who gave them. */
function touchOf(touch: Touch | null | undefined): OrderSource['first'] {
  if (!touch) return null
  const { fbclid, gclid, ...told } = touch
  return told
}

/** Converts a refund; a stored, unsent one is on its way, too. */
export function toOrderRefund({
  refund_id,
  amount_paise,
  status,
  created_at,
  currency,
}: HeldRefund): z.output<typeof OrderRefund> {
  return {
    refund_id,
    amount: toRupees(amount_paise),
    ...currencyField(currency),
    status: status === 'requested' ? 'pending' : status,
    at: created_at,
  }
}

export function toAdminRefund(refund: HeldRefund): z.output<typeof AdminRefund> {
  const { reason, origin, payment_id, channel, reference, sent_on, updated_at } = refund
  return { ...toOrderRefund(refund), reason, origin, payment_id, channel, reference, sent_on, updated_at }
}

export function toOrderDispute(dispute: DisputeRow): OrderDispute {
  const { dispute_id, payment_id, status, amount_paise, phase, reason_code, respond_by, opened_at } = dispute
  const amount = rupeesOrNull(amount_paise)
  return { dispute_id, payment_id, status, amount, phase, reason_code, answer_by: respond_by, opened_at }
}

/** A code that nobody has redeemed opens its course to whoever knows it: who only looks at an order sees its end. */
export const withoutCode = <Gift extends Pick<GiftCodeRow, 'code' | 'redeemed_at'>>(gift: Gift): Gift =>
  gift.redeemed_at ? gift : { ...gift, code: `…${gift.code.slice(-4)}` }

export function toAdminSeat({ course_id, seat, paise, gift }: OpenSeat, isOwner: boolean) {
  const shown = gift && !isOwner ? withoutCode(gift) : gift
  return { course_id, seat, amount: toRupees(paise), code: shown?.code ?? null }
}

/** Lists what is left of duplicate payments. */
export function toDuplicates({ payment_id: own }: OrderRow, owed: readonly Owed[]) {
  const others = owed.filter(({ payment_id, left }) => payment_id !== own && left > 0)
  return others.map(({ payment_id, left }) => ({ payment_id, amount: toRupees(left) }))
}

/** The timeline begins with the order itself. */
export function toTimeline(order: OrderRow, timeline: TimelineRow[]) {
  const made = { at: order.created_at, kind: 'created', detail: null, times: 1, last_at: null }
  return [made, ...timeline.map(({ created_at, ...told }) => ({ at: created_at, ...told }))]
}

export function toDocumentName({ document_id, kind, serial, issued_at }: NamedDocument) {
  return { document_id, kind, serial, issued_at }
}

function toGiftCode({ code, course_id, redeemed, redeemed_at }: GiftCodeRow) {
  return { code, course_id, redeemed, redeemed_at }
}

export function toAdminGiftCode(gift: GiftCodeRow) {
  const { redeemer_id, redeemer_name, redeemer_email } = gift
  const redeemed_by = redeemer_id ? { user_id: redeemer_id, name: redeemer_name, email: redeemer_email } : null
  return { ...toGiftCode(gift), redeemed_by }
}

function amounts(order: OrderRow, lines: OrderLineRow[], speech: Speech) {
  return {
    courses: soldTogether(lines).map(toOrderedCourse),
    subtotal: toRupees(order.subtotal_paise),
    ...(order.credit_paise > 0 ? { credit: toRupees(order.credit_paise) } : {}),
    discount: toRupees(order.discount_paise - order.credit_paise - reducedBy(order.reductions)),
    ...reductionsOf(order.reductions, speech),
    tax: toRupees(order.tax_paise),
    total: toRupees(order.total_paise),
    promocode: order.promocode,
  }
}

/** Names the reductions in a reader's language; nothing without any. */
function reductionsOf(reductions: readonly Reduction[] | null, speech: Speech) {
  const named = (reductions ?? []).map(({ kind, paise, count, label }) => ({
    kind,
    name: reductionName(speech, { label, count }),
    amount: toRupees(paise),
    ...(count === undefined ? {} : { count }),
  }))
  return named.length > 0 ? { reductions: named } : {}
}

/** Groups the lines of each bundle, one for each course, by what was chosen. */
export const soldTogether = <Line extends Pick<OrderLineRow, 'bundle_id' | 'position'>>(
  lines: readonly Line[],
): Line[][] => [...Map.groupBy(lines, ({ bundle_id, position }) => bundle_id ?? position).values()]

function toOrderedCourse(lines: readonly OrderLineRow[]): z.output<typeof OrderedCourse> {
  const [line] = lines
  if (!line) throw new Error('An order line is empty')
  const credit = lines.reduce((paise, { credit_paise }) => paise + credit_paise, 0)
  return {
    course_id: line.bundle_id ?? line.course_id,
    course_name: line.bundle_name ?? line.course_name,
    course_banner: line.bundle_banner ?? line.course_banner,
    price: toRupees(lines.reduce((paise, { price_paise }) => paise + price_paise, 0)),
    quantity: line.quantity,
    ...(line.access_period && line.bundle_id === null ? { access_period: line.access_period } : {}),
    ...(credit > 0 ? { credit: toRupees(credit) } : {}),
    ...(line.bundle_id === null ? {} : { includes: lines.map(toIncludedLine) }),
  }
}

const toIncludedLine = (line: Pick<OrderLineRow, 'course_id' | 'course_name' | 'total_paise' | 'owned'>) => ({
  course_id: line.course_id,
  course_name: line.course_name,
  price: toRupees(line.total_paise),
  ...(line.owned ? { owned: true as const } : {}),
})

/** Converts a priced cart to the wire. */
export function toPricedCart({ courses, priced, credits }: Cart, speech: Speech): PricedAnswer {
  return {
    credits: credits.map(({ course_id, paise }) => ({ course_id, amount: rupeesOrNull(paise) })),
    lines: priced.lines.map(({ parts, ...line }, at) => ({
      course_id: line.course_id,
      price: toRupees(line.price_paise),
      quantity: line.quantity,
      credit: toRupees(line.credit_paise),
      discount: toRupees(line.discount_paise),
      ...(line.reduction_paise > 0 ? { reduction: toRupees(line.reduction_paise) } : {}),
      total: toRupees(line.total_paise),
      ...(line.includes
        ? {
            includes: parts.map((part, place) =>
              toIncludedLine({ ...part, course_name: courses[at]?.included?.[place]?.name ?? '' }),
            ),
          }
        : {}),
    })),
    subtotal: toRupees(priced.subtotal_paise),
    credit: toRupees(priced.credit_paise),
    discount: toRupees(priced.discount_paise),
    ...reductionsOf(priced.reductions, speech),
    tax: toRupees(priced.tax_paise),
    total: toRupees(priced.total_paise),
  }
}
