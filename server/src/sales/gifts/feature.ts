import { defineFeature } from '../../platform/features/define-feature.ts'
import { COURSE, LEDGER, ORDERS_OF_PERSON } from '../../platform/features/manifest.sql.ts'
import * as invariants from './gifts.invariants.ts'

export default defineFeature({
  invariants,
  tables: {
    gift_codes: {
      stays: 'money',
      person: {
        erased: [],
        kept: { [LEDGER]: ['redeemed_by', 'code', 'order_id', 'course_id'] },
      },
      ownData: {
        title: 'Gift codes you bought or redeemed',
        select: `select code, course_id, order_id, redeemed_by = :id as redeemed_by_you, redeemed_at, revoked_at, created_at
      from gift_codes where order_id in (${ORDERS_OF_PERSON}) or redeemed_by = :id order by created_at, code`,
      },
      archive: {
        file: 'gift-codes.csv',
        about: 'codes of seats that were bought for others',
        select: `select t.code, c.name as course, t.order_id, t.seat, u.email as redeemed_by, t.redeemed_at, t.revoked_at, t.created_at,
        t.course_id
      from gift_codes t ${COURSE} left join users u on u.id = t.redeemed_by order by t.order_id, t.course_id, t.seat`,
      },
    },
  },
})
