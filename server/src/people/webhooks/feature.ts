import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  optional: {
    name: 'webhooks',
    alsoIn: [
      'docs/webhooks.md',
      'server/contract/webhooks.ts',
      'server/src/sales/orders/unpaid-since.queries.ts',
      'server/src/courses/enrolments/ended-since.queries.ts',
      'web-store/src/admin/webhooks',
      'tools/drill/webhooks',
      'e2e/tests/admin-webhooks.spec.ts',
    ],
  },
  tables: {
    webhook_endpoints: {
      holds: 'figures, settings and numbers of the shop',
      archive: { without: 'secrets of this shop: logins, keys and second factors are made anew' },
    },
    webhook_events: {
      expires: { column: 'at', days: 30 },
      ownData: {
        title: 'Events about you that other programs of the shop may get',
        select: 'select event, at, order_id, course_id, detail from webhook_events where user_id = :id order by seq',
      },
      archive: { without: 'the program at work' },
    },
    webhook_deliveries: {
      ownData: {
        title: 'Where those events were sent',
        select: `select e.event, e.at, d.status, a.url from webhook_deliveries d join webhook_events e using (event_id)
      left join webhook_endpoints a using (webhook_id) where d.user_id = :id order by d.delivery_id`,
      },
      archive: { without: 'the program at work' },
    },
  },
})
