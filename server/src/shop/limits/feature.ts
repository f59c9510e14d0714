import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  tables: {
    rate_limits: {
      stays: 'guards',
      person: {
        erased: [],
        kept: { 'digests, of which the longest-lived ends after a month': ['key'] },
      },
      ownData: { without: 'digests that name nobody' },
      archive: { without: 'the program at work' },
    },
  },
})
