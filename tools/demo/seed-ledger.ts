import type { Db } from '../../server/src/context.ts'
import { newId } from '../sandbox-gateway/ids.ts'
import { ensureSchema } from '../sandbox-gateway/schema.ts'

type Paid = { payment_id: string; amount_paise: number; method: string; created_at: Date; refunded_paise: number }
type Refunded = { refund_id: string; payment_id: string; amount_paise: number; created_at: Date }

const rest = { currency: 'INR', notes: '{}' }

/** Writes the payments and refunds of the demo into the ledger of the sandbox, whose payouts then equal the orders. */
export async function insertLedger(db: Db): Promise<void> {
  await ensureSchema(db)
  const paid: Paid[] = await db('order_payments as p').select(
    'p.payment_id',
    'p.amount_paise',
    'p.method',
    'p.created_at',
    db.raw(
      `(select coalesce(sum(amount_paise), 0) from refunds r where r.payment_id = p.payment_id) as refunded_paise`,
    ),
  )
  const refunded: Refunded[] = await db('refunds').select(
    'gateway_refund_id as refund_id',
    'payment_id',
    'amount_paise',
    'created_at',
  )
  for (const { refunded_paise: amount_refunded_paise, ...payment } of paid) {
    const { amount_paise, created_at } = payment
    const order = { order_id: newId('order_'), amount_paise, created_at, ...rest }
    await db('sandbox.orders').insert({ ...order, amount_paid_paise: amount_paise, status: 'paid', attempts: 1 })
    const status = amount_refunded_paise === amount_paise ? 'refunded' : 'captured'
    const captured = { order_id: order.order_id, amount_refunded_paise, status, captured: true, ...rest }
    await db('sandbox.payments').insert({ ...payment, ...captured })
  }
  await db('sandbox.refunds').insert(
    refunded.map((refund) => ({ ...refund, status: 'processed', speed: 'normal', ...rest })),
  )
}
