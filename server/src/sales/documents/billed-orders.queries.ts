import type { Billing } from 'contract/billing'
import type { Language } from 'contract/languages'
import type { Db } from '../../context.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import { BILLED_LINES, BILLED_ORDERS } from '../orders/orders.sql.ts'

/** A paid order as a document needs it. */
export type BilledOrder = Billing & {
  order_id: string
  order_no: string
  payment_id: string | null
  /** As the gateway calls it, such as `upi`; null where it did not say, or nothing was paid. */
  payment_method: string | null
  /** When it was settled and granted. */
  paid_at: string
  /** The moment of its money; null or absent where that is `paid_at`. */
  received_at?: string | null
  /** Typed with an offline payment. */
  payment_reference?: string | null
  promocode: string | null
  /** Tax added to prices that exclude it; else 0. */
  tax_paise: number
  minimum_charge_paise: number
  total_paise: number
  /** Amount received; null where nothing was due. It differs from the total only where an owner granted the order all the same. */
  captured_paise: number | null
  tax_settings_id: number | null
  /** The order's prices include the tax, whatever the settings say. */
  holds_tax?: boolean
  /** Its money is practice money. */
  test?: boolean
  /** Null once the account was deleted. */
  buyer_name: string | null
  buyer_email: string | null
  /** Language of the buyer's emails. */
  language: Language
}

export type BilledLine = {
  course_id?: string
  course_name: string
  /** The bundle that it was sold in; null for a course sold alone. */
  bundle_name?: string | null
  /** For how long it was sold; null if it never expires. */
  access_period: string | null
  quantity: number
  price_paise: number
  discount_paise: number
  total_paise: number
}

/** Locks a paid order, so that its documents are made one after the other; undefined while it is not paid. */
export async function lockBilledOrder(trx: Db, orderId: string): Promise<BilledOrder | undefined> {
  return trx(trx.raw(`${BILLED_ORDERS} as o`))
    .join(trx.raw(`${ACCOUNTS} as u`), 'u.id', 'o.user_id')
    .where('o.order_id', orderId)
    .forUpdate('o')
    .first(
      'o.*',
      'u.language',
      trx.raw('case when u.deleted_at is null then u.name end as buyer_name'),
      trx.raw('case when u.deleted_at is null then u.email end as buyer_email'),
    )
}

export function findBilledLines(db: Db, orderId: string): Promise<BilledLine[]> {
  return db(db.raw(`${BILLED_LINES} as l`))
    .where({ order_id: orderId })
    .orderBy('position')
}
