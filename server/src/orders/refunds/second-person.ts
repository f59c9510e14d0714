import { randomBytes } from 'node:crypto'
import { formatRupees, toRupees } from 'contract/money'
import type { RefundRequest } from 'contract/refund-requests'
import { noteChange } from '../../activity/note-change.ts'
import { countRefunders } from '../../auth/admins.queries.ts'
import type { Context, Db } from '../../context.ts'
import { appError } from '../../errors.ts'
import { findRefundLimit } from '../../settings/settings.queries.ts'
import { insertOrderEvent } from '../order-events.queries.ts'
import {
  findOpenRequest,
  findRefundRequest,
  findRequestByKey,
  insertRefundRequest,
  type RefundRequestRow,
} from './refund-requests.queries.ts'
import { findRefunds } from './refunds.queries.ts'

/** True above the owner's limit, which counts what admins have given back of the order: no row of small refunds gets around it. */
export async function needsSecondPerson(trx: Db, orderId: string, paise: number): Promise<boolean> {
  const limit = await findRefundLimit(trx, { lock: false })
  if (limit === null) return false
  const before = (await findRefunds(trx, [orderId])).filter(
    ({ origin, status }) => origin === 'admin' && status !== 'failed',
  )
  return before.reduce((sum, { amount_paise }) => sum + amount_paise, paise) > limit
}

type Asked = Pick<RefundRequestRow, 'order_id' | 'amount_paise' | 'reason' | 'redeemed' | 'seats' | 'bank' | 'about'>

/** Stores a refund that somebody else has to approve, in the caller's transaction, the order locked. */
export async function askSecondPerson(
  ctx: Context,
  trx: Db,
  asked: Asked,
  { admin, key }: { admin: { id: number; email: string }; key: string | undefined },
): Promise<Pick<RefundRequestRow, 'request_id' | 'amount_paise'>> {
  const { order_id, amount_paise, reason, about, bank } = asked
  const now = ctx.now().toISOString()
  const request_id = `rq_${randomBytes(12).toString('hex')}`
  const by = { idempotency_key: key ?? null, asked_by: admin.id, asked_at: now }
  await insertRefundRequest(trx, { ...asked, ...by, request_id })
  const words = `${formatRupees(amount_paise)} by ${admin.email}`
  const detail = [words, reason].filter(Boolean).join(': ')
  await insertOrderEvent(trx, { order_id, kind: 'second_person_asked', detail, created_at: now })
  const after = { refund: toRupees(amount_paise), second_person: 'asked', reason, picked: about, bank }
  await noteChange(trx, { kind: 'order', id: order_id, name: order_id, after })
  return { request_id, amount_paise }
}

/** What is asked for with this key waits already, or has ended; one without a key is refused while another waits. */
export async function findAskedBefore(
  trx: Db,
  orderId: string,
  key: string | undefined,
): Promise<RefundRequestRow | undefined> {
  const known = key ? await findRequestByKey(trx, orderId, key) : undefined
  if (known) return known
  const open = await findOpenRequest(trx, orderId)
  if (!open) return undefined
  const sum = formatRupees(open.amount_paise)
  throw appError('conflict', `A refund of ${sum} waits for a second person, asked for by ${open.email}`)
}

/** One to decide on, or 404. */
export async function requireRequest(db: Db, requestId: string): Promise<RefundRequestRow> {
  const row = await findRefundRequest(db, requestId)
  if (!row) throw appError('not_found', 'Refund request not found')
  return row
}

/** What waits of an order, as admins see it. */
export async function findRequestOf(db: Db, orderId: string): Promise<RefundRequest | null> {
  const row = await findOpenRequest(db, orderId)
  if (!row) return null
  const { request_id, reason, about, asked_at, admin_id, email } = row
  const others = Math.max(0, (await countRefunders(db)) - 1)
  return {
    ...{ request_id, amount: toRupees(row.amount_paise), reason, about, by_bank: row.bank !== null, asked_at },
    ...{ asked_by: { admin_id, email }, others },
  }
}
