import { randomBytes } from 'node:crypto'
import { currencyField, formatMoney, toRupees } from 'contract/money'
import type { RefundRequest } from 'contract/orders/refund-requests'
import type { Context, Db } from '../../../context.ts'
import { plainError } from '../../../errors.ts'
import { noteChange } from '../../../shop/activity/note-change.ts'
import { countRefunders } from '../../../shop/auth/admins.queries.ts'
import { findRefundLimit } from '../../../shop/settings/settings.queries.ts'
import { insertOrderEvent } from '../order-events.queries.ts'
import type { OrderRow } from '../orders.queries.ts'
import { currencyOf } from '../payments.queries.ts'
import { findRefunds } from '../refunds/refunds.queries.ts'
import type { Decided } from './decide-refund.ts'
import {
  findOpenRequest,
  findRefundRequest,
  findRequestByKey,
  insertRefundRequest,
  type RefundRequestRow,
} from './refund-requests.queries.ts'

/**
 * Returns true above the owner's limit, which counts all refunds of the order by admins, and what goes back with it: small ones add up. It is in
 * rupees; another currency always needs approval.
 */
export async function needsSecondPerson(
  trx: Db,
  orderId: string,
  { paise, along, currency }: Pick<Decided, 'paise' | 'along' | 'currency'>,
): Promise<boolean> {
  const limit = await findRefundLimit(trx, { lock: false })
  if (limit === null) return false
  if (currency !== 'INR') return true
  const before = (await findRefunds(trx, [orderId])).filter(
    ({ origin, status }) => origin === 'admin' && status !== 'failed',
  )
  return before.reduce((sum, { amount_paise }) => sum + amount_paise, paise + along) > limit
}

type RefundToApprove = Pick<
  RefundRequestRow,
  'order_id' | 'amount_paise' | 'reason' | 'redeemed' | 'seats' | 'bank' | 'about'
>

/** Stores a refund that somebody else has to approve, in the caller's transaction, the order locked. */
export async function requireSecondPerson(
  ctx: Context,
  trx: Db,
  requested: RefundToApprove,
  {
    order_no,
    admin,
    key,
    currency,
  }: { order_no: string; admin: { id: number; email: string }; key: string | undefined; currency: string },
): Promise<Pick<RefundRequestRow, 'request_id' | 'amount_paise'>> {
  const { order_id, amount_paise, reason, about, bank } = requested
  const now = ctx.now().toISOString()
  const request_id = `rq_${randomBytes(12).toString('hex')}`
  const by = { idempotency_key: key ?? null, asked_by: admin.id, asked_at: now }
  await insertRefundRequest(trx, { ...requested, ...by, request_id })
  const words = `${formatMoney(amount_paise, currency)} by ${admin.email}`
  const detail = [words, reason].filter(Boolean).join(': ')
  await insertOrderEvent(trx, { order_id, kind: 'second_person_asked', detail, created_at: now })
  const after = {
    refund: toRupees(amount_paise),
    ...currencyField(currency),
    second_person: 'asked',
    reason,
    picked: about,
    bank,
  }
  await noteChange(trx, { kind: 'order', id: order_id, name: order_no, after })
  return { request_id, amount_paise }
}

/** Finds the waiting or closed request of this key; one without a key is refused while another waits. */
export async function findEarlierRequest(
  trx: Db,
  order: OrderRow,
  key: string | undefined,
): Promise<RefundRequestRow | undefined> {
  const { order_id } = order
  const known = key ? await findRequestByKey(trx, order_id, key) : undefined
  if (known) return known
  const open = await findOpenRequest(trx, order_id)
  if (!open) return undefined
  const sum = formatMoney(open.amount_paise, await currencyOfRequest(trx, order, open))
  throw plainError('conflict', `A refund of ${sum} needs approval, requested by ${open.email}`)
}

/** Returns the currency of a duplicate payment's refund, or of the order's own. */
export const currencyOfRequest = (db: Db, { payment_id }: OrderRow, { bank }: RefundRequestRow): Promise<string> =>
  currencyOf(db, bank?.payment_id ?? payment_id)

/** One to decide on, or 404. */
export async function requireRequest(db: Db, requestId: string): Promise<RefundRequestRow> {
  const row = await findRefundRequest(db, requestId)
  if (!row) throw plainError('not_found', 'Refund request not found')
  return row
}

/** Finds an order's waiting request, as admins see it. */
export async function findRequestOf(db: Db, orderId: string): Promise<RefundRequest | null> {
  const row = await findOpenRequest(db, orderId)
  if (!row) return null
  const { request_id, reason, about, asked_at, admin_id, email } = row
  const others = Math.max(0, (await countRefunders(db)) - 1)
  return {
    request_id,
    amount: toRupees(row.amount_paise),
    reason,
    about,
    by_bank: row.bank !== null,
    asked_at,
    asked_by: { admin_id, email },
    others,
  }
}
