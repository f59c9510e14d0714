import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  optional: {
    name: 'processors',
    alsoIn: [
      'server/contract/processors.ts',
      'server/src/serve/pages/processors.routes.ts',
      'web-store/src/admin/processors',
      'e2e/tests/admin-processors.spec.ts',
    ],
  },
  tables: {
    processors: {
      holds: 'services that work for the shop',
      archive: {
        file: 'processors.csv',
        about: 'services that you entered as processors of personal data',
        select: 'select name, purpose, country, contract_on, note, created_at from processors order by processor_id',
      },
    },
  },
})
