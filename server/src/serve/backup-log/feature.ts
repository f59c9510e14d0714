import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  tables: {
    backups: {
      holds: 'the program at work',
      archive: { without: 'the program at work' },
    },
    known_place: {
      holds: 'the program at work',
      archive: { without: 'the program at work' },
    },
    restores: {
      holds: 'the program at work',
      archive: { without: 'the program at work' },
    },
  },
})
