import type { Db } from '../../context.ts'
import { revokeEnrolments } from '../../enrolments/enrolments.queries.ts'
import { codesOfOrder, revokeGiftCodes } from '../../gifts/gifts.queries.ts'
import type { Refund } from '../../payments/gateway.ts'
import type { OrderRow } from '../orders.queries.ts'

export type RefundRow = {
  refund_id: string
  order_id: string
  payment_id: string
  amount_paise: number
  /** `requested`: stored, and not yet known to have reached the gateway. */
  status: 'requested' | 'pending' | 'processed' | 'failed'
  gateway_refund_id: string | null
  reason: string | null
  origin: 'admin' | 'duplicate_payment' | 'dashboard'
  /** What was said of redeemed seats, with all of the rest; null for a part, and where nobody was asked. */
  redeemed: 'keep' | 'take' | null
  idempotency_key: string | null
  admin_id: number | null
  tries: number
  /** When the gateway is asked about it again; null once it has ended. */
  poll_after: string | null
  created_at: string
  updated_at: string
}

/** All refunds of some orders, oldest first. */
export function findRefunds(db: Db, orderIds: readonly string[]): Promise<RefundRow[]> {
  return db<RefundRow>('refunds')
    .whereIn('order_id', [...orderIds])
    .orderBy(['order_id', 'created_at', 'refund_id'])
}

export function findRefund(db: Db, refundId: string): Promise<RefundRow | undefined> {
  return db<RefundRow>('refunds').where({ refund_id: refundId }).first()
}

export function findRefundByKey(trx: Db, orderId: string, key: string): Promise<RefundRow | undefined> {
  return trx<RefundRow>('refunds').where({ order_id: orderId, idempotency_key: key }).first()
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

/** False when there is such a row: one per key of an order, and one per payment that is given back by itself. */
export async function insertRefund(trx: Db, refund: Omit<RefundRow, 'tries' | 'updated_at'>): Promise<boolean> {
  const added = await trx<RefundRow>('refunds')
    .insert({ ...refund, updated_at: refund.created_at })
    .onConflict()
    .ignore()
    .returning('refund_id')
  return added.length > 0
}

export async function updateRefund(db: Db, refundId: string, changes: Partial<RefundRow>): Promise<void> {
  await db<RefundRow>('refunds').where({ refund_id: refundId }).update(changes)
}

/** What of the order's own payment came back, and what is on its way, in paise; failed ones are neither. */
export async function sumRefunds(trx: Db, order: OrderRow): Promise<{ processed: number; held: number }> {
  const row = await trx('refunds')
    .where({ order_id: order.order_id, payment_id: order.payment_id })
    .whereNot({ status: 'failed' })
    .sum({ held: 'amount_paise' })
    .sum({ processed: trx.raw(`case when status = 'processed' then amount_paise end`) })
    .first()
  return { processed: Number(row?.processed ?? 0), held: Number(row?.held ?? 0) }
}

/** True when what goes back of a payment by itself was tried, and failed. */
export async function hasFailedDuplicateRefund(trx: Db, paymentId: string): Promise<boolean> {
  const failed = { payment_id: paymentId, origin: 'duplicate_payment', status: 'failed' } as const
  return (await trx<RefundRow>('refunds').where(failed).first('refund_id')) !== undefined
}

/** The order that a refund of this payment was booked for: a second payment of its link is known by nothing else. */
export async function findOrderIdOfRefunds(db: Db, paymentId: string): Promise<string | undefined> {
  const row = await db<RefundRow>('refunds').where({ payment_id: paymentId }).first('order_id')
  return row?.order_id
}

/**
 * Takes the access that an order gave, and its gift codes that nobody has redeemed; with `redeemed` also those that were, and
 * the access that they gave. Answers what was taken, and by id the seats that somebody else had redeemed.
 */
export async function revokeGrants(
  trx: Db,
  orderId: string,
  { now, redeemed }: { now: string; redeemed: boolean },
): Promise<{ courses: number; gifts: number; seats: string[] }> {
  // Codes first, as who redeems one does: else the two could wait for each other.
  const gifts = await revokeGiftCodes(trx, orderId, { now, redeemed })
  const giftCodes = redeemed ? codesOfOrder(trx, orderId) : undefined
  const taken = await revokeEnrolments(trx, { orderId, giftCodes, now })
  const seats = taken.filter(({ gift_code }) => gift_code !== null).map(({ id }) => String(id))
  return { courses: taken.length, gifts, seats }
}

/** True when all but the redeemed seats of an order came back. */
export async function hasClosingRefund(trx: Db, order: OrderRow): Promise<boolean> {
  const { order_id, payment_id } = order
  const closing = { order_id, payment_id, redeemed: 'keep', status: 'processed' } as const
  return (await trx<RefundRow>('refunds').where(closing).first('refund_id')) !== undefined
}

/** Refunds whose time to be asked about has come, oldest first; claimed by moving that time to `nextTry`. */
export async function claimDueRefunds(db: Db, now: string, nextTry: string, limit: number): Promise<RefundRow[]> {
  const { rows } = await db.raw<{ rows: RefundRow[] }>(
    `update refunds set poll_after = :nextTry, tries = tries + 1
     where refund_id in (
       select refund_id from refunds where poll_after is not null and poll_after <= :now
       order by poll_after limit :limit for update skip locked
     )
     returning *`,
    { now, nextTry, limit },
  )
  return rows
}

/** Moves the time to ask again, of a refund that has not ended. */
export async function postponeRefund(db: Db, refundId: string, until: string): Promise<void> {
  await db<RefundRow>('refunds').where({ refund_id: refundId }).whereNotNull('poll_after').update({ poll_after: until })
}
