import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  tables: {
    policy_texts: {
      holds: 'figures, settings and numbers of the shop',
      archive: { settings: 'select kind, since, body from policy_texts order by since, kind' },
    },
    shop_settings: {
      holds: 'figures, settings and numbers of the shop',
      archive: { settings: 'select changes, invoice_prefix, refund_limit_paise from shop_settings' },
    },
  },
})
