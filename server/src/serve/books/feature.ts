import { defineFeature } from '../../platform/features/define-feature.ts'

export default defineFeature({
  optional: { name: 'books', alsoIn: ['server/contract/books', 'web-store/src/admin/books'] },
  tables: {
    closed_months: {
      holds: 'figures, settings and numbers of the shop',
      archive: { settings: 'select month, closed_at, closed_by, sums from closed_months order by month' },
    },
    report_mail: {
      holds: 'figures, settings and numbers of the shop',
      archive: { settings: 'select weekly, monthly, recipients, language from report_mail' },
    },
  },
})
