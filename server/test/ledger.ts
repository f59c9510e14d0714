import { pino } from 'pino'
import type { Context } from '../src/context.ts'
import { createQueue } from '../src/platform/queue/queue.ts'
import { buildCourse, buildStudentRow } from './catalogue-factories.ts'
import { createTestDatabase } from './database.ts'
import { keepTime } from './invariants.ts'
import { taxSettings } from './tax-settings.ts'

/** Tax settings of 1 December 2026; `openLedger` starts on the fifth. */
export const taxed = taxSettings({ valid_from: '2026-12-01' })

/** A database with paid orders only. */
export type Ledger = { ctx: Context; db: Context['db']; stop: () => Promise<void> }

export async function openLedger(at = '2026-12-05T06:30:00Z'): Promise<Ledger> {
  const { db, drop } = await createTestDatabase()
  const log = pino({ level: 'silent' })
  const queue = createQueue({ db, log })
  await queue.prepare([])
  const read: Context['read'] = (work) => work(db)
  const ctx = { config: {}, db, read, queue, now: () => new Date(at), log } as unknown as Context
  keepTime(db, ctx.now)
  const stop = async () => {
    await queue.stop()
    await drop()
  }
  return { ctx, db, stop }
}

export type Sale = {
  paise?: number[]
  quantities?: number[]
  discounts?: number[]
  state?: string
  minimum?: number
  tax?: number
  settings?: number
  /** Other fields of the order's row, such as its billing. */
  order?: Record<string, unknown>
  names?: string[]
}

/** Creates a paid order with its own lines. */
export async function buildSale({ db, ctx }: Ledger, sale: Sale = {}) {
  const { paise = [499_00], state = null, minimum = 0, tax = 0, settings = null } = sale
  const buyer = await buildStudentRow(db)
  const order_id = `ord_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`
  const lines = []
  for (const [position, price_paise] of paise.entries()) {
    const quantity = sale.quantities?.[position] ?? 1
    const discount_paise = sale.discounts?.[position] ?? 0
    const { course_id } = await buildCourse(db)
    lines.push({
      order_id,
      position,
      course_id,
      course_name: sale.names?.[position] ?? `Course ${position}`,
      course_banner: '/media/b.webp',
      price_paise,
      quantity,
      discount_paise,
      total_paise: price_paise * quantity - discount_paise,
    })
  }
  const subtotal = lines.reduce((sum, line) => sum + line.price_paise * line.quantity, 0)
  const discount = lines.reduce((sum, line) => sum + line.discount_paise, 0)
  const at = ctx.now()
  await db('orders').insert({
    order_id,
    user_id: buyer.id,
    status: 'paid',
    fingerprint: order_id,
    payment_id: `pay_${order_id.slice(4, 18)}`,
    subtotal_paise: subtotal,
    discount_paise: discount,
    minimum_charge_paise: minimum,
    tax_paise: tax,
    total_paise: subtotal - discount + minimum + tax,
    billing_state: state,
    tax_settings_id: settings,
    created_at: at,
    expires_at: at,
    paid_at: at,
    ...sale.order,
  })
  await db('order_lines').insert(lines)
  return { order_id, total_paise: subtotal - discount + minimum + tax, buyer }
}

/** Creates a refund of the order's own payment, or of another one; the order's state and access follow its own. */
export async function buildRefund({ db, ctx }: Ledger, order_id: string, amount_paise: number, payment_id?: string) {
  const order = await db('orders').where({ order_id }).first('payment_id')
  const refund_id = `rfnd_${crypto.randomUUID().slice(0, 13)}`
  await db('refunds').insert({
    refund_id,
    order_id,
    payment_id: payment_id ?? order.payment_id,
    amount_paise,
    status: 'processed',
    gateway_refund_id: refund_id,
    reason: 'Not as expected',
    created_at: ctx.now(),
    updated_at: ctx.now(),
  })
  const values = { order_id, at: ctx.now() }
  await db.raw(
    `update orders o set status = case when b.paise >= coalesce(o.captured_paise, o.total_paise) then 'refunded' else 'partially_refunded' end
     from (select order_id, payment_id, sum(amount_paise) as paise from refunds where status = 'processed' group by 1, 2) b
     where o.order_id = :order_id and b.order_id = o.order_id and b.payment_id = o.payment_id`,
    values,
  )
  await db.raw(
    `update enrolments e set revoked_at = :at from orders o
     where o.order_id = :order_id and o.status = 'refunded' and e.order_id = o.order_id and e.revoked_at is null`,
    values,
  )
  return refund_id
}
