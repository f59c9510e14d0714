import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  tables: {
    settlement_items: {
      stays: 'money',
      holds: 'what was sold, by course, and its payments and disputes by the ids of the gateway',
      archive: {
        file: 'settlements.csv',
        about: 'what the gateway paid to your bank',
        select: `select month, entity_id, kind, settlement_id, utr, amount_paise, fee_paise, tax_paise, credit_paise, debit_paise,
        payment_id, method, settled_at from settlement_items order by month, settled_at, entity_id`,
      },
    },
    settlement_months: {
      holds: 'what was sold, by course, and its payments and disputes by the ids of the gateway',
      archive: { in: 'settlements.csv' },
    },
  },
})
