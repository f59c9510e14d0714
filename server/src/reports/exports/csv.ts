import { stringify } from 'csv-stringify/sync'

/** A spreadsheet takes a file without it for one of its own old encodings. */
const BYTE_ORDER_MARK = '\uFEFF'

/** The value of each column, by its heading. */
export type CsvColumns<Row> = Record<string, (row: Row) => string | number | null>

/** Reads the rows after `last` (the first ones without), at most `limit`. */
export type ReadBatch<Row> = (last: Row | undefined, limit: number) => Promise<Row[]>

/** Rows in memory at once, of each export that runs. */
const BATCH = 1_000

/**
 * A table as CSV (RFC 4180), sent while it is read: a batch is asked for when the one before it was taken, and no
 * connection is held in between. Cells that a spreadsheet would run as a formula get an apostrophe before them.
 */
export function csvStream<Row>(columns: CsvColumns<Row>, read: ReadBatch<Row>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const write = (rows: (string | number | null)[][]) =>
    encoder.encode(stringify(rows, { record_delimiter: 'windows', escape_formulas: true }))
  const values = Object.values(columns)
  let last: Row | undefined
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encoder.encode(BYTE_ORDER_MARK))
        controller.enqueue(write([Object.keys(columns)]))
      },
      async pull(controller) {
        const rows = await read(last, BATCH)
        last = rows.at(-1)
        if (rows.length > 0) controller.enqueue(write(rows.map((row) => values.map((value) => value(row)))))
        if (rows.length < BATCH) controller.close()
      },
    },
    { highWaterMark: 1 },
  )
}
