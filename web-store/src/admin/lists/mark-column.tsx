import { type ReactNode, useState } from 'react'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { toast } from '../../ui/toaster.ts'
import { BulkBox } from './BulkBox.tsx'
import type { Column } from './column.ts'

/** Rows that are marked, by their key. */
type Marks<Row> = ReadonlyMap<string, Row>

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
function markColumn<Row>({ rows, marks, keyOf, nameOf, onMark }: MarkColumnProps<Row>): Column<Row> {
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
function withMarks<Row>(
  marks: Marks<Row>,
  { rows, on, keyOf, most }: { rows: readonly Row[]; on: boolean; keyOf: (row: Row) => string; most: number },
): Marks<Row> {
  const next = new Map(marks)
  for (const row of rows) {
    if (!on) next.delete(keyOf(row))
    else if (next.size < most) next.set(keyOf(row), row)
  }
  return next
}

type Marking<Row> = {
  rows: readonly Row[] | undefined
  keyOf: (row: Row) => string
  nameOf: (row: Row) => string
  /** The search and filter that marks belong to; without it they stay over a search. */
  within?: string
  most?: number
}

/** Holds the marks of a list, with the column that sets them. */
export function useMarks<Row>({ rows = [], keyOf, nameOf, within = '', most = MOST_MARKED }: Marking<Row>) {
  const [kept, setKept] = useState<{ within: string; marks: Marks<Row> }>({ within, marks: new Map() })
  const marks: Marks<Row> = kept.within === within ? kept.marks : new Map()
  const mark = (some: readonly Row[], on: boolean) =>
    setKept({ within, marks: withMarks(marks, { rows: some, on, keyOf, most }) })
  return {
    marks,
    rows,
    keyOf,
    mark,
    clear: () => setKept({ within, marks: new Map() }),
    column: markColumn({ rows, marks, keyOf, nameOf, onMark: mark }),
  }
}

type BarProps<Row> = {
  of: ReturnType<typeof useMarks<Row>>
  /** A plural noun: "courses". */
  what: string
  /** The search and filter of the list, and the number of rows in it. */
  search: string
  total: number
  /** Reads so many rows of the search. */
  all: (wanted: number) => Promise<readonly Row[]>
  /** Buttons of what is offered for the marked ones. */
  children: ReactNode
}

/** Offers actions on all marked rows, and to mark every row of the search. */
export function MarkedBar<Row>({
  of: { marks, rows, keyOf, mark, clear },
  what,
  search,
  total,
  all,
  children,
}: BarProps<Row>) {
  const wanted = Math.min(total, MOST_MARKED)
  const reading = useSubmission({
    mutationFn: (_search: string) => all(wanted),
    onSuccess: (found, of) => {
      // An answer for another search or filter marks nothing.
      if (of === search) mark(found, true)
    },
    onError: (error) => toast.error(errorText(error, `The ${what} could not be selected`)),
  })
  if (marks.size === 0) return null
  const found = (reading.variables === search && reading.data) || rows
  return (
    <BulkBox label={`Selected ${what}`} count={marks.size}>
      {anyUnmarked({ found, marks, keyOf, total }) && (
        <Button size="sm" variant="ghost" busy={reading.isPending} onClick={() => reading.mutate(search)}>
          Select all {wanted.toLocaleString('en-IN')}
        </Button>
      )}
      {children}
      <Button size="sm" variant="ghost" onClick={clear}>
        Clear
      </Button>
    </BulkBox>
  )
}

type Found<Row> = { found: readonly Row[]; marks: Marks<Row>; keyOf: (row: Row) => string; total: number }

/** Returns true if one more row of a search can be marked. `found`: the loaded ones of its `total`; marks may belong to other searches. */
export const anyUnmarked = <Row,>({ found, marks, keyOf, total }: Found<Row>): boolean =>
  marks.size < MOST_MARKED &&
  (found.length < Math.min(total, MOST_MARKED) || found.some((row) => !marks.has(keyOf(row))))
