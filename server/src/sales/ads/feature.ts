import { defineFeature } from '../../platform/features/define-feature.ts'
import { ORDERS_OF_PERSON, SHOP } from '../../platform/features/manifest.sql.ts'

export default defineFeature({
  optional: { name: 'conversions', alsoIn: ['server/contract/ads.ts', 'web-store/src/admin/conversions'] },
  tables: {
    ad_events: {
      stays: 'log',
      person: {
        erased: [],
        kept: { [SHOP]: ['order_id', 'channel', 'kind', 'refund_id', 'state', 'reason'] },
      },
      ownData: {
        title: 'Reports of your orders to Meta and Google',
        select: `select order_id, channel, kind, state, created_at, ended_at from ad_events where order_id in (${ORDERS_OF_PERSON}) order by id`,
      },
      archive: { without: 'the program at work' },
    },
    ad_config: {
      holds: 'figures, settings and numbers of the shop',
      archive: { without: 'secrets of this shop: logins, keys and second factors are made anew' },
    },
  },
})
