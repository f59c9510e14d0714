import { defineFeature } from '../../platform/features/define-feature.ts'
import * as invariants from './order-moves.invariants.ts'

export default defineFeature({
  invariants,
  optional: {
    name: 'order-moves',
    alsoIn: [
      'server/contract/order-moves.ts',
      'server/src/courses/enrolments/order-grants.queries.ts',
      'web-store/src/admin/order-moves',
      'e2e/tests/order-moves.spec.ts',
    ],
  },
  tables: {},
})
