import { defineFeature } from '../../platform/features/define-feature.ts'
import * as invariants from './promocodes.invariants.ts'

export default defineFeature({
  invariants,
  tables: {
    promocodes: {
      holds: 'the catalogue: texts and files of the shop',
      archive: {
        file: 'promocodes.csv',
        about: 'promo codes, deleted ones too',
        select: `select t.promocode, t.discount, t.amount_paise, t.max_discount_paise, t.minimum_paise, t.first_purchase, t.start_date, t.expiry_date, t.max_uses,
        t.max_uses_per_buyer, t.max_seats, t.paused, t.listed, t.course_id, t.course_ids, t.segment, t.created_at, t.deleted_at
      from (select promocode, discount, amount_paise, max_discount_paise, minimum_paise, first_purchase, start_date, expiry_date, max_uses,
          max_uses_per_buyer, max_seats, paused, listed, course_id, course_ids, segment, created_at, null::timestamptz as deleted_at, id
        from promocodes
        union all
        select promocode, discount, amount_paise, max_discount_paise, minimum_paise, first_purchase, start_date, expiry_date, max_uses,
          max_uses_per_buyer, max_seats, paused, listed, course_id, course_ids, segment, created_at, deleted_at, id
        from deleted_promocodes) t order by t.id`,
      },
    },
    deleted_promocodes: {
      holds: 'the catalogue: texts and files of the shop',
      archive: { in: 'promocodes.csv' },
    },
  },
})
