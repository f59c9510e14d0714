import type { LineState, PlannedLine } from 'contract/enrolments'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { countText } from '../../ui/format.ts'
import { Card, Stack } from '../../ui/layout.tsx'
import { Muted } from '../forms/form-parts.tsx'
import type { Column } from '../lists/column.ts'
import { TableOf } from '../lists/DataTable.tsx'
import { StatusTag } from '../lists/StatusTag.tsx'
import type { Look } from '../lists/statuses.ts'

/** States of lines in display order: first those that need attention. */
const looks: Record<LineState, Look> = {
  invalid: { label: 'Needs fixing', palette: 'danger' },
  duplicate: { label: 'Duplicate line', palette: 'gray' },
  paid: { label: 'Paid for', palette: 'action' },
  given: { label: 'Access will be removed', palette: 'buy' },
  nothing: { label: 'Has no access to remove', palette: 'gray' },
}
const order = Object.keys(looks) as LineState[]

const columns: Column<PlannedLine>[] = [
  { head: 'Line', label: 'Line', cell: ({ line }) => line },
  {
    head: 'Student',
    wholeLine: true,
    cell: ({ email, phone, name }) => (
      <chakra.span overflowWrap="anywhere">{[name, email, phone].filter(Boolean).join(', ') || 'Nobody'}</chakra.span>
    ),
  },
  {
    head: 'What will happen',
    wholeLine: true,
    cell: ({ state, reason }) => (
      <>
        <StatusTag look={looks[state]} />{' '}
        <Muted as="span" overflowWrap="anywhere">
          {reason}
        </Muted>
      </>
    ),
  },
]

const FIRST = 100
const MORE = 400

/** Shows the outcome of every line of a list before anything happens, the odd ones first. */
export function PlanView({ lines }: { lines: readonly PlannedLine[] }) {
  const [shown, setShown] = useState(FIRST)
  const sorted = lines.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
  return (
    <Stack minW="0">
      <chakra.ul listStyleType="none" display="flex" flexWrap="wrap" gap="2" aria-label="What will happen">
        {order.map((state) => {
          const count = lines.filter((line) => line.state === state).length
          return (
            count > 0 && (
              <li key={state}>
                <StatusTag look={looks[state]}>
                  {looks[state].label}: {count.toLocaleString('en-IN')}
                </StatusTag>
              </li>
            )
          )
        })}
      </chakra.ul>
      <Card overflow="hidden">
        <TableOf columns={columns} rows={sorted.slice(0, shown)} keyOf={({ line }) => line} />
      </Card>
      {lines.length > shown && (
        <Button variant="outline" size="sm" justifySelf="start" onClick={() => setShown(shown + MORE)}>
          Show more of {countText(lines.length, 'line')}
        </Button>
      )}
    </Stack>
  )
}
