import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  optional: {
    name: 'next-step',
    alsoIn: [
      'server/contract/next-step',
      'web-store/src/features/next-step',
      'web-store/src/admin/next-step',
      'e2e/tests/next-step.spec.ts',
    ],
  },
  tables: {
    next_step_presses: { archive: { without: 'presses of a link of this shop' } },
  },
})
