import { percentOf } from 'contract/allocate'
import { toRupees } from 'contract/money'
import { AFTER_OFFER_MINUTES } from 'contract/orders/after-offer'
import type { OrderCondition } from 'contract/orders/conditions'
import { seatPrices } from 'contract/orders/price-cart'
import { ruleOfCourse, type TaxRule, taxLine } from 'contract/tax'
import type { Db } from '../../../context.ts'
import { findTaxOfOrder } from '../../documents/documents.queries.ts'
import { orderHangs } from '../moments.ts'
import { findOrder, findOrderLines, type OrderLineRow, type OrderRow } from '../orders.queries.ts'
import { PAID } from '../status.ts'
import { type BundleCredit, findBundlesCrediting } from './bundle-credits.queries.ts'
import { findGoneSeats } from './refund-seats.queries.ts'

type Sold = Pick<
  OrderLineRow,
  | 'course_id'
  | 'course_name'
  | 'price_paise'
  | 'quantity'
  | 'discount_paise'
  | 'credit_paise'
  | 'reduction_paise'
  | 'total_paise'
  | 'owned'
  | 'bundle_id'
  | 'bundle_name'
  | 'offer_id'
  | 'offer_headline'
  | 'offer_with'
  | 'list_price_paise'
>
type Priced = Pick<OrderRow, 'promocode' | 'promocode_discount' | 'promocode_seats' | 'promocode_minimum_paise'>

/** A seat with the benefits of its price, in paise with tax. */
type SoldSeat = {
  line: Sold
  course_id: string
  seat: number
  /** The seat's part of the sum that a minimum counts. */
  counted: number
  /** Taken off by the code. */
  byCode: number
  /** Below the price of its course alone. */
  byPrice: number
}

/** Finds the conditions that an order was priced by, from its own stored lines and from later bundles that credit its courses. */
export async function findConditions(db: Db, order: OrderRow): Promise<OrderCondition[]> {
  const lines = await findOrderLines(db, [order.order_id])
  const tax = await findTaxOfOrder(db, order)
  const hanging = [...(await findAfterOffers(db, order, lines)), ...(await orderHangs(db, order)).flat()]
  return [...conditionsOf(order, lines, tax), ...(await findCredits(db, order, lines)), ...hanging]
}

/** The conditions of offers that this order brought on the page after paying. */
async function findAfterOffers(db: Db, { user_id, paid_at }: OrderRow, lines: readonly OrderLineRow[]) {
  if (paid_at === null) return []
  const until = new Date(Date.parse(paid_at) + AFTER_OFFER_MINUTES * 60_000)
  const later: { order_id: string; course_id: string; offer_with: string[] | null }[] = await db('orders as o')
    .join('order_lines as l', 'l.order_id', 'o.order_id')
    .where({ 'o.user_id': user_id, 'l.position': 0 })
    .where('o.created_at', '>=', paid_at)
    .where('o.created_at', '<=', until)
    .whereNotNull('l.offer_id')
    .select('o.order_id', 'l.course_id', 'l.offer_with')
  const found = later.map(({ offer_with, ...one }) => {
    const by = lines.filter(
      ({ course_id, bundle_id }) => offer_with?.some((id) => id === course_id || id === bundle_id) ?? true,
    )
    return findCheaperLater(db, one.order_id, { ...one, by: by.map(({ course_id }) => course_id) })
  })
  return (await Promise.all(found)).flatMap((one) => one ?? [])
}

/** The condition of a later order whose course costs less with some seats of this one; undefined where it costs its list price, or went back. */
export async function findCheaperLater(
  db: Db,
  laterId: string,
  { course_id, by }: { course_id: string; by: readonly string[] },
): Promise<OrderCondition | undefined> {
  const later = await findOrder(db, laterId)
  const line = later && (await findOrderLines(db, [laterId])).find((one) => one.course_id === course_id)
  if (!line || !PAID.includes(later.status)) return undefined
  const gone = await findGoneSeats(db, laterId)
  if (gone.some((seat) => seat.course_id === course_id && seat.seat === 0)) return undefined
  const [seat] = seatsOf(later, line, await findTaxOfOrder(db, later))
  if (!seat || seat.byPrice === 0 || by.length === 0) return undefined
  return {
    kind: 'credit',
    name: line.course_name,
    order_no: later.order_no,
    by: by.map((id) => ({ course_id: id, seat: 0, weight: 1 })),
    least: 1,
    benefit: [],
    apart: toRupees(seat.byPrice),
  }
}

/** The conditions of an order within itself. */
export function conditionsOf(order: Priced, lines: readonly Sold[], tax: TaxRule | undefined): OrderCondition[] {
  const seats = lines.flatMap((line) => seatsOf(order, line, tax))
  const offers = lines.filter(({ offer_headline }) => offer_headline !== null)
  const bundles = new Set(lines.flatMap(({ bundle_id }) => bundle_id ?? []))
  return [
    ...offers.map((line) => offerOf(line, seats)),
    ...minimumOf(order, seats),
    ...[...bundles].map((bundleId) => bundleOf(order, bundleId, seats)),
  ].filter(({ by, benefit }) => by.length > 0 && benefit.length > 0)
}

function seatsOf({ promocode_seats }: Priced, line: Sold, tax: TaxRule | undefined): SoldSeat[] {
  const charged = (paise: number) => (tax ? taxLine(paise, ruleOfCourse(tax, line.course_id)).total_paise : paise)
  const list = line.list_price_paise ?? line.price_paise
  // Reductions are no benefit of the code.
  const unreduced = { ...line, total_paise: line.total_paise + line.reduction_paise, reduction_paise: 0 }
  return seatPrices(unreduced, { seats: promocode_seats, tax }).flatMap((paise, seat) => {
    if (line.owned && seat === 0) return []
    const counted = line.price_paise - (seat === 0 ? line.credit_paise : 0)
    return [
      {
        line,
        course_id: (seat > 0 && line.bundle_id) || line.course_id,
        seat,
        counted,
        byCode: Math.max(0, charged(counted) - paise),
        byPrice: Math.max(0, charged(list) - charged(line.price_paise)),
      },
    ]
  })
}

const weighed = (seats: readonly SoldSeat[], weight: (seat: SoldSeat) => number = () => 1) =>
  seats.map((one) => ({ course_id: one.course_id, seat: one.seat, weight: weight(one) }))

const benefits = (seats: readonly SoldSeat[], paise: (seat: SoldSeat) => number) =>
  seats.flatMap((one) => {
    const amount = toRupees(paise(one))
    return amount > 0 ? [{ course_id: one.course_id, seat: one.seat, amount }] : []
  })

function offerOf(line: Sold, seats: readonly SoldSeat[]): OrderCondition {
  const { offer_headline, offer_with, course_name } = line
  const isBeside = (one: Sold) =>
    one.offer_id === null && (offer_with === null || offer_with.includes(one.bundle_id ?? one.course_id))
  const beside = seats.filter((seat) => isBeside(seat.line))
  const names = offer_with === null ? [] : beside.map((seat) => seat.line.bundle_name ?? seat.line.course_name)
  return {
    kind: 'offer',
    name: offer_headline ?? '',
    course_name,
    beside: [...new Set(names)],
    by: weighed(beside),
    least: 1,
    benefit: benefits(
      seats.filter((seat) => seat.line === line),
      ({ byPrice }) => byPrice,
    ),
    apart: 0,
  }
}

function minimumOf({ promocode, promocode_minimum_paise: least }: Priced, seats: readonly SoldSeat[]) {
  if (promocode === null || least === null) return []
  const counted = seats.filter(({ line }) => line.offer_id === null)
  const condition: OrderCondition = {
    kind: 'minimum',
    name: promocode,
    minimum: toRupees(least),
    by: weighed(counted, (seat) => seat.counted),
    least,
    benefit: benefits(counted, ({ byCode }) => byCode),
    apart: 0,
  }
  return [condition]
}

/** A bundle that its buyer has whole. Gifts of it go back whole. */
function bundleOf({ promocode_discount }: Priced, bundleId: string, seats: readonly SoldSeat[]): OrderCondition {
  const parts = seats.filter(({ line, seat }) => line.bundle_id === bundleId && seat === 0)
  // The code takes its percent off the higher price, too.
  const lost = ({ byPrice, byCode }: SoldSeat) =>
    byPrice - (byCode > 0 ? percentOf(byPrice, promocode_discount ?? 0) : 0)
  return {
    kind: 'bundle',
    name: parts[0]?.line.bundle_name ?? '',
    by: weighed(parts),
    least: parts.length,
    benefit: benefits(parts, lost),
    apart: 0,
  }
}

/** The conditions of later bundles: without a course of this order they lose its credit, or their lower price where it was credited whole. */
async function findCredits(db: Db, order: OrderRow, lines: readonly OrderLineRow[]): Promise<OrderCondition[]> {
  const own = lines.filter(({ owned }) => !owned).map(({ course_id }) => course_id)
  const found = await findBundlesCrediting(db, order, own)
  return (await Promise.all(found.map((bundle) => creditsOf(db, bundle, own)))).flat()
}

async function creditsOf(db: Db, { order, bundle_id }: BundleCredit, own: readonly string[]) {
  const tax = await findTaxOfOrder(db, order)
  const gone = await findGoneSeats(db, order.order_id)
  const parts = (await findOrderLines(db, [order.order_id])).filter((line) => line.bundle_id === bundle_id)
  const isHere = ({ course_id }: Pick<Sold, 'course_id'>) =>
    !gone.some((seat) => seat.course_id === course_id && seat.seat === 0)
  const credited = parts.filter((part) => own.includes(part.course_id) && part.credit_paise > 0)
  const condition = (of: readonly Sold[], paise: number): OrderCondition => ({
    kind: 'credit',
    name: parts[0]?.bundle_name ?? '',
    order_no: order.order_no,
    by: of.map(({ course_id }) => ({ course_id, seat: 0, weight: 1 })),
    least: of.length,
    benefit: [],
    apart: toRupees(paise),
  })
  const charged = ({ course_id, credit_paise: paise }: Sold) =>
    tax ? taxLine(paise, ruleOfCourse(tax, course_id)).total_paise : paise
  const owned = credited.filter((part) => part.owned)
  const left = parts.filter((part) => !part.owned)
  const seats = left.flatMap((part) => seatsOf(order, part, tax)).filter(({ seat }) => seat === 0)
  // A bundle that lost a part of its own has lost its lower price already.
  const byPrice = left.every(isHere) ? seats.reduce((sum, seat) => sum + seat.byPrice, 0) : 0
  return [
    ...credited.filter((part) => !part.owned && isHere(part)).map((part) => condition([part], charged(part))),
    condition(owned, byPrice),
  ].filter(({ by, apart }) => by.length > 0 && apart > 0)
}
