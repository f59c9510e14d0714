import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  optional: {
    name: 'moving',
    alsoIn: [
      'server/contract/move-out.ts',
      'web-store/src/admin/move-out',
      'server/src/serve/commands/move-out.ts',
      'e2e/tests/admin-move-out.release.spec.ts',
    ],
  },
  tables: {
    move_outs: {
      holds: 'the program at work',
      archive: { without: 'the program at work' },
    },
  },
})
