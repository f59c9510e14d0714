import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  optional: {
    name: 'login-codes',
    alsoIn: ['server/contract/login-codes.ts', 'web-store/src/features/login-codes', 'e2e/tests/login-codes.spec.ts'],
  },
  tables: {},
})
