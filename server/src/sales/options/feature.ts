import { defineFeature } from '../../platform/features/define-feature.ts'
import { LEDGER, SHOP } from '../../platform/features/manifest.sql.ts'

export default defineFeature({
  optional: {
    name: 'options',
    alsoIn: [
      'server/contract/options',
      'web-store/src/admin/options',
      'web-store/src/features/options',
      'e2e/tests/options.spec.ts',
    ],
  },
  tables: {
    order_options: {
      stays: 'money',
      person: {
        erased: [],
        kept: { [LEDGER]: ['user_id'], [SHOP]: ['order_id', 'course_id', 'option_id', 'upgrades'] },
      },
      ownData: {
        title: 'Options of your courses',
        select: `select order_id, course_id, option_id, upgrades, counted_paise, made_at from order_options where user_id = :id order by made_at, order_id`,
      },
      archive: {
        file: 'order-options.csv',
        about: 'which option of a course an order sold, and which order an upgrade extends',
        select:
          'select t.order_id, t.course_id, t.option_id, t.upgrades, t.counted_paise, t.made_at from order_options t order by t.made_at, t.order_id, t.course_id',
      },
    },
  },
})
