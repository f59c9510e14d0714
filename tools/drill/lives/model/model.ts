import { DAY, endOf, endOfDay, type Given } from './access.ts'
import { type Line, rateOf, type Tax } from './price.ts'

/**
 * The second model of a shop: what each order, payment and refund means for its buyer, written from the specification. It knows nothing of
 * the shop's program. The world tells it what was ordered, what the gateway and the banks moved, and when the shop heard of it.
 */

/** Refunds and disputes as gateway and banks have them. `own`: our refund's id. */
export type Moved = {
  refunds: { own: string | null; paise: number; status: 'pending' | 'processed' | 'failed' }[]
  disputes: { id: string; status: string; paise: number }[]
}

export type Order = {
  id: string
  buyer: number
  kind: 'cart' | 'part' | 'renewal' | 'agreed'
  lines: Line[]
  /** The sum that was agreed. */
  total: number
  coins: number
  tax: Tax | null
  periods: Record<string, string | null>
  madeAt: number
  plan?: { plan: Plan; part: number }
  /** The shop's status of an order that is not paid. */
  open: 'created' | 'ended'
  paid?: { at: number; paise: number; byGateway: boolean }
  moved: Moved
  /** Sums that an owner sent by bank. */
  bank: number[]
  /** A refund of an order that cost nothing. */
  givenUp: boolean
  /** Taken by each lost dispute: at most what had not gone back then. */
  lost: Map<string, number>
  /** Seats that refunds take, by our id of the refund; null was done at once. */
  picks: { own: string | null; seats: { course: string; seat: number }[] }[]
  /** Courses that its buyer had already: their money has to go back. */
  owed: string[]
  /** The order granted nothing: all of its money has to go back. */
  nothing: boolean
}

export type Plan = {
  buyer: number
  course: string
  /** Sums of the parts as they were agreed. */
  agreed: number[]
  everyDays: number
  graceDays: number
  period: string | null
  startedAt: number | null
  paidBy: (Order | undefined)[]
  endedByOwner: boolean
}

type Grant = Given & { person: number; course: string; order: Order; seat: number; bundle: string | null; plan?: Plan }
type Reward = { referred: number; referrer: number; order: Order; coins: number }
export type Gift = {
  code: string
  order: Order
  course: string
  seat: number
  courses: string[]
  redeemedBy: number | null
}

const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0)
const GUARANTEE_DAYS = 30
const REWARD_WITHIN_DAYS = 90
const SOON_DAYS = 30

export class Model {
  readonly orders: Order[] = []
  readonly plans: Plan[] = []
  readonly gifts: Gift[] = []
  private readonly grants: Grant[] = []
  private readonly rewards: Reward[] = []
  private readonly given: number[] = []

  private readonly referrerOf: readonly (number | null)[]
  private readonly rewardCoins: number

  constructor(referrerOf: readonly (number | null)[], rewardCoins: number) {
    this.referrerOf = referrerOf
    this.rewardCoins = rewardCoins
  }

  addOrder(
    order: Pick<Order, 'id' | 'buyer' | 'kind' | 'lines' | 'total' | 'coins' | 'tax' | 'periods' | 'madeAt' | 'plan'>,
  ): Order {
    const made: Order = {
      ...order,
      open: 'created',
      moved: { refunds: [], disputes: [] },
      bank: [],
      givenUp: false,
      lost: new Map(),
      picks: [],
      owed: [],
      nothing: false,
    }
    this.orders.push(made)
    return made
  }

  charged = (order: Order): number => order.paid?.paise ?? 0

  /** The sum that has gone back of an order; more than was paid, if a refund that waited arrives after a lost dispute. */
  gone(order: Order): number {
    const refunds = order.moved.refunds.map(({ status, paise }) => (status === 'processed' ? paise : 0))
    return sum(refunds) + sum([...order.lost.values()]) + sum(order.bank)
  }

  /** The part of an order's sum that has gone back. */
  back = (order: Order): number => Math.min(this.charged(order), this.gone(order))

  /** On its way back. */
  pending = (order: Order): number =>
    sum(order.moved.refunds.map(({ status, paise }) => (status === 'pending' ? paise : 0)))

  isDisputed = (order: Order): boolean => order.moved.disputes.some(({ status }) => !['won', 'closed'].includes(status))

  left = (order: Order): number => this.charged(order) - this.back(order) - this.pending(order)

  isAllBack(order: Order): boolean {
    return (
      order.paid !== undefined && (this.charged(order) === 0 ? order.givenUp : this.back(order) >= this.charged(order))
    )
  }

  /** The status of a paid order, from its sums. */
  statusOf(order: Order): 'paid' | 'partially_refunded' | 'refunded' {
    if (this.isAllBack(order)) return 'refunded'
    return this.back(order) > 0 ? 'partially_refunded' : 'paid'
  }

  /** Enters what an owner sent by bank. A dispute that is lost by then, and of which the shop had not heard, takes what is left. */
  sendByBank(order: Order, paise: number): void {
    order.bank.push(paise)
    for (const [id, taken] of order.lost) {
      const left = this.charged(order) - this.gone(order) + taken
      if (left > 0) order.lost.set(id, Math.min(taken, left))
      else order.lost.delete(id)
    }
  }

  /** Enters what gateway and banks say now. */
  see(order: Order, moved: Moved): void {
    order.moved = moved
    for (const { id, status, paise } of moved.disputes) {
      if (status !== 'lost') order.lost.delete(id)
      else if (!order.lost.has(id)) {
        const taken = Math.min(paise, this.charged(order) - this.back(order))
        if (taken > 0) order.lost.set(id, taken)
      }
    }
  }

  /** Seats whose own refund has arrived. */
  private isPicked(order: Order, course: string, seat: number): boolean {
    const arrived = (own: string | null) =>
      own === null || order.moved.refunds.some((one) => one.own === own && one.status === 'processed')
    return order.picks.some(
      ({ own, seats }) => arrived(own) && seats.some((one) => one.course === course && one.seat === seat),
    )
  }

  private stands({ order, course, seat, bundle }: Grant): boolean {
    return !this.isAllBack(order) && !this.isPicked(order, seat > 0 ? (bundle ?? course) : course, seat)
  }

  private grantsOf = (person: number, course: string) =>
    this.grants.filter((one) => one.person === person && one.course === course && this.stands(one))

  /** When access of a person to a course ends: null for never, undefined without access ever. */
  accessOf = (person: number, course: string): number | null | undefined => endOf(this.grantsOf(person, course))

  /** A person has a course without an end. */
  owns = (person: number, course: string): boolean => this.accessOf(person, course) === null

  /** All of an order's money is back or on its way: what it gave may be bought again. */
  private isLeaving = (order: Order): boolean => this.charged(order) > 0 && this.left(order) <= 0

  /** A person has a course without an end, and nothing of that is about to go back. */
  keeps = (person: number, course: string): boolean =>
    endOf(this.grantsOf(person, course).filter(({ order }) => !this.isLeaving(order))) === null

  /** Returns true for a course that its buyer has without an end by something else than this plan. */
  private ownsBeside = (plan: Plan): boolean =>
    endOf(this.grantsOf(plan.buyer, plan.course).filter((one) => one.plan !== plan)) === null

  /** A plan is open while parts are due that are still wanted. */
  isOpen(plan: Plan): boolean {
    if (plan.startedAt === null || plan.endedByOwner) return false
    if (plan.paidBy.filter(Boolean).length === plan.agreed.length) return false
    if (plan.paidBy.some((order) => order && this.isAllBack(order))) return false
    return !this.ownsBeside(plan)
  }

  /** Its buyer began another for the same course after it: it may stay ended if its own money stays after all. */
  isReplaced = (plan: Plan): boolean =>
    this.plans.some(
      (one) =>
        one.buyer === plan.buyer && one.course === plan.course && (one.startedAt ?? 0) > (plan.startedAt ?? Infinity),
    )

  openSum(plan: Plan): number {
    return this.isOpen(plan) ? sum(plan.agreed.filter((_, at) => !plan.paidBy[at])) : 0
  }

  nextPart = (plan: Plan): number => plan.agreed.findIndex((_, at) => !plan.paidBy[at])

  /** The shop hears that an order is paid, and grants it now. */
  hear(order: Order, at: number, paise: number): void {
    order.paid = { at, paise, byGateway: paise > 0 }
    order.open = 'created'
    const { buyer, plan } = order
    if (plan) {
      this.hearPart(order, plan, at)
      return
    }
    for (const { course, bundle, owned } of order.lines) {
      if (owned) continue
      const period = order.periods[course] ?? null
      if (!this.goesOn(order, course, bundle !== null, at)) {
        order.owed.push(course)
        continue
      }
      this.grants.push({ person: buyer, course, order, seat: 0, bundle, at, period })
    }
    order.nothing = order.owed.length > 0 && order.owed.length === order.lines.filter(({ owned }) => !owned).length
  }

  private hearPart(order: Order, { plan, part }: NonNullable<Order['plan']>, at: number): void {
    const { buyer, course } = plan
    const isFirst = part === 0
    const other =
      isFirst &&
      this.plans.some((one) => one !== plan && one.buyer === buyer && one.course === course && this.isOpen(one))
    const useless = isFirst
      ? other || !this.goesOn(order, course, false, at)
      : plan.paidBy[part] !== undefined || !this.isOpen(plan)
    if (useless) {
      order.nothing = true
      return
    }
    if (isFirst) plan.startedAt = at
    const started = plan.startedAt ?? at
    const isLast = part === plan.agreed.length - 1
    const until = isLast ? undefined : endOfDay(started, (part + 1) * plan.everyDays + plan.graceDays)
    // Paid whole, it is theirs for as long as it is sold, from the first part on.
    const whole = isLast && plan.period !== null ? endOf([{ at: started, period: plan.period }]) : undefined
    plan.paidBy[part] = order
    this.grants.push({
      person: buyer,
      course,
      order,
      seat: 0,
      bundle: null,
      at,
      period: null,
      until: until ?? whole,
      plan,
    })
  }

  /** A purchase gives a course that its buyer lacks, or whose access is over or nearly so; one in a bundle joins what was there before it. */
  private goesOn(order: Order, course: string, joins: boolean, at: number): boolean {
    const grants = this.grantsOf(order.buyer, course)
    const head = grants.at(-1)
    const end = endOf(grants)
    if (!head || end === undefined) return true
    if (this.isLeaving(head.order)) return true
    if (joins && head.at <= order.madeAt) return true
    if (end === null) return false
    return end <= at || (end - at <= SOON_DAYS * DAY && head.at <= order.madeAt)
  }

  /** Having it bars a purchase of it, and a gift. */
  bars(person: number, course: string, now: number): boolean {
    const end = this.accessOf(person, course)
    return end === null || (end !== undefined && end - now > SOON_DAYS * DAY)
  }

  redeem(gift: Gift, person: number, at: number): void {
    gift.redeemedBy = person
    for (const course of gift.courses) {
      const period = gift.order.periods[course] ?? null
      const bundle = gift.courses.length > 1 ? gift.course : null
      if (this.bars(person, course, at)) continue
      this.grants.push({ person, course, order: gift.order, seat: gift.seat, bundle, at, period })
    }
  }

  isGiftOpen = (gift: Gift): boolean =>
    gift.redeemedBy === null && !this.isAllBack(gift.order) && !this.isPicked(gift.order, gift.course, gift.seat)

  /** Sums up a buyer's payments for a course, without tax and refunds; undefined where a part of an order of several seats is refunded. */
  paidFor(person: number, course: string): number | undefined {
    let paid = 0
    for (const { order, seat } of this.grantsOf(person, course)) {
      if (seat > 0 || this.charged(order) === 0) continue
      const line = order.lines.find((one) => one.course === course)
      if (!line) continue
      const back = this.back(order) + this.pending(order)
      if (back > 0 && (order.lines.length > 1 || line.quantity > 1)) return undefined
      if (line.quantity > 1 && order.coins > 0) return undefined
      const own = Math.round(line.charged / line.quantity) - back
      paid += order.tax?.onTop ? Math.round((own * 100) / (100 + rateOf(order.tax, course))) : own
    }
    return paid
  }

  give(person: number, coins: number): void {
    this.given[person] = (this.given[person] ?? 0) + coins
  }

  /** Coins that an order holds. */
  private held(order: Order): number {
    if (order.coins === 0) return 0
    if (!order.paid) return order.open === 'created' ? order.coins : 0
    if (this.isAllBack(order)) return 0
    const charged = this.charged(order)
    return charged === 0 ? order.coins : order.coins - Math.floor((order.coins * this.back(order)) / charged)
  }

  /** Coins of a person, less what is owed of them: a debt is below 0. */
  coinsOf(person: number): number {
    const rewards = this.rewards.filter(({ referrer, order }) => referrer === person && !this.isAllBack(order))
    const spent = this.orders.filter(({ buyer }) => buyer === person).map((order) => this.held(order))
    return (this.given[person] ?? 0) + sum(rewards.map(({ coins }) => coins)) - sum(spent)
  }

  /** The daily round: who brought a buyer is rewarded once the guarantee of the first purchase is over. */
  reward(now: number): void {
    for (const [referred, referrer] of this.referrerOf.entries()) {
      if (referrer === null || this.rewards.some((one) => one.referred === referred)) continue
      const [first] = this.orders
        .filter((order) => order.buyer === referred && order.paid?.byGateway && !this.isAllBack(order))
        .toSorted((a, b) => (a.paid?.at ?? 0) - (b.paid?.at ?? 0) || (a.id < b.id ? -1 : 1))
      const since = now - (first?.paid?.at ?? now)
      if (!first || since < GUARANTEE_DAYS * DAY || since >= REWARD_WITHIN_DAYS * DAY) continue
      this.rewards.push({ referred, referrer, order: first, coins: this.rewardCoins })
    }
  }
}
