import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  tables: {
    idempotency_keys: {
      stays: 'guards',
      person: {
        erased: [],
        kept: { 'the number of an account and of an order, for a day': ['scope', 'key', 'request_hash', 'answer'] },
      },
      ownData: { without: 'work on its way, which ends as something listed' },
      archive: { without: 'the program at work' },
    },
    migrations: {
      holds: 'the program at work',
      archive: { without: 'the program at work' },
    },
  },
})
