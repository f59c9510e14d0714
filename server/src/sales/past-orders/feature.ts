import { defineFeature } from '../../platform/features/define-feature.ts'
import { SHOP } from '../../platform/features/manifest.sql.ts'
import { HAS_PROVEN_EMAIL } from '../../shop/users/accounts.sql.ts'

const BEFORE = 'sales of the shop before without their buyer, and a digest that finds a row that is moved in again'

export default defineFeature({
  optional: {
    name: 'moving',
    alsoIn: ['web-store/src/admin/past-orders'],
  },
  tables: {
    past_orders: {
      stays: 'money',
      person: {
        erased: ['user_id', 'email', 'name'],
        kept: {
          [BEFORE]: ['order_ref', 'source', 'course', 'course_id', 'currency', 'coupon', 'fingerprint'],
          [SHOP]: ['status', 'move_id'],
        },
        statement: `update past_orders set user_id = null, email = null, name = null
      where user_id = :id or user_id is null and email = :email and ${HAS_PROVEN_EMAIL}`,
      },
      expires: { without: 'they are the books of the shop before' },
      ownData: {
        title: 'Orders at the shop before',
        select: `select source, order_ref, ordered_at, name, email, course, amount_paise, refunded_paise, currency, status, coupon
      from past_orders where user_id = :id or user_id is null and email = :email and ${HAS_PROVEN_EMAIL} order by ordered_at, past_order_id`,
      },
      archive: {
        file: 'past-orders.csv',
        about: 'orders of the shop that you had before this one',
        select: `select source, order_ref, ordered_at, email, name, course, amount_paise, currency, refunded_paise, status, coupon, course_id,
        moved_at from past_orders order by past_order_id`,
      },
    },
  },
})
