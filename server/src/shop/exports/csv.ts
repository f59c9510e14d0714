import { INCOMPLETE_EXPORT } from 'contract/errors'
import { addDays } from 'contract/indian-time'
import type { CallContext, Db } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { patiently } from '../../platform/db/knex.ts'
import { type Cell, type Columns, cellOf } from '../../platform/files/columns.ts'
import { csvLines } from '../../platform/files/csv-lines.ts'

/** A spreadsheet takes a file without it for one of its own old encodings. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Reads the rows after `last` (the first ones without), at most `limit`. */
export type ReadBatch<Row, Asked extends unknown[] = []> = (
  db: Db,
  last: Row | undefined,
  limit: number,
  ...asked: Asked
) => Promise<Row[]>

/** Rows in memory at once, of each export that runs. */
const BATCH = 1_000

/** A workbook is made in memory, so it has at most so many rows. */
const MOST_ROWS = 50_000

type SheetCell = Cell | { value: Date; type: typeof Date; format: string }

/** An instant as `indianTime` writes it, or a day. */
const MOMENT = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)\+05:30)?$/

/** Makes days and instants true dates of the workbook, which sort and filter: cells have no zone, so they show the clock of India. */
function dated(value: Cell): SheetCell {
  const [, day = '', time] = (typeof value === 'string' && MOMENT.exec(value)) || []
  const at = new Date(`${day}T${time ?? '00:00:00'}Z`)
  // There is no 31 February.
  if (day === '' || Number.isNaN(at.getTime()) || addDays(day, 0) !== day) return value
  return { value: at, type: Date, format: time ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd' }
}

/** The value of every column in each row, with the headings first. */
async function workbookOf<Row>(
  { setHeader }: Pick<CallContext, 'setHeader'>,
  name: string,
  columns: Columns<Row>,
  read: (last: Row | undefined) => Promise<Row[]>,
): Promise<ReadableStream<Uint8Array>> {
  const cells: SheetCell[][] = []
  let rows: Row[]
  let last: Row | undefined
  do {
    rows = await read(last)
    last = rows.at(-1)
    for (const row of rows) cells.push(Object.values(columns).map((column) => dated(cellOf(row, column))))
    if (cells.length > MOST_ROWS)
      throw plainError('conflict', `This table has more than ${MOST_ROWS} rows. Please download it as CSV`)
  } while (rows.length >= BATCH)
  const head = Object.keys(columns).map((value) => ({ value, fontWeight: 'bold' as const }))
  const widths = Object.keys(columns).map((heading) => ({ width: Math.max(20, heading.length + 2) }))
  const { default: writeWorkbook } = await import('write-excel-file/node')
  const bytes = await writeWorkbook([head, ...cells], { columns: widths, stickyRowsCount: 1 }).toBuffer()
  setHeader('Content-Type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  setHeader('Content-Disposition', `attachment; filename="${name}.xlsx"`)
  return new Blob([new Uint8Array(bytes)]).stream()
}

/**
 * A table as CSV (RFC 4180), sent while it is read: a batch is read when the one before it was taken, and no
 * connection is held in between. Every read receives `asked`. Cells that a spreadsheet would run as a formula get an
 * apostrophe before them. The first batch is read before anything is answered. A later one that fails ends the file
 * with a line that says so.
 */
export async function csvStream<Row, Asked extends unknown[] = []>(
  { ctx, setHeader, workbook }: Pick<CallContext, 'ctx' | 'setHeader' | 'workbook'>,
  name: string,
  columns: Columns<Row>,
  readBatch: ReadBatch<Row, Asked>,
  ...asked: Asked
): Promise<ReadableStream<Uint8Array>> {
  const read = (last: Row | undefined) =>
    ctx.read((db) => patiently(db, (trx) => readBatch(trx, last, BATCH, ...asked)))
  if (workbook) return workbookOf({ setHeader }, name, columns, read)
  let rows = await read(undefined)
  // A browser that opens the address saves it under this name.
  setHeader('Content-Type', 'text/csv; charset=utf-8')
  setHeader('Content-Disposition', `attachment; filename="${name}.csv"`)
  const encoder = new TextEncoder()
  const write = (rows: Cell[][]) => encoder.encode(csvLines(rows, { guarded: true }))
  const values = Object.values(columns)
  let sent = 0
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encoder.encode(BYTE_ORDER_MARK))
        controller.enqueue(write([Object.keys(columns)]))
      },
      async pull(controller) {
        if (rows.length > 0) controller.enqueue(write(rows.map((row) => values.map((column) => cellOf(row, column)))))
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
