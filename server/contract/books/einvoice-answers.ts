import { z } from 'zod'
import { limit, MINUTE } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'
import { Message } from '../fields.ts'
import { foreignFile } from '../foreign-table.ts'

/** Records of one file. */
export const MAX_ANSWERS = 2_000

const Answer = z.object({
  /** The answer's place in the file, from 1. */
  line: z.number().int(),
  /** The paper's number as the portal has it; null where the file names none. */
  serial: z.string().nullable(),
  state: z.enum(['adopted', 'unchanged', 'cancelled', 'refused']),
  /** Reason of a refusal, or the next step after a cancellation; null else. */
  reason: z.string().nullable(),
})
export type EinvoiceAnswer = z.output<typeof Answer>

export const books = {
  /**
   * Reads the portal's answers to e-invoices (a JSON file of one or several, as multipart `file`): number, date, amount, seller and buyer in the
   * signed QR are compared with the document before its IRN is adopted and printed. The same file again changes nothing. 413 over 20 MB, 422 for what
   * is no such file.
   */
  importEinvoices: defineCall({
    method: 'POST',
    path: '/admin/einvoice/import',
    access: 'admin',
    roles: ['finance'],
    file: foreignFile,
    summary: 'Import the portal’s answers to e-invoices',
    cost: 'export',
    limits: [limit('einvoice_import', 'caller', 60, 10 * MINUTE)],
    confirm: { without: 'adopts what fits an issued paper' },
  })
    .input(z.object({ file: z.file({ error: foreignFile.missing }) }))
    .output(
      Message.extend({
        adopted: z.number().int(),
        cancelled: z.number().int(),
        unchanged: z.number().int(),
        refused: z.number().int(),
        lines: z.array(Answer),
      }),
    ),
}
