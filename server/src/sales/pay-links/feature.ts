import { defineFeature } from '../../platform/features/define-feature.ts'
import { SHOP } from '../../platform/features/manifest.sql.ts'

export default defineFeature({
  optional: {
    name: 'pay-links',
    alsoIn: [
      'server/contract/pay-links.ts',
      'server/src/serve/pages/pay-link',
      'web-store/src/admin/pay-links',
      'e2e/tests/pay-links.spec.ts',
    ],
  },
  tables: {
    pay_links: {
      stays: 'work',
      person: {
        erased: ['email', 'phone', 'name', 'note'],
        kept: { [SHOP]: ['pay_link_id', 'course_ids', 'status', 'reason', 'order_id', 'sent_by'] },
        statement: `update pay_links set email = null, phone = null, name = null, note = null,
      status = case when status = 'invited' then 'cancelled' else status end where email = :email`,
      },
      expires: { column: 'ends_at', days: 365 },
      ownData: {
        title: 'Pay links made for you',
        select: `select email, phone, name, note, course_ids, list_paise, total_paise, status, ends_at, order_id, sent_at, created_at
      from pay_links where email = :email order by created_at, pay_link_id`,
      },
      archive: {
        file: 'pay-links.csv',
        about: 'pay links for one person',
        select: `select pay_link_id, email, phone, name, note, course_ids, list_paise, total_paise, status, reason, ends_at, order_id, sent_by,
        sent_at, opened, created_at, closed_at from pay_links order by created_at, pay_link_id`,
      },
    },
    pay_link_settings: {
      holds: 'figures, settings and numbers of the shop',
      archive: {
        settings: 'select is_on as pay_links, support_percent as pay_links_support_percent from pay_link_settings',
      },
    },
  },
})
