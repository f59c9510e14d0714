import { INCOMPLETE_EXPORT } from 'contract/errors'
import { stringify } from 'csv-stringify/sync'
import type { CallContext, Db } from '../../../context.ts'
import { patiently } from '../../../platform/db/knex.ts'

/** A spreadsheet takes a file without it for one of its own old encodings. */
const BYTE_ORDER_MARK = '\uFEFF'

/** The value of each column, by its heading. */
export type CsvColumns<Row> = Record<string, (row: Row) => string | number | null>

/** Reads the rows after `last` (the first ones without), at most `limit`. */
export type ReadBatch<Row> = (db: Db, last: Row | undefined, limit: number) => Promise<Row[]>

/** Rows in memory at once, of each export that runs. */
const BATCH = 1_000

/**
 * A table as CSV (RFC 4180), sent while it is read: a batch is read when the one before it was taken, and no
 * connection is held in between. Cells that a spreadsheet would run as a formula get an apostrophe before them.
 * The first batch is read before anything is answered. A later one that fails ends the file with a line that says so.
 */
export async function csvStream<Row>(
  { ctx, setHeader }: Pick<CallContext, 'ctx' | 'setHeader'>,
  name: string,
  columns: CsvColumns<Row>,
  readBatch: ReadBatch<Row>,
): Promise<ReadableStream<Uint8Array>> {
  const read = (last: Row | undefined) => ctx.read((db) => patiently(db, (trx) => readBatch(trx, last, BATCH)))
  let rows = await read(undefined)
  // A browser that opens the address saves it under this name.
  setHeader('Content-Type', 'text/csv; charset=utf-8')
  setHeader('Content-Disposition', `attachment; filename="${name}.csv"`)
  const encoder = new TextEncoder()
  const write = (rows: (string | number | null)[][]) =>
    encoder.encode(stringify(rows, { record_delimiter: 'windows', escape_formulas: true }))
  const values = Object.values(columns)
  let sent = 0
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encoder.encode(BYTE_ORDER_MARK))
        controller.enqueue(write([Object.keys(columns)]))
      },
      async pull(controller) {
        if (rows.length > 0) controller.enqueue(write(rows.map((row) => values.map((value) => value(row)))))
        sent += rows.length
        if (rows.length < BATCH) return controller.close()
        try {
          rows = await read(rows.at(-1))
        } catch (err) {
          ctx.log.error({ err, export: name, rows: sent }, 'an export ended early')
          controller.enqueue(write([[INCOMPLETE_EXPORT]]))
          controller.close()
        }
      },
    },
    { highWaterMark: 1 },
  )
}
