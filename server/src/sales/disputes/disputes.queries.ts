import type { Db } from '../../context.ts'
import type { Dispute } from '../../platform/payments/gateway.ts'

/** A dispute as the gateway showed it last; null status: named by an event or a list, and not read yet. */
export type DisputeRow = {
  dispute_id: string
  order_id: string
  payment_id: string
  status: Dispute['status'] | null
  phase: string | null
  reason_code: string | null
  amount_paise: number | null
  deducted_paise: number | null
  /** Until when the gateway wants an answer. */
  respond_by: string | null
  opened_at: string | null
  /** Counts the times it waited for the owner; the time since is null while it does not. */
  asks: number
  asked_at: string | null
  read_at: string | null
  noted_at: string
}

/** For `where`: not ended, as far as known. */
const NOT_ENDED = `(status is null or status in ('open', 'under_review'))`

/** Won or closed, and named by nobody since: there is nothing more to read. A round that the bank begins anew may bear the same id. */
export const isOver = ({ status, noted_at, read_at }: DisputeRow) =>
  (status === 'won' || status === 'closed') && read_at !== null && Date.parse(noted_at) < Date.parse(read_at)

export const hasEnded = ({ status }: Pick<DisputeRow, 'status'>) =>
  status === 'won' || status === 'lost' || status === 'closed'

/** The payments whose money is in question, for the same as below: nothing of them goes back meanwhile. */
export const DISPUTED_PAYMENTS = `(select payment_id from disputes where ${NOT_ENDED})`

/** The disputes that wait for an answer of the owner, for a statement of another feature that has to stay one. */
export const ASKING_DISPUTES =
  "(select dispute_id, order_id, respond_by, asked_at from disputes where status = 'open' and asked_at is not null)"

export function findDisputes(db: Db, orderIds: readonly string[]): Promise<DisputeRow[]> {
  return db<DisputeRow>('disputes')
    .whereIn('order_id', [...orderIds])
    .orderBy(['noted_at', 'dispute_id'])
}

export function findDispute(db: Db, disputeId: string): Promise<DisputeRow | undefined> {
  return db<DisputeRow>('disputes').where({ dispute_id: disputeId }).first()
}

/** Notes that an event or a list names one, to be read with its order. */
export async function noteDispute(
  trx: Db,
  dispute: Pick<DisputeRow, 'dispute_id' | 'order_id' | 'payment_id' | 'noted_at'>,
): Promise<void> {
  await trx<DisputeRow>('disputes').insert(dispute).onConflict('dispute_id').merge(['noted_at'])
}

export async function updateDispute(trx: Db, disputeId: string, changes: Partial<DisputeRow>): Promise<void> {
  await trx<DisputeRow>('disputes').where({ dispute_id: disputeId }).update(changes)
}

/** Payments of an order whose money is in question: nothing of them goes back meanwhile. */
export function findDisputedPayments(db: Db, orderId: string): Promise<string[]> {
  return db<DisputeRow>('disputes').where({ order_id: orderId }).whereRaw(NOT_ENDED).distinct().pluck('payment_id')
}

/** Orders with a dispute that has not ended. */
export function findDisputedOrders(db: Db): Promise<string[]> {
  return db<DisputeRow>('disputes').whereRaw(NOT_ENDED).distinct().pluck('order_id')
}

/** Returns true if status, phase, deduction and date were read before. */
export async function isDisputeKnown(
  db: Db,
  { id, status, phase, respondBy, deductedPaise }: Dispute,
): Promise<boolean> {
  const known = await findDispute(db, id)
  if (known?.status !== status || known.phase !== phase || known.deducted_paise !== deductedPaise) return false
  return (known.respond_by === null ? 0 : Date.parse(known.respond_by)) === (respondBy?.getTime() ?? 0)
}
