import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  optional: {
    name: 'video-sets',
    alsoIn: [
      'server/contract/media/sets.ts',
      'web-store/src/admin/video-sets',
      'e2e/tests/admin-prepare.release.spec.ts',
    ],
  },
  tables: {},
})
