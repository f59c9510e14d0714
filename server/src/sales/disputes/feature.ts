import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  tables: {
    disputes: {
      stays: 'money',
      holds: 'what was sold, by course, and its payments and disputes by the ids of the gateway',
      archive: {
        file: 'disputes.csv',
        about: 'disputes of payments',
        select: `select dispute_id, order_id, payment_id, status, phase, reason_code, amount_paise, deducted_paise, respond_by, opened_at
      from disputes order by noted_at, dispute_id`,
      },
    },
  },
})
