import { defineFeature } from '../../platform/features/define-feature.ts'

/** Proofs of claims that versions before 0.15.0 stored: nothing reads them but the archive. The folder and its tables go with 0.17.0. */
export default defineFeature({
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
