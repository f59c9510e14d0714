import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  optional: {
    name: 'moving',
    alsoIn: [
      'server/contract/move-archive.ts',
      'server/src/serve/commands/move-in.ts',
      'tools/drill/recovery/move-shop.ts',
      'tools/drill/recovery/move-shop.release.test.ts',
    ],
  },
  tables: {
    move_archives: {
      holds: 'the program at work',
      archive: { without: 'the program at work' },
    },
  },
})
