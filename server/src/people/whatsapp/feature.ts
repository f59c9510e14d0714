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
    whatsapp_ids: {
      archive: { without: 'Meta’s own ids of people, which it names again in its next report' },
    },
    whatsapp_strangers: {
      holds: 'ids of people at Meta whom no student fits',
      expires: { column: 'noted_at', days: 365 },
      archive: { without: 'Meta’s own ids of people, which it names again in its next report' },
    },
  },
})
