import { callName } from 'contract/call-name'
import type { Language } from 'contract/languages'
import type { Db } from '../../../context.ts'
import { LESSONS } from '../../../courses/courses/courses.sql.ts'
import { pieces } from '../../../platform/features/pieces.ts'
import type { MailShop } from '../../../platform/mail/email.ts'
import type { ReceiptData } from '../../../platform/mail/receipt-emails.ts'
import { SOLD_TOGETHER } from '../../../sales/orders/orders.sql.ts'

export type ReceiptRow = Omit<ReceiptData, keyof MailShop | 'document' | 'proof' | 'login'> & {
  /** `users.id` */
  user_id: number
  email: string
  language: Language
}

/** A paid order with its lines and gift codes, and the present first name and address of the buyer, unless that is gone. */
export async function findReceipt(db: Db, orderId: string, now = new Date()): Promise<ReceiptRow | undefined> {
  const { rows } = await db.raw<{ rows: ReceiptRow[] }>(
    `select o.user_id, o.order_no, o.subtotal_paise, o.discount_paise, o.credit_paise, o.reductions, o.tax_paise, o.minimum_charge_paise, o.total_paise, o.promocode,
      o.payment_id, o.paid_at, coalesce(o.received_at, o.paid_at) as received_at, users.name, users.email_proven_at is not null as proven, users.email, users.language,
      (select p.method from order_payments p where p.payment_id = o.payment_id) as payment_method,
      exists (
        select from contact_changes c
        where c.user_id = users.id and c.kind = 'email' and c.value = users.email and c.token_hash is not null and c.expires_at > :now
      ) as can_set_password,
      (
        select jsonb_agg(
          jsonb_build_object('course_id', l.course_id, 'course_name', l.course_name, 'bundle_name', l.bundle_name, 'lessons', (select count(*) from ${LESSONS} lessons where lessons.course_id = l.course_id), 'quantity', l.quantity, 'price_paise', l.price_paise, 'access_period', l.access_period, 'next_step', ${pieces.nextStep('l.course_id', 'o.user_id')})
          order by l.position)
        from order_lines l
        where l.order_id = o.order_id
      ) as lines,
      coalesce((
        select jsonb_agg(jsonb_build_object('code', g.code, 'course_name', l.name) order by l.position, g.code)
        from gift_codes g
        join ${SOLD_TOGETHER} l on l.order_id = g.order_id and l.course_id = g.course_id
        where g.order_id = o.order_id and g.revoked_at is null
      ), '[]') as gift_codes,
      ${pieces.planRest('o.order_id')} as rest
    from orders o
    join users on users.id = o.user_id
    where o.order_id = :orderId and o.paid_at is not null and users.deleted_at is null and users.email is not null`,
    { orderId, now },
  )
  const [row] = rows
  return row && { ...row, name: callName(row) }
}
