import { defineFeature } from '../../platform/features/define-feature.ts'
import { SHOP } from '../../platform/features/manifest.sql.ts'

export default defineFeature({
  optional: {
    name: 'books',
    alsoIn: ['server/contract/books', 'web-store/src/admin/books', 'e2e/tests/books.spec.ts', 'tools/drill/books'],
  },
  tables: {
    einvoice_answers: {
      stays: 'money',
      person: {
        erased: [],
        kept: {
          'an issued document never changes, and is kept for 72 months by law': [
            'irn',
            'ack_no',
            'status',
            'signed_qr',
            'signed_invoice',
          ],
          [SHOP]: ['document_id'],
        },
      },
      ownData: { without: 'numbers of the portal, which the documents show' },
      archive: {
        file: 'papers/einvoices.csv',
        about: 'the e-invoice portal’s number of each paper, as signed',
        select: `select d.serial, t.irn, t.ack_no, t.ack_at, t.status, t.signed_qr, t.signed_invoice, t.imported_at, t.document_id
      from einvoice_answers t join documents d on d.document_id = t.document_id order by t.imported_at, t.document_id`,
      },
    },
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
