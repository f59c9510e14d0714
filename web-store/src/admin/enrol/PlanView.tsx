import type { LineState, PlannedLine } from 'contract/enrolments'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { countText } from '../../ui/format.ts'
import { Card, Tag } from '../../ui/layout.tsx'
import { StateCounts, type StateLook } from '../components/StateCounts.tsx'
import { Table } from '../components/table-parts.tsx'

const looks: Record<LineState, StateLook> = {
  new: { label: 'New account', palette: 'success' },
  existing: { label: 'Gets the course', palette: 'success' },
  enrolled: { label: 'Has it already', palette: 'gray' },
  given: { label: 'Loses the course', palette: 'buy' },
  paid: { label: 'Paid for', palette: 'action' },
  nothing: { label: 'Nothing to take', palette: 'gray' },
  duplicate: { label: 'Twice in the list', palette: 'gray' },
  invalid: { label: 'Cannot be read', palette: 'danger' },
}

/** What needs an eye stands first. */
const ORDER: LineState[] = ['invalid', 'duplicate', 'paid', 'new', 'existing', 'given', 'enrolled', 'nothing']

const PAGE = 100

/** What every line of a list comes to, the odd ones first, before anything is done. */
export function PlanView({ lines }: { lines: readonly PlannedLine[] }) {
  const [shown, setShown] = useState(PAGE)
  const sorted = lines.toSorted((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state))
  return (
    <chakra.div display="grid" gap="3" minW="0">
      <StateCounts lines={lines} order={ORDER} looks={looks} />
      <Card overflow="hidden">
        <Table>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Student</th>
              <th scope="col">What will happen</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, shown).map(({ line, email, phone, name, state, reason }) => (
              <tr key={line}>
                <td data-label="Line">{line}</td>
                <td data-whole-line>
                  <chakra.span overflowWrap="anywhere">
                    {[name, email, phone].filter(Boolean).join(', ') || 'Nobody'}
                  </chakra.span>
                </td>
                <td data-whole-line>
                  <Tag coloured colorPalette={looks[state].palette}>
                    {looks[state].label}
                  </Tag>{' '}
                  <chakra.span textStyle="sm" color="fg.muted" overflowWrap="anywhere">
                    {reason}
                  </chakra.span>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Card>
      {lines.length > shown && (
        <Button variant="outline" size="sm" justifySelf="start" onClick={() => setShown(shown + 400)}>
          Show more of {countText(lines.length, 'line')}
        </Button>
      )}
    </chakra.div>
  )
}
