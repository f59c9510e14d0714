import { DAY, endOf, endOfDay, type Given } from './access.ts'
import type { Mandate } from './mandate.ts'
import { type Gift, GUARANTEE_DAYS, NOBODY, type Order, Orders, type Plan, type Run, sum } from './orders.ts'
import { Partner } from './partner.ts'
import { rateOf } from './price.ts'

type Grant = Given & {
  person: number
  course: string
  order: Order
  seat: number
  bundle: string | null
  plan?: Plan
  /** The access that an upgrade hangs on. */
  base?: Grant
}
type Reward = { referred: number; referrer: number; order: Order; coins: number }

const REWARD_WITHIN_DAYS = 90
const SOON_DAYS = 30

const isLong = (end: number | null | undefined, now: number) =>
  end === null || (end !== undefined && end - now > SOON_DAYS * DAY)

/** Returns the present end of an order's access, by its date or its mandate: the days of grace wait for late debits. */
function endNow({ seat, debit }: Order): { until: number } | undefined {
  if (seat) return { until: seat.run.endsAt + seat.run.replayDays * DAY }
  if (!debit) return undefined
  const { endWanted, ended, terms } = debit.mandate
  return { until: debit.to + (endWanted === undefined && ended === undefined ? terms.grace * DAY : 0) }
}

/**
 * The second model of a shop: what each order, payment and refund means for its buyer, written from the specification. It knows nothing of
 * the shop's program. The world tells it what was ordered, what the gateway and the banks moved, and when the shop heard of it.
 */
export class Model extends Orders {
  readonly plans: Plan[] = []
  readonly gifts: Gift[] = []
  readonly runs: Run[] = []
  readonly mandates: { person: number; mandate: Mandate }[] = []
  readonly partner: Partner
  private readonly grants: Grant[] = []
  private readonly rewards: Reward[] = []
  private readonly given: number[] = []

  private readonly referrerOf: readonly (number | null)[]
  private readonly rewardCoins: number

  constructor(referrerOf: readonly (number | null)[], rewardCoins: number, partner: number) {
    super()
    this.referrerOf = referrerOf
    this.rewardCoins = rewardCoins
    this.partner = new Partner(this, partner)
  }

  /** Seats whose own refund has arrived. */
  private isPicked(order: Order, course: string, seat: number): boolean {
    const arrived = (own: string | null) =>
      own === null || order.moved.refunds.some((one) => one.own === own && one.status === 'processed')
    return order.picks.some(
      ({ own, seats }) => arrived(own) && seats.some((one) => one.course === course && one.seat === seat),
    )
  }

  private stands({ order, course, seat, bundle, base }: Grant): boolean {
    if (base && !this.stands(base)) return false
    return !this.isAllBack(order) && !this.isPicked(order, seat > 0 ? (bundle ?? course) : course, seat)
  }

  /** Grants that stand; the end of a seat is that of its date. */
  private grantsOf = (person: number, course: string) =>
    this.grants
      .filter((one) => one.person === person && one.course === course && this.stands(one))
      .map((one) => Object.assign(one, endNow(one.order)))

  /** When access of a person to a course ends: null for never, undefined without access ever. */
  accessOf = (person: number, course: string): number | null | undefined => endOf(this.grantsOf(person, course))

  /** A person has a course without an end. */
  owns = (person: number, course: string): boolean => this.accessOf(person, course) === null

  /** All of an order's money is back or on its way: what it gave may be bought again. */
  private isLeaving = (order: Order): boolean => this.charged(order) > 0 && this.left(order) <= 0

  /** When access ends without what is about to go back. */
  private keptOf = (person: number, course: string) =>
    endOf(this.grantsOf(person, course).filter(({ order }) => !this.isLeaving(order)))

  /** A person has a course without an end, and nothing of that is about to go back. */
  keeps = (person: number, course: string): boolean => this.keptOf(person, course) === null

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
    this.partner.tie(order)
    if (plan) this.hearPart(order, plan, at)
    else if (order.upgrade) this.hearUpgrade(order, order.upgrade, at)
    else if (order.debit) this.hearDebit(order, order.debit, at)
    else if (order.seat && !this.isFree(order.seat.run, at, buyer)) order.nothing = true
    else this.hearLines(order, at)
  }

  private hearLines(order: Order, at: number): void {
    const { buyer } = order
    for (const { course, bundle, owned } of order.lines) {
      if (owned) continue
      const period = order.periods[course] ?? null
      if (!this.goesOn(order, course, bundle !== null, at)) {
        order.owed.push(course)
        continue
      }
      this.grants.push({ person: buyer, course, order, seat: 0, bundle, at, period })
    }
    // A gift beside it was bought for somebody else.
    const own = order.lines.filter(({ owned }) => !owned)
    order.nothing =
      order.owed.length > 0 && order.owed.length === own.length && own.every(({ quantity }) => quantity === 1)
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

  /** Finds what an upgrade of a course can hang on: access of one purchase that runs and ends; `unsure` where more than one was bought. */
  baseOf(
    person: number,
    course: string,
    now: number,
  ): { base: Order; paid: number; end: number } | 'unsure' | undefined {
    const grants = this.grantsOf(person, course)
    const [first, ...others] = grants.filter(({ base }) => !base)
    const end = endOf(grants)
    if (!first || typeof end !== 'number' || end <= now) return undefined
    const paid = this.paidFor(person, course)
    if (others.length > 0 || paid === undefined) return 'unsure'
    return { base: first.order, paid, end }
  }

  /** The end that an option has from the first purchase on. */
  endFrom = (base: Order, period: string | null): number | null =>
    period === null ? null : (endOf([{ at: base.paid?.at ?? 0, period }]) ?? null)

  /** Grants the longer option while its price is still what was counted. */
  private hearUpgrade(order: Order, { base, counted, period }: NonNullable<Order['upgrade']>, at: number): void {
    const { buyer, lines } = order
    const course = lines[0]?.course ?? ''
    const first = this.grantsOf(buyer, course).find((one) => one.order === base)
    const until = this.endFrom(base, period)
    if (!first || this.paidFor(buyer, course) !== counted || (until !== null && until <= at)) {
      order.nothing = true
      return
    }
    const end = until === null ? { period: null } : { period: null, until }
    this.grants.push({ person: buyer, course, order, seat: 0, bundle: null, at, ...end, base: first })
  }

  private hearDebit(order: Order, { mandate, isStray }: NonNullable<Order['debit']>, at: number): void {
    order.nothing = isStray
    if (isStray) return
    for (const { course } of order.lines) {
      const given = { person: order.buyer, course, order, seat: 0, bundle: mandate.terms.id, at, period: null }
      this.grants.push(Object.assign(given, endNow(order)))
    }
  }

  /** A mandate is registered and lives, or what it paid is not over. */
  isMember = ({ startedAt, endWanted, ended, debits }: Mandate, now: number): boolean =>
    (startedAt !== undefined && endWanted === undefined && ended === undefined) ||
    debits.some(({ payment, stray, to }) => {
      const order = this.orders.find(({ debit }) => debit?.payment === payment)
      return !stray && to > now && !(order && this.isAllBack(order))
    })

  /** Counts the seats of a date that are taken. */
  takenOf = (run: Run): number => this.grants.filter((one) => one.order.seat?.run === run && this.stands(one)).length

  /** Counts the people whose open order holds a seat. */
  heldOf(run: Run, now: number, without = NOBODY): number {
    const holds = this.orders.filter(
      ({ seat, paid, open, buyer }) =>
        seat?.run === run && !paid && open === 'created' && buyer !== without && seat.heldUntil > now,
    )
    return new Set(holds.map(({ buyer }) => buyer)).size
  }

  /** A date takes place and has a seat that nobody else holds. */
  isFree = (run: Run, now: number, buyer: number): boolean =>
    !run.isCancelled && now < run.endsAt && run.seats - this.takenOf(run) - this.heldOf(run, now, buyer) > 0

  /** Returns true while the seat of an order is taken. */
  hasSeat = (order: Order): boolean => this.grants.some((one) => one.order === order && this.stands(one))

  /** Finds the person for whom an order opens its courses; undefined for nobody. */
  holderOf = (order: Order): number | undefined =>
    this.grants.find((one) => one.order === order && this.stands(one))?.person

  /** Returns true if the access of an order moves to a person; `unsure` where what it gives is mixed with other access. */
  mayMove(order: Order, to: number): boolean | 'unsure' {
    const grants = this.grants.filter((one) => one.order === order && this.stands(one))
    const [first] = grants
    const isWhole = this.statusOf(order) === 'paid' && !this.isDisputed(order)
    const isSimple =
      !order.debit &&
      !order.plan &&
      !order.seat &&
      order.coins === 0 &&
      order.lines.every(({ quantity }) => quantity === 1)
    if (!first || !isWhole || !isSimple || order.kind === 'renewal' || first.person === to || first.base) return false
    if (to !== NOBODY && grants.some(({ course }) => this.accessOf(to, course) !== undefined)) return false
    const isMixed = grants.some(({ person, course }) => this.grantsOf(person, course).length > 1)
    return isMixed || to === NOBODY || this.pending(order) > 0 || order.kind === 'agreed' ? 'unsure' : true
  }

  /** Gives what an order opens to another person. */
  move(order: Order, to: number): void {
    for (const grant of this.grants) if (grant.order === order && this.stands(grant)) grant.person = to
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
  bars = (person: number, course: string, now: number): boolean => isLong(this.accessOf(person, course), now)

  /** It counts as paid for a bundle: having it bars a purchase, also once what is about to go back is gone. */
  counts = (person: number, course: string, now: number): boolean =>
    this.bars(person, course, now) && isLong(this.keptOf(person, course), now)

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

  /** Sums up what was paid for a person's access to a course, also by who had it before it moved, without tax and refunds; undefined where a part of an order of several seats is refunded. */
  paidFor(person: number, course: string): number | undefined {
    let paid = 0
    for (const { order, seat } of this.grantsOf(person, course)) {
      // A membership pays for a time.
      if (seat > 0 || order.debit || this.charged(order) === 0) continue
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
