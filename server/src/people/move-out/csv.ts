import { indianTime } from 'contract/indian-time'
import { toRupees } from 'contract/money'
import type { Db } from '../../context.ts'
import { csvLines } from '../../platform/files/csv-lines.ts'

const BATCH = 500

/** Reads the rows of a statement in batches, within the transaction of `trx`. */
export async function* readRows<Row>(trx: Db, select: string): AsyncGenerator<Row[]> {
  await trx.raw(`declare archive_rows no scroll cursor for ${select.replaceAll('?', '\\?')}`)
  for (;;) {
    const { rows } = await trx.raw<{ rows: Row[] }>(`fetch ${BATCH} from archive_rows`)
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) break
  }
  await trx.raw('close archive_rows')
}

/** A spreadsheet takes a file without it for one of its own old encodings. */
const BYTE_ORDER_MARK = '\uFEFF'
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)$/
/** The start of a cell that a spreadsheet would run. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/
const PAISE = /_paise$/

type Row = Record<string, unknown>

/** Writes batches of rows as CSV (RFC 4180), each row in the order of the headings. */
export async function* csvOf(
  batches: AsyncIterable<Row[]>,
  headings: readonly string[],
  pathOf: (address: unknown) => string = () => '',
  inArchive: readonly string[] = [],
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLines([headings.map((heading) => heading.replace(PAISE, ''))])
  for await (const rows of batches) {
    yield csvLines(
      rows.map((row) =>
        headings.map((name) => (inArchive.includes(name) ? pathOf(row[name]) : cellOf(name, row[name]))),
      ),
    )
  }
}

function cellOf(name: string, value: unknown): string | number {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return PAISE.test(name) ? toRupees(value) : value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text =
    value instanceof Date ? value.toISOString() : typeof value === 'object' ? JSON.stringify(value) : `${value}`
  if (MOMENT.test(text)) return indianTime(text)
  return FORMULA.test(text) ? `'${text}` : text
}

/** Reads the headings of a statement without its rows. */
export async function headingsOf(trx: Db, select: string): Promise<string[]> {
  const { fields } = await trx.raw<{ fields: { name: string }[] }>(
    `select * from (${select.replaceAll('?', '\\?')}) t limit 0`,
  )
  return fields.map(({ name }) => name)
}
