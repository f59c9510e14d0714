import { defineFeature } from '../../platform/features/define-feature.ts'
import { ORDERS_OF_PERSON, SHOP } from '../../platform/features/manifest.sql.ts'
import * as invariants from './documents.invariants.ts'

/** CGST Act, section 36. Lists, searches and tables of the console show the person no more. */
const ISSUED = 'an issued document never changes, and is kept for 72 months by law'

export default defineFeature({
  invariants,
  tables: {
    documents: {
      stays: 'money',
      person: {
        erased: [],
        kept: {
          [ISSUED]: ['facts'],
          [SHOP]: ['document_id', 'order_id', 'refund_id', 'corrects', 'reverses', 'kind', 'series', 'serial'],
        },
      },
      ownData: {
        title: 'Receipts, invoices and credit notes',
        select: `select serial, kind, order_id, issued_at, facts from documents where order_id in (${ORDERS_OF_PERSON}) order by issued_at, serial`,
      },
      archive: {
        file: 'papers/papers.csv',
        about: 'receipts, invoices, credit and debit notes as they were issued; the PDFs lie beside it',
        select: `select t.serial, t.kind, t.issued_at, t.order_id, t.refund_id, t.corrects, t.reverses, t.facts->'buyer'->>'name' as buyer,
        t.facts->'buyer'->>'gstin' as gstin, (t.facts->>'taxable_paise')::bigint as taxable_paise,
        (t.facts->>'cgst_paise')::bigint as cgst_paise, (t.facts->>'sgst_paise')::bigint as sgst_paise,
        (t.facts->>'igst_paise')::bigint as igst_paise, (t.facts->>'total_paise')::bigint as total_paise, t.facts, t.document_id
      from documents t order by t.issued_at, t.document_id`,
      },
    },
    document_files: {
      stays: 'money',
      person: {
        erased: [],
        kept: { [ISSUED]: ['sha256', 'bytes'], [SHOP]: ['document_id'] },
      },
      ownData: { without: 'the bytes of the documents, which the orders page hands out' },
      archive: { in: 'papers/papers.csv' },
    },
    document_series: {
      holds: 'figures, settings and numbers of the shop',
      archive: { settings: 'select series, last_number from document_series order by series' },
    },
    tax_settings: {
      holds: 'figures, settings and numbers of the shop',
      archive: {
        settings: `select valid_from, enabled, legal_name, address, state_code, gstin, sac, rate_basis_points, prices, cin, created_at
    from tax_settings order by id`,
      },
    },
  },
})
