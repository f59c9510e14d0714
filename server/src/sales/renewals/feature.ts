import { defineFeature } from '../../platform/features/define-feature.ts'
import { LEDGER, SHOP } from '../../platform/features/manifest.sql.ts'

export default defineFeature({
  optional: {
    name: 'renewals',
    alsoIn: [
      'server/contract/renewals',
      'web-store/src/admin/renewals',
      'web-store/src/features/renewals',
      'e2e/tests/renewals.spec.ts',
    ],
  },
  tables: {
    renewals: {
      stays: 'money',
      person: { erased: [], kept: { [LEDGER]: ['user_id'], [SHOP]: ['order_id', 'course_id'] } },
      ownData: {
        title: 'Renewals',
        select: 'select order_id, course_id, made_at from renewals where user_id = :id order by made_at, order_id',
      },
      archive: {
        file: 'renewals.csv',
        about: 'which orders renewed the access to a course',
        select: 'select t.order_id, t.course_id, t.made_at from renewals t order by t.made_at, t.order_id',
      },
    },
    renewal_letters: {
      holds: 'the program at work',
      archive: { without: 'the program at work' },
    },
  },
})
