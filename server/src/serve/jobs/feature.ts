import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  tables: {
    job_rounds: {
      holds: 'the program at work',
      archive: { without: 'the program at work' },
    },
  },
})
