import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  optional: {
    name: 'privacy',
    alsoIn: [
      'server/contract/privacy',
      'server/src/serve/registers',
      'server/src/shop/consents/consents.registers.ts',
      'web-store/src/admin/privacy',
    ],
  },
  tables: {},
})
