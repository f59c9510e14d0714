import type { Db } from '../../../context.ts'
import { revokeEnrolments } from '../../../courses/enrolments/grants.queries.ts'
import type { Refund } from '../../../platform/payments/gateway.ts'
import { codesOfOrder, revokeGiftCodes } from '../../gifts/gifts.queries.ts'
import type { BilledRefund } from '../orders.sql.ts'

export type RefundRow = BilledRefund & {
  order_id: string
  payment_id: string
  gateway_refund_id: string | null
  /** Reference of the transfer or dispute; null by the gateway. */
  reference: string | null
  /** The Indian day on which money that did not go by the gateway left. */
  sent_on: string | null
  origin: 'admin' | 'duplicate_payment' | 'dashboard'
  /** Decision on redeemed seats with all of the rest; null for a part, and where none was needed. */
  redeemed: 'keep' | 'take' | null
  idempotency_key: string | null
  admin_id: number | null
  /** Until when one sender alone may request it of the gateway; null while nobody does. */
  claimed_until: string | null
  /** Number of claims: from the second on it may be at the gateway already. */
  sends: number
  created_at: string
  updated_at: string
}

/** Columns of a new, unsent refund. */
type Unsent = 'claimed_until' | 'sends' | 'updated_at'
export type NewRefund = Omit<RefundRow, Unsent>

/** With the currency of its payment; null where that was not heard of yet. */
export type HeldRefund = RefundRow & { currency: string | null }

/** All refunds of some orders, oldest first. */
export function findRefunds(db: Db, orderIds: readonly string[]): Promise<HeldRefund[]> {
  return db('refunds')
    .select('refunds.*')
    .select(db.raw('(select currency from order_payments p where p.payment_id = refunds.payment_id) as currency'))
    .whereIn('order_id', [...orderIds])
    .orderBy(['order_id', 'created_at', 'refund_id'])
}

export function findRefund(db: Db, refundId: string): Promise<RefundRow | undefined> {
  return db<RefundRow>('refunds').where({ refund_id: refundId }).first()
}

/** Returns true if a payment has an automatic refund that did not fail. */
export async function hasAutomaticRefund(db: Db, paymentId: string): Promise<boolean> {
  const row = await db<RefundRow>('refunds')
    .where({ payment_id: paymentId, origin: 'duplicate_payment' })
    .whereNot({ status: 'failed' })
    .first('refund_id')
  return row !== undefined
}

/** Columns of a refund by the gateway. */
export const BY_GATEWAY = { channel: 'gateway', reference: null, sent_on: null } as const

/** A refund of an order that was booked before, by its reference; not one that was booked back. */
export function findBooked(
  trx: Db,
  orderId: string,
  { channel, reference }: Pick<RefundRow, 'channel' | 'reference'>,
): Promise<RefundRow | undefined> {
  return trx<RefundRow>('refunds')
    .where({ order_id: orderId, channel, reference })
    .whereNot({ status: 'failed' })
    .first()
}

export function findRefundByKey(trx: Db, orderId: string, key: string): Promise<RefundRow | undefined> {
  return trx<RefundRow>('refunds').where({ order_id: orderId, idempotency_key: key }).first()
}

/** Returns those of the gateway's refunds that are not known here, or with another status. */
export async function findOtherRefunds(db: Db, refunds: readonly Refund[]): Promise<Refund[]> {
  const ids = refunds.map(({ id }) => id)
  const known = await db<RefundRow>('refunds').whereIn('gateway_refund_id', ids).select('gateway_refund_id', 'status')
  const status = new Map(known.map((row) => [row.gateway_refund_id, row.status]))
  return refunds.filter((refund) => status.get(refund.id) !== refund.status)
}

/** The row of what the gateway speaks of: by its id, else the one of ours that it was made for. */
export function findRefundOf(trx: Db, orderId: string, refund: Refund): Promise<RefundRow | undefined> {
  return trx<RefundRow>('refunds')
    .where({ order_id: orderId, payment_id: refund.paymentId })
    .andWhere((either) => {
      either.where({ gateway_refund_id: refund.id })
      if (refund.ownId) either.orWhere({ refund_id: refund.ownId, gateway_refund_id: null })
    })
    .first()
}

export async function insertRefund(trx: Db, refund: NewRefund): Promise<void> {
  const lines = refund.lines && JSON.stringify(refund.lines)
  await trx('refunds').insert({ ...refund, lines, updated_at: refund.created_at })
}

export async function updateRefund(db: Db, refundId: string, changes: Partial<RefundRow>): Promise<void> {
  await db<RefundRow>('refunds').where({ refund_id: refundId }).update(changes)
}

/** Claims a stored refund for one sender until then. Returns undefined while another has it, and once the gateway has answered for it. */
export async function claimRefund(
  db: Db,
  refundId: string,
  { now, until }: { now: string; until: string },
): Promise<RefundRow | undefined> {
  const [claimed] = await db('refunds')
    .where({ refund_id: refundId, status: 'requested' })
    .andWhere((free) => free.whereNull('claimed_until').orWhere('claimed_until', '<=', now))
    .update({ claimed_until: until, sends: db.raw('sends + 1') }, '*')
  return claimed
}

/** Ends a sender's own claim; one that ran out and was taken over stays. */
export async function releaseRefund(db: Db, { refund_id, claimed_until }: RefundRow): Promise<void> {
  await db<RefundRow>('refunds').where({ refund_id, claimed_until }).update({ claimed_until: null })
}

/** Takes the access that an order gave, its gift codes and the access that they gave. Answers what was taken, and by id the seats that somebody else had redeemed. */
export async function revokeGrants(
  trx: Db,
  orderId: string,
  now: string,
): Promise<{ courses: number; gifts: number; seats: string[] }> {
  // Codes first, as who redeems one does: else the two could wait for each other.
  const gifts = await revokeGiftCodes(trx, orderId, now)
  const taken = await revokeEnrolments(trx, { orderId, giftCodes: codesOfOrder(trx, orderId), now })
  const seats = taken.filter(({ gift_code }) => gift_code !== null).map(({ id }) => String(id))
  return { courses: taken.length, gifts, seats }
}
