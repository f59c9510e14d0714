import type { Db } from '../../../context.ts'
import { ADMINS } from '../../../shop/auth/admins.queries.ts'
import type { RefundSeat } from '../refunds/refund-seats.queries.ts'

/** A requested refund above the limit. */
export type RefundRequestRow = {
  request_id: string
  order_id: string
  status: 'open' | 'approved' | 'declined'
  amount_paise: number
  reason: string | null
  redeemed: 'keep' | 'take' | null
  seats: RefundSeat[] | null
  bank: { reference: string; sent_on: string; payment_id?: string | undefined } | null
  /** The subject of the request, in words. */
  about: string | null
  idempotency_key: string | null
  asked_by: number
  asked_at: string
  closed_by: number | null
  closed_at: string | null
  answer: string | null
}

type NewRequest = Omit<RefundRequestRow, 'status' | 'closed_by' | 'closed_at' | 'answer'>

export async function insertRefundRequest(trx: Db, { seats, bank, ...row }: NewRequest): Promise<void> {
  const json = { seats: seats && JSON.stringify(seats), bank: bank && JSON.stringify(bank) }
  await trx('refund_requests').insert({ ...row, ...json })
}

export function findRefundRequest(db: Db, requestId: string): Promise<RefundRequestRow | undefined> {
  return db<RefundRequestRow>('refund_requests').where({ request_id: requestId }).first()
}

export function findRequestByKey(trx: Db, orderId: string, key: string): Promise<RefundRequestRow | undefined> {
  return trx<RefundRequestRow>('refund_requests').where({ order_id: orderId, idempotency_key: key }).first()
}

type OpenRequest = RefundRequestRow & { admin_id: string; email: string }

/** Finds an order's open request, with its requester. */
export function findOpenRequest(db: Db, orderId: string): Promise<OpenRequest | undefined> {
  return db('refund_requests as r')
    .join(db.raw(`${ADMINS} as a`), 'a.id', 'r.asked_by')
    .where({ 'r.order_id': orderId, 'r.status': 'open' })
    .first('r.*', 'a.admin_id', 'a.email')
}

/** Counts the refunds of an order that failed or were declined: another one is a try of its own. */
export async function countRefundTries(trx: Db, orderId: string): Promise<number> {
  const { rows } = await trx.raw<{ rows: { tries: number }[] }>(
    `select ((select count(*) from refunds where order_id = :orderId and status = 'failed')
       + (select count(*) from refund_requests where order_id = :orderId and status = 'declined'))::int as tries`,
    { orderId },
  )
  return rows[0]?.tries ?? 0
}

type End = { status: 'approved' | 'declined'; closed_by: number; closed_at: string; answer?: string | null }

/** Returns false when it is not open. */
export async function closeRefundRequest(trx: Db, requestId: string, end: End): Promise<boolean> {
  return (await trx('refund_requests').where({ request_id: requestId, status: 'open' }).update(end)) === 1
}
