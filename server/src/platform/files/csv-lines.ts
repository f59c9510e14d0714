import { stringify } from 'csv-stringify/sync'

/**
 * Writes lines of CSV (RFC 4180) that end in `\r\n`. A cell with `\n` alone is in quotation marks, too: spreadsheets end a row at either. With
 * `guarded`, a cell that a spreadsheet would run as a formula gets an apostrophe before it.
 */
export const csvLines = (rows: unknown[][], { guarded = false } = {}): string =>
  stringify(rows, { record_delimiter: 'windows', quoted_match: /[\r\n]/, escape_formulas: guarded })
