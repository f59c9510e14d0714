import { z } from 'zod'
import { whole } from './fields.ts'

/** Prefixes of bills of supply, credit and debit notes, receipts and refund receipts; closed to invoices. */
const OTHER_PREFIXES = ['BS', 'CN', 'DN', 'DR', 'RC', 'RR']

/**
 * Prefix of invoice numbers: letters, digits, `-` and `/` (CGST Rules, 46(b)), in capitals. More than three would leave
 * less than a million numbers a year within the 16 characters of that rule. The e-invoice portal takes no 0 first.
 */
export const InvoicePrefix = z
  .string({ error: 'Enter 1 to 3 letters or digits' })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z1-9]([A-Z0-9/-]?[A-Z0-9])?$/, {
    error: 'Enter 1 to 3 letters or digits. A - or / may stand in the middle, and no 0 first.',
  })
  .refine((prefix) => !OTHER_PREFIXES.includes(prefix), {
    error: 'BS, CN, DN, DR, RC and RR are for other documents. Please choose another prefix.',
  })

const NEXT = 'Enter a whole number from 1 on'
/** The number of the next invoice in the series of this financial year. */
export const NextInvoice = whole(1, 9_999_999, NEXT)

/** `next`: the number of the next invoice, if it is made today; `next_number`: its last part. */
export const InvoiceNumbers = z.object({ prefix: z.string(), next: z.string(), next_number: z.int() })
