import type { CallContext } from '../../context.ts'
import { csvLines } from '../../platform/files/csv-lines.ts'
import { findLeftOut } from './move-rows.queries.ts'
import type { MoveRow } from './moves.queries.ts'

const BATCH = 1_000
/** A spreadsheet takes a file without it for one of its own old encodings. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Writes the rows that were left out, and those taken without a cell, as they were in the file, with their reasons. The
 * mended file can be moved in again. Cells that a spreadsheet would run as a formula get an apostrophe before them.
 */
export function skippedCsv({ ctx, setHeader }: CallContext, move: MoveRow): ReadableStream<Uint8Array> {
  const headings = move.read.columns.map(({ heading }) => heading)
  const reason = headings.findIndex((heading) => heading.trim().toLowerCase() === 'reason')
  setHeader('Content-Type', 'text/csv; charset=utf-8')
  setHeader('Content-Disposition', `attachment; filename="left-out.csv"`)
  const encoder = new TextEncoder()
  const write = (rows: string[][]) => encoder.encode(csvLines(rows, { guarded: true }))
  const withReason = (cells: readonly string[], text: string) => [
    ...headings.flatMap((_, at) => (at === reason ? [] : [cells[at] ?? ''])),
    text,
  ]
  let after = 0
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        controller.enqueue(encoder.encode(BYTE_ORDER_MARK))
        controller.enqueue(write([withReason(headings, 'Reason')]))
      },
      async pull(controller) {
        const rows = await findLeftOut(ctx.db, move.move_id, { after, limit: BATCH })
        after = rows.at(-1)?.row ?? after
        if (rows.length > 0) controller.enqueue(write(rows.map((row) => withReason(row.cells, reasonOf(row)))))
        if (rows.length < BATCH) controller.close()
      },
    },
    { highWaterMark: 1 },
  )
}

const reasonOf = ({ reason, notes }: Awaited<ReturnType<typeof findLeftOut>>[number]) =>
  [reason, ...notes.map(({ heading, message }) => `${heading}: ${message}`)].filter(Boolean).join('. ')
