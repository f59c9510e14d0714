import { DAY, INDIA_MS } from './access.ts'
import { GUARANTEE_DAYS, type Order, type Orders, sum } from './orders.ts'

/** The partner of a life, with a share of what others pay. */
export class Partner {
  /** Terms from a moment on. */
  readonly terms: { since: number; percent: number; windowDays: number; isActive: boolean }[] = []
  readonly statements: { month: string; paise: number; isPaid: boolean }[] = []
  private readonly money: Orders
  private readonly person: number

  constructor(money: Orders, person: number) {
    this.money = money
    this.person = person
  }

  /** A paid order is the partner's by the terms of the moment at which it was made; a further part of a plan follows the first. */
  tie(order: Order): void {
    const { plan, via, madeAt, buyer, paid } = order
    if (!paid || paid.paise === 0) return
    const dueAt = paid.at + GUARANTEE_DAYS * DAY
    const first = plan && plan.part > 0 ? plan.plan.paidBy[0] : undefined
    const terms = this.terms.findLast(({ since }) => since <= madeAt)
    const isLed = (days: number) =>
      via?.byCode || (via?.pressedAt !== undefined && madeAt - via.pressedAt <= days * DAY)
    const isOther = buyer !== this.person && terms?.isActive && isLed(terms.windowDays)
    const percent = first?.share?.percent ?? (isOther ? terms.percent : undefined)
    if (percent !== undefined) order.share = { percent, net: undefined, dueAt, settled: null }
  }

  /** Notes what the invoice of an order has without tax. */
  bill(order: Order, net: number | undefined): void {
    if (order.share) order.share.net = net
  }

  /** The partner's share of what is left of an order, without tax and rounded down. */
  private shareOf(order: Order): number {
    const { percent, net = 0 } = order.share ?? { percent: 0 }
    const paid = this.money.charged(order)
    const left = Math.max(0, paid - this.money.gone(order) - this.money.pending(order))
    return Number((BigInt(left) * BigInt(net) * BigInt(percent)) / (BigInt(paid) * 100n))
  }

  /** Lists what statements lack of the shares whose guarantee is over by then. */
  private openShares(cut: number): { share: NonNullable<Order['share']>; paise: number }[] {
    return this.money.orders.flatMap((order) => {
      const { share } = order
      if (!share || this.isHeld(order) || (share.settled === null && share.dueAt >= cut)) return []
      return { share, paise: this.shareOf(order) - (share.settled ?? 0) }
    })
  }

  private isHeld = (order: Order): boolean =>
    order.moved.disputes.some(({ status }) => !['won', 'closed', 'lost'].includes(status))

  /** The daily round makes the statement of the last month, once; less than ₹500 waits while the partner is active, else a sum below nothing. */
  closeMonth(now: number): void {
    const today = new Date(now + INDIA_MS)
    const first = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1) - INDIA_MS
    const month = new Date(first + INDIA_MS - DAY).toISOString().slice(0, 7)
    const open = this.openShares(first)
    const paise = sum(open.map((one) => one.paise))
    const least = this.terms.findLast(({ since }) => since <= now)?.isActive ? 50_000 : 1
    if (paise < least || this.statements.some((one) => one.month === month)) return
    for (const one of open) if (one.paise !== 0) one.share.settled = (one.share.settled ?? 0) + one.paise
    this.statements.push({ month, paise, isPaid: false })
  }

  /** Sums of the partner's page, in paise. */
  sums(now: number): { orders: number; pending: number; due: number; paid: number } {
    const shared = this.money.orders.filter(({ share }) => share)
    const waits = shared.filter(
      (order) => order.share?.settled === null && (this.isHeld(order) || order.share.dueAt >= now),
    )
    const statements = (isPaid: boolean) =>
      sum(this.statements.filter((one) => one.isPaid === isPaid).map(({ paise }) => paise))
    return {
      orders: shared.length,
      pending: sum(waits.map((order) => this.shareOf(order))),
      due: sum(this.openShares(now).map(({ paise }) => paise)) + statements(false),
      paid: statements(true),
    }
  }
}
