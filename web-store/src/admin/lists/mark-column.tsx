import { chakra } from '../../ui/chakra.ts'
import type { Column } from './column.ts'

/** Rows that are marked, by their key. */
export type Marks<Row> = ReadonlyMap<string, Row>

const Box = chakra('input', {
  base: { w: '20px', h: '20px', display: 'block', cursor: 'pointer', _disabled: { cursor: 'default' } },
})

type MarkColumnProps<Row> = {
  /** All that the page shows. */
  rows: readonly Row[]
  marks: Marks<Row>
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
  onMark: (rows: readonly Row[], on: boolean) => void
}

/** Marks one row, and in the head all that the page shows. */
export function markColumn<Row>({ rows, marks, keyOf, nameOf, onMark }: MarkColumnProps<Row>): Column<Row> {
  const marked = rows.filter((row) => marks.has(keyOf(row))).length
  return {
    head: 'Select',
    mark: true,
    headCell: (
      <Box
        type="checkbox"
        aria-label="Select all on this page"
        // A press before the rows are there would be lost.
        disabled={rows.length === 0}
        checked={rows.length > 0 && marked === rows.length}
        ref={(box: HTMLInputElement | null) => {
          if (box) box.indeterminate = marked > 0 && marked < rows.length
        }}
        onChange={(event) => onMark(rows, event.target.checked)}
      />
    ),
    cell: (row) => (
      <Box
        type="checkbox"
        aria-label={`Select ${nameOf(row)}`}
        checked={marks.has(keyOf(row))}
        onChange={(event) => onMark([row], event.target.checked)}
      />
    ),
  }
}

/** So many are marked at most; the server lists no more courses at once. */
export const MOST_MARKED = 1_000

/** `marks` with `rows` marked or not. */
export function withMarks<Row>(
  marks: Marks<Row>,
  { rows, on, keyOf }: { rows: readonly Row[]; on: boolean; keyOf: (row: Row) => string },
): Marks<Row> {
  const next = new Map(marks)
  for (const row of rows) {
    if (!on) next.delete(keyOf(row))
    else if (next.size < MOST_MARKED) next.set(keyOf(row), row)
  }
  return next
}

type Found<Row> = { found: readonly Row[]; marks: Marks<Row>; keyOf: (row: Row) => string; total: number }

/** Returns true if one more row of a search can be marked. `found`: the loaded ones of its `total`; marks may belong to other searches. */
export const anyUnmarked = <Row,>({ found, marks, keyOf, total }: Found<Row>): boolean =>
  marks.size < MOST_MARKED &&
  (found.length < Math.min(total, MOST_MARKED) || found.some((row) => !marks.has(keyOf(row))))
