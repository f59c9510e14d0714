import { indianDay, longDayText } from 'contract/indian-time'
import { formatRupees, toRupees } from 'contract/money'
import type { AdminOrder } from 'contract/orders/admin'
import { type Proposal, proposeRefund } from 'contract/orders/conditions'
import { lastTaxNoteDay } from 'contract/tax'
import type { z } from 'zod'
import { errorText, isApiError, isNoAnswer } from '../../api/client.ts'
import { amountText, rupeesText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import type { Notice } from '../kit/call.ts'
import { transferProblems } from './refund-way.ts'

/** The facts that the refund form needs of an order. */
export type RefundOrder = Pick<
  z.input<typeof AdminOrder>,
  | 'order_id'
  | 'outside'
  | 'gateway'
  | 'courses'
  | 'gift_codes'
  | 'seats'
  | 'refundable'
  | 'refundable_without_redeemed'
  | 'refund_needs_reason'
  | 'guarantee'
  | 'conditions'
  | 'withheld'
  | 'documents'
  | 'paid_at'
  | 'plan'
>

/** An order of nothing that can go back: coins or a code alone paid it. */
export const isFreePaid = ({ total, status }: Pick<z.input<typeof AdminOrder>, 'total' | 'status'>) =>
  total === 0 && status === 'paid'

/** Explains a refund that is too late to reduce the tax of its invoice; undefined otherwise. */
export function lateTaxText(
  { documents, paid_at }: Pick<RefundOrder, 'documents' | 'paid_at'>,
  today: string,
): string | undefined {
  const taxed = documents.some(({ kind }) => kind === 'invoice' || kind === 'bill_of_supply')
  if (!taxed || paid_at === null) return undefined
  const last = lastTaxNoteDay(indianDay(new Date(paid_at)))
  if (today <= last) return undefined
  return `The tax of this sale can no longer be reversed: the last day was ${longDayText(`${last}T00:00:00+05:30`)}. The buyer gets a refund receipt without tax, and your GSTR-1 stays as it is.`
}

/** Names who loses what by a refund of everything. A refunded part ends its plan. */
export function lossText({ gift_codes, plan }: Pick<RefundOrder, 'gift_codes' | 'plan'>): string {
  if (plan)
    return `This is part ${plan.part} of ${plan.of}: its plan ends, and no further part falls due. The buyer keeps the course only for as long as the other paid parts give it.`
  const redeemed = gift_codes.filter((gift) => gift.redeemed).length
  if (redeemed === 0) return 'The buyer loses access and unused gift codes stop working.'
  return `Everyone loses access, including ${redeemed === 1 ? 'the person' : `the ${redeemed} people`} who redeemed a gift code.`
}

export type PickedSeat = RefundOrder['seats'][number]

type Place = Pick<PickedSeat, 'course_id' | 'seat'>
export const isSameSeat = (one: Place, other: Place) => one.course_id === other.course_id && one.seat === other.seat

/** In rupees, added in paise. */
export const amountOf = (seats: readonly PickedSeat[]) =>
  seats.reduce((paise, { amount }) => paise + Math.round(amount * 100), 0) / 100

/** Reports a refund that is stored and that Razorpay has not taken yet, with its reason: nobody needs to press again. */
export function toastWaiting(amount: string, reason: string): void {
  const description = `${reason.replace(/\.$/, '')}. The shop sends it again by itself, and the buyer is refunded only once.`
  toast.info(`Refund of ${amount} is stored, but Razorpay has not taken it yet`, { description, duration: 12_000 })
}

/** The scope of a refund: all that is left, some courses or seats, or an amount. */
export type Scope = 'all' | 'seats' | 'sum'

/** A refund as it is typed. `less` replaces a proposed sum; null for the proposal itself. */
type Refund = {
  scope: Scope
  wanted: readonly PickedSeat[]
  amount: string
  less: string | null
  reason: string
  way: string
  reference: string
  sent_on: string
}

/** A refund begins with what its buyer asks for: the named courses, without gift codes that others redeemed. */
export function newRefund({ guarantee, outside, seats, gift_codes, refundable }: RefundOrder) {
  const requested = guarantee?.status === 'open' ? guarantee : undefined
  const isRedeemed = ({ code }: PickedSeat) => gift_codes.some((gift) => gift.code === code && gift.redeemed)
  const ids = requested?.course_ids
  const wanted = ids ? seats.filter((seat) => ids.includes(seat.course_id) && !isRedeemed(seat)) : seats
  const isWhole = wanted.length === seats.length
  return {
    scope: isWhole ? ('all' as const) : ('seats' as const),
    wanted: isWhole ? [] : wanted,
    reason: requested ? (requested.reason ?? 'Requested within the guarantee') : '',
    way: outside || (refundable > 0 && refundable < 1) ? 'bank' : 'gateway',
  }
}

const BELOW_A_RUPEE = 'Razorpay refunds ₹1 or more. Send it by bank transfer, and choose that as the refund method.'

/** Names a condition that an order was priced by. */
export function conditionText(condition: RefundOrder['conditions'][number]): string {
  const { kind, name } = condition
  if (kind === 'minimum') return `the code ${name} needs an order of ${rupeesText(condition.minimum)}`
  if (kind === 'bundle') return `${name} costs less only as a whole`
  if (kind === 'credit') return `${name} in order ${condition.order_no} costs less with it`
  if (kind === 'upgrade') return `${name} in order ${condition.order_no} opens nothing without it`
  const beside = condition.beside.join(' or ') || 'another course'
  return `the offer “${name}” needs ${beside} beside ${condition.course_name}`
}

/** Names the later orders that go back with a refund; undefined without one. */
export function alongText(along: Proposal['along']): string | undefined {
  if (along.length === 0) return undefined
  const orders = along.map(({ name, order_no, back }) => `${name} in order ${order_no}, ${rupeesText(back)}`)
  return `${orders.join(', and ')} goes back too: it opens nothing without this order.`
}

/** Explains a proposed sum in one sentence. */
export function proposalText({ most, lost, fallen }: Proposal): string {
  if (lost === 0) return `at most ${formatRupees(most)}.`
  return `${formatRupees(most)} less ${formatRupees(lost)}, because ${fallen.map(conditionText).join(', and ')}.`
}

/** Works out what a refund gives back, and what keeps it from being sent. */
export function refundOf(order: RefundOrder, { scope, wanted, reason, way, ...typed }: Refund) {
  // Some may have gone back while the form was open.
  const picked = order.seats.filter((seat) => wanted.some((one) => isSameSeat(one, seat)))
  const back = scope === 'all' ? order.seats : scope === 'seats' ? picked : []
  const proposes = proposeRefund(order, back)
  // The owner decides on a sum below the price.
  const proposal = back.length > 0 && proposes.proposed < proposes.most ? proposes : undefined
  const amount = proposal ? (typed.less ?? String(toRupees(proposal.proposed))) : typed.amount
  const isTyped = scope === 'sum' || proposal !== undefined
  const most = proposal ? toRupees(proposal.most) : order.refundable_without_redeemed
  const sum = isTyped
    ? Number(amount)
    : scope === 'all'
      ? order.refundable
      : back.length > 0
        ? toRupees(proposes.proposed)
        : 0
  // Razorpay sends no less than a rupee.
  const least = way === 'bank' ? 0.01 : 1
  const inRange = !isTyped || (/^\d+(\.\d{1,2})?$/.test(amount) && sum >= least && sum <= most)
  const needsReason = order.refund_needs_reason || scope === 'sum'
  const { currency } = order.gateway
  const range = `Amount must be from ${amountText(least, currency)} to ${amountText(most, currency)}`
  const isSum = sum >= least && inRange
  return {
    picked,
    back,
    proposal,
    along: alongText(proposes.along),
    amount,
    sum,
    most,
    least,
    /** Shown before a press, too. */
    problem: amount !== '' && !inRange && range,
    needsReason,
    /** The amount in words; empty while there is none. */
    text: isSum ? amountText(sum, currency) : '',
    problems: {
      amount: isSum
        ? undefined
        : !isTyped && sum > 0
          ? BELOW_A_RUPEE
          : { all: 'Nothing is left to refund', seats: 'Choose what to refund', sum: range }[isTyped ? 'sum' : scope],
      reason: needsReason && reason.trim() === '' ? 'Enter a reason' : undefined,
      ...(way === 'bank' && transferProblems(typed)),
    },
  }
}

/** The answer was lost on its way, and meanwhile the gateway has not made it. */
class NotMade extends Error {}

export const refundCall = {
  key: () => adminApi.orders.refund.key(),
  call: async (input: Parameters<typeof adminClient.orders.refund>[0]) => {
    const answer = await adminClient.orders.refund(input)
    if (answer.status === 'failed') throw new NotMade()
    return answer
  },
}

/** The body of a refund. */
export function refundBody(order: RefundOrder, refund: Refund) {
  const { sum, back, proposal } = refundOf(order, refund)
  const { scope, reason, way, reference, sent_on } = refund
  const redeemed = order.gift_codes.some((gift) => gift.redeemed)
  const what = {
    all: redeemed && { redeemed: 'take' },
    seats: { seats: back.map(({ course_id, seat }) => ({ course_id, seat })) },
    sum: {},
  }[proposal ? 'seats' : scope]
  return { amount: sum, ...what, reason, ...(way === 'bank' && { bank: { reference, sent_on } }) }
}

/** Nothing was stored, so the next press is a refund of its own. */
export const isNothingStored = (error: unknown) =>
  error instanceof NotMade || (isApiError(error) && error.code === 'not_refundable')

export const NO_ANSWER =
  'No reply from the server. Please try again. The buyer is refunded only once, even if you press again.'

export function refundProblem(error: unknown): string {
  if (error instanceof NotMade) return 'Razorpay did not make this refund. See the reason in the timeline below.'
  if (isApiError(error) && error.code === 'idempotency_mismatch') {
    return 'Your earlier refund went through. You can see it below. To refund more, cancel and start again.'
  }
  return isNoAnswer(error) ? NO_ANSWER : errorText(error, NO_ANSWER)
}

export const failureTitle = (sum: string, error: unknown) =>
  error instanceof NotMade ? `Razorpay did not make the refund of ${sum}` : `Refund of ${sum} not confirmed`

/** Says what became of a refund. */
export function refundNotice(
  sum: string,
  way: string,
  { status, waiting }: Awaited<ReturnType<typeof refundCall.call>>,
): Notice {
  if (status === 'second_person') return `Refund of ${sum} needs approval`
  if (waiting) {
    toastWaiting(sum, waiting)
    return null
  }
  if (way === 'bank') return `${sum} recorded as refunded`
  return status === 'processed' ? `${sum} refunded` : `Refund of ${sum} is on its way`
}
