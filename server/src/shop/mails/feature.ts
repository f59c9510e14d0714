import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  tables: {
    mails_sent: {
      holds: 'the program at work',
      archive: { without: 'the program at work' },
    },
    owner_alerts: {
      stays: 'log',
      holds: 'figures, settings and numbers of the shop',
      archive: { without: 'the program at work' },
    },
  },
})
