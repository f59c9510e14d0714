import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  optional: {
    name: 'offline',
    alsoIn: [
      'server/contract/offline.ts',
      'web-store/src/features/offline',
      'e2e/downloads.ts',
      'e2e/tests/offline.spec.ts',
      'e2e/tests/offline-quiz.spec.ts',
    ],
  },
  tables: {},
})
