import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  optional: {
    name: 'claims',
    alsoIn: ['server/contract/claims', 'web-store/src/admin/claims', 'e2e/tests/claims.spec.ts'],
  },
  tables: {
    claim_rules: {
      holds: 'figures, settings and numbers of the shop',
      archive: { settings: 'select strict, shown_until from claim_rules' },
    },
    claim_proofs: {
      holds: 'figures, settings and numbers of the shop',
      archive: {
        settings: `select claim_id, words, kind, figure, file, body, dated_on, holds, proved_at, proved_by from claim_proofs order by claim_id`,
      },
    },
  },
})
