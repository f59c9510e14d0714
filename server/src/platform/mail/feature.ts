import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  tables: {
    mail_trouble: {
      holds: 'the program at work',
      archive: { without: 'the program at work' },
    },
  },
})
