import type { Mandate } from './mandate.ts'
import type { Line, Tax } from './price.ts'

/** Refunds and disputes as gateway and banks have them. `own`: our refund's id. */
export type Moved = {
  refunds: { own: string | null; paise: number; status: 'pending' | 'processed' | 'failed' }[]
  disputes: { id: string; status: string; paise: number }[]
}

export type Order = {
  id: string
  buyer: number
  kind: 'cart' | 'part' | 'renewal' | 'agreed' | 'debit'
  lines: Line[]
  /** The sum that was agreed. */
  total: number
  coins: number
  tax: Tax | null
  periods: Record<string, string | null>
  madeAt: number
  plan?: { plan: Plan; part: number }
  /** A longer option, for its price less what was counted as paid. */
  upgrade?: { base: Order; counted: number; period: string | null }
  /** A seat; `choices`: how often the money of a cancelled date was wanted back: a refund that fails gives the choice back. */
  seat?: { run: Run; heldUntil: number; choices: number }
  /** A debit of a membership, which paid until then; money after the end of the mandate is a stray. */
  debit?: { mandate: Mandate; payment: string; to: number; isStray: boolean }
  /** It has the partner's promo code, or their link led to it. */
  via?: { byCode: boolean; pressedAt: number | undefined } | undefined
  /** The part of a partner, once it is paid. `net`: without tax, as the invoice has it. */
  share?: { percent: number; net: number | undefined; dueAt: number; settled: number | null }
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

/** A date of a workshop. */
export type Run = {
  id: string
  course: string
  startsAt: number
  endsAt: number
  seats: number
  replayDays: number
  isCancelled: boolean
}

export type Gift = {
  code: string
  order: Order
  course: string
  seat: number
  courses: string[]
  redeemedBy: number | null
}
export const sum = (of: readonly number[]) => of.reduce((all, one) => all + one, 0)
export const GUARANTEE_DAYS = 30
/** The index of nobody. */
export const NOBODY = -1

/** Orders with the money that was paid and returned. */
export class Orders {
  readonly orders: Order[] = []

  addOrder(
    order: Pick<
      Order,
      | 'id'
      | 'buyer'
      | 'kind'
      | 'lines'
      | 'total'
      | 'coins'
      | 'tax'
      | 'periods'
      | 'madeAt'
      | 'plan'
      | 'upgrade'
      | 'seat'
      | 'debit'
      | 'via'
    >,
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

  /** The money of a cancelled date is wanted back, and its refund has not failed since. */
  isChosen = ({ seat, moved }: Order): boolean =>
    (seat?.choices ?? 0) > moved.refunds.filter(({ status }) => status === 'failed').length

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
}
