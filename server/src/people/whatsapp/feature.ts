import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  optional: {
    name: 'letters',
    alsoIn: ['server/contract/whatsapp.ts', 'server/src/platform/whatsapp'],
  },
  tables: {
    whatsapp_config: {
      holds: 'figures, settings and numbers of the shop',
      archive: { without: 'secrets of this shop: logins, keys and second factors are made anew' },
    },
    whatsapp_templates: {
      holds: 'figures, settings and numbers of the shop',
      archive: {
        without:
          'the gateway’s own reports, which it stores; what they brought about is in payments, refunds and order-events',
      },
    },
    whatsapp_people: {
      archive: { in: 'letter-recipients.csv' },
    },
  },
})
