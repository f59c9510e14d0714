import { z } from 'zod'
import { limit, MINUTE } from './call-cost.ts'
import { defineCall } from './define-call.ts'
import { Message, Moment, text } from './fields.ts'

const KEY = 'Paste the whole key file of the service account, in JSON'
const ADDRESS = 'Paste the address of the spreadsheet, or its id'

/** The id of a spreadsheet, also of its address. */
const SpreadsheetId = z
  .string({ error: ADDRESS })
  .trim()
  .max(500, { error: ADDRESS })
  .transform((value) => /\/spreadsheets\/d\/([\w-]+)/.exec(value)?.[1] ?? value)
  .pipe(z.string().regex(/^[\w-]{10,100}$/, { error: ADDRESS }))

export const SheetRows = z.enum(['orders', 'students'], { error: 'Must be orders or students' })

export const SheetInput = z.object({
  /** The key file of a service account; absent or empty preserves the saved one. */
  service_account: z.string({ error: KEY }).trim().max(10_000, { error: KEY }).optional(),
  spreadsheet_id: SpreadsheetId,
  /** Name of the sheet in it, as its tab shows. */
  sheet: text(1, 100, 'The name of the sheet is required'),
  /** A row for each paid order, or for each new student. */
  rows: SheetRows,
})

export const SheetState = z.object({
  /** Email of the service account; null without settings, and where the server's `ENCRYPTION_KEY` opens the key no longer. */
  service_account: z.string().nullable(),
  spreadsheet_id: z.string(),
  sheet: z.string(),
  rows: SheetRows,
  /** False before anything is saved. */
  connected: z.boolean(),
  waiting: z.number().int(),
  last_written_at: Moment.nullable(),
  /** A sentence on why rows wait; null while all is well. */
  problem: z.string().nullable(),
})
export type SheetState = z.output<typeof SheetState>

/** A Google spreadsheet that gets a row for each order or student. */
export const sheet = {
  get: defineCall({
    method: 'GET',
    path: '/admin/sheet',
    access: 'admin',
    summary: 'The connected sheet',
  }).output(SheetState),

  /** Rows begin with what happens from now on. 422 for a key file that is none. */
  save: defineCall({
    method: 'PUT',
    path: '/admin/sheet',
    access: 'admin',
    confirm: 'caller',
    summary: 'Connect a sheet',
  })
    .input(SheetInput)
    .output(SheetState),

  /** Removes the key, and rows that wait; the spreadsheet stays as it is. */
  remove: defineCall({
    method: 'DELETE',
    path: '/admin/sheet',
    access: 'admin',
    confirm: { without: 'rows stop, and nothing is lost at Google' },
    summary: 'Disconnect the sheet',
  }).output(Message),

  /** Writes the headings into an empty sheet, and reads them in another; 404 without settings. */
  test: defineCall({
    method: 'POST',
    path: '/admin/sheet/test',
    access: 'admin',
    confirm: { without: 'adds headings at most' },
    summary: 'Test the sheet',
    cost: 'ask',
    limits: [limit('sheet_test', 'caller', 20, 10 * MINUTE)],
    codes: ['not_found'],
  }).output(z.object({ works: z.boolean(), problem: z.string().nullable() })),
}
