import type { Language } from 'contract/languages'
import type { Db } from '../../../context.ts'
import type { MailShop } from '../../../platform/mail/letter.ts'
import type { ReceiptData } from '../../../platform/mail/order-letters.ts'
import { GREETED_NAME } from '../../../shop/users/proven-address.ts'

export type ReceiptRow = Omit<ReceiptData, keyof MailShop> & { email: string; language: Language }

/** A paid order with its lines and gift codes, and the present name (null while the address is not proven) and address of the buyer, unless that is gone. */
export async function findReceipt(db: Db, orderId: string): Promise<ReceiptRow | undefined> {
  const { rows } = await db.raw<{ rows: ReceiptRow[] }>(
    `select o.order_no, o.subtotal_paise, o.discount_paise, o.tax_paise, o.minimum_charge_paise, o.total_paise, o.promocode,
      o.payment_id, o.paid_at, ${GREETED_NAME}, users.email, users.language,
      (
        select jsonb_agg(
          jsonb_build_object('course_name', l.course_name, 'quantity', l.quantity, 'price_paise', l.price_paise, 'access_period', l.access_period)
          order by l.position)
        from order_lines l
        where l.order_id = o.order_id
      ) as lines,
      coalesce((
        select jsonb_agg(jsonb_build_object('code', g.code, 'course_name', l.course_name) order by l.position, g.code)
        from gift_codes g
        join order_lines l on l.order_id = g.order_id and l.course_id = g.course_id
        where g.order_id = o.order_id and g.revoked_at is null
      ), '[]') as gift_codes
    from orders o
    join users on users.id = o.user_id
    where o.order_id = :orderId and o.paid_at is not null and users.deleted_at is null and users.email is not null`,
    { orderId },
  )
  return rows[0]
}
