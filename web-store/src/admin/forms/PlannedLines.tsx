import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { countText } from '../../ui/format.ts'
import type { Column } from '../lists/column.ts'
import { TableOf } from '../lists/DataTable.tsx'
import { StatusTag } from '../lists/StatusTag.tsx'
import type { Look } from '../lists/statuses.ts'
import { Muted } from './form-parts.tsx'

/** States of lines in display order: first those that need attention. */
export type StateLooks<State extends string> = Readonly<Record<State, Look>>

type PlannedLinesProps<State extends string, Line> = {
  lines: readonly Line[]
  looks: StateLooks<State>
  /** Column and name of a line's subject. */
  about: [column: string, nameOf: (line: Line) => string]
  /** Details beside the state: the change, or why there is none. */
  detail: (line: Line) => ReactNode
  /** Wraps the table. */
  frame: (table: ReactNode) => ReactNode
}

const FIRST = 100
const MORE = 400

/** Previews the effect of every line of a file or list before it is applied. */
export function PlannedLines<State extends string, Line extends { line: number; state: State }>({
  lines,
  looks,
  about: [column, nameOf],
  detail,
  frame,
}: PlannedLinesProps<State, Line>) {
  const [shown, setShown] = useState(FIRST)
  const order = Object.keys(looks) as State[]
  const sorted = lines.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
  const tagOf = (state: State, text: string) => <StatusTag look={looks[state]}>{text}</StatusTag>
  const columns: Column<Line>[] = [
    { head: 'Line', label: 'Line', cell: ({ line }) => line },
    {
      head: column,
      wholeLine: true,
      cell: (line) => <chakra.span overflowWrap="anywhere">{nameOf(line)}</chakra.span>,
    },
    {
      head: 'What will happen',
      wholeLine: true,
      cell: (line) => (
        <>
          {tagOf(line.state, looks[line.state].label)}{' '}
          <Muted as="span" overflowWrap="anywhere">
            {detail(line)}
          </Muted>
        </>
      ),
    },
  ]
  return (
    <>
      <chakra.ul listStyleType="none" display="flex" flexWrap="wrap" gap="2" aria-label="What will happen">
        {order.map((state) => {
          const count = lines.filter((line) => line.state === state).length
          return (
            count > 0 && <li key={state}>{tagOf(state, `${looks[state].label}: ${count.toLocaleString('en-IN')}`)}</li>
          )
        })}
      </chakra.ul>
      {frame(<TableOf columns={columns} rows={sorted.slice(0, shown)} keyOf={({ line }) => line} />)}
      {lines.length > shown && (
        <Button variant="outline" size="sm" justifySelf="start" onClick={() => setShown(shown + MORE)}>
          Show more of {countText(lines.length, 'line')}
        </Button>
      )}
    </>
  )
}
