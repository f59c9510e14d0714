import type { Dispute, Payment, Payments, Refund, RefundInput } from '../../../server/src/platform/payments/razorpay.ts'
import type { Truth } from '../../../server/src/sales/orders/settlement/read-truth.ts'

export type WorldRefund = Refund & { status: Refund['status'] }

/** The knowledge of the gateway and of the buyer's bank about one order, and their next answers. */
export type World = {
  orderId: string
  payment: Payment
  refunds: WorldRefund[]
  disputes: Dispute[]
  /** State in which the gateway makes the next refund. */
  next: 'pending' | 'processed'
}

let last = 0
const newId = (prefix: string) => `${prefix}_${String(++last).padStart(14, '0')}`

export function newWorld(orderId: string, amountPaise: number, createdAt: Date): World {
  const nothing = { offerId: null, errorCode: null, errorDescription: null, description: null }
  const payment: Payment = {
    ...nothing,
    id: newId('pay'),
    amountPaise,
    feeAwaited: false,
    currency: 'INR',
    status: 'captured',
    gatewayOrderId: `order_${orderId}`,
    captured: true,
    amountRefundedPaise: 0,
    chargedPaise: amountPaise,
    feePaise: null,
    taxPaise: null,
    method: 'upi',
    orderId,
    createdAt,
  }
  return { orderId, payment, refunds: [], disputes: [], next: 'processed' }
}

export function addRefund(world: World, amountPaise: number, status: Refund['status'], notes: RefundInput['notes']) {
  const refund: WorldRefund = {
    id: newId('rfnd'),
    paymentId: world.payment.id,
    amountPaise,
    status,
    ownId: notes?.refund_id ?? null,
    orderId: notes?.order_id ?? null,
    notes: notes ?? {},
  }
  world.refunds.push(refund)
  return refund
}

export function addDispute(world: World, amountPaise: number): Dispute {
  const dispute: Dispute = {
    id: newId('disp'),
    paymentId: world.payment.id,
    amountPaise,
    deductedPaise: amountPaise,
    status: 'lost',
    phase: 'chargeback',
    reasonCode: null,
    respondBy: null,
    createdAt: null,
  }
  world.disputes.push(dispute)
  return dispute
}

/** The gateway's answer about an order; lists are newest first. */
export function truthOf({ orderId, payment, refunds, disputes }: World, asked_at: string): Truth {
  const link: Truth['link'] = {
    id: `plink_${orderId}`,
    referenceId: orderId,
    amountPaise: payment.amountPaise,
    amountPaidPaise: payment.amountPaise,
    currency: 'INR',
    status: 'paid',
    shortUrl: 'https://rzp.example/1',
    gatewayOrderId: payment.gatewayOrderId,
    payments: [],
    expiresAt: null,
    callbackUrl: null,
    createdAt: null,
  }
  return { link, payments: [payment], byOffer: [], refunds: refunds.toReversed(), disputes, key_id: null, asked_at }
}

/** A gateway that makes every refund once. */
export function gatewayOf(worlds: ReadonlyMap<string, World>) {
  const refund = async ({ paymentId, amountPaise = 0, notes }: RefundInput): Promise<Refund> => {
    const world = worlds.get(paymentId)
    if (!world) throw new Error(`no payment ${paymentId}`)
    const made = world.refunds.find(({ ownId }) => ownId === notes?.refund_id)
    return { ...(made ?? addRefund(world, amountPaise, world.next, notes)) }
  }
  return { refund } as unknown as Payments
}
