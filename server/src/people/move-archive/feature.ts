import { defineFeature } from '../../platform/features/define-feature.ts'

/** Archives of other shops that 0.14.0 and before brought. Nothing writes the table; 0.17.0 drops it. */
export default defineFeature({
  tables: {
    move_archives: {
      holds: 'the program at work',
      archive: { without: 'the program at work' },
    },
  },
})
