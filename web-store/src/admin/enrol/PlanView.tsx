import type { LineState, PlannedLine } from 'contract/enrolments'
import { chakra } from '../../ui/chakra.ts'
import { Card } from '../../ui/layout.tsx'
import { PlannedLines, type StateLooks } from '../forms/PlannedLines.tsx'

const looks: StateLooks<LineState> = {
  invalid: { label: 'Needs fixing', palette: 'danger' },
  duplicate: { label: 'Duplicate line', palette: 'gray' },
  paid: { label: 'Paid for', palette: 'action' },
  unproven: { label: 'Waiting for email confirmation', palette: 'buy' },
  new: { label: 'New account', palette: 'success' },
  existing: { label: 'Gets the course', palette: 'success' },
  given: { label: 'Access will be removed', palette: 'buy' },
  enrolled: { label: 'Has it already', palette: 'gray' },
  nothing: { label: 'Has no access to remove', palette: 'gray' },
}

/** Shows the outcome of every line of a list before anything happens, the odd ones first. */
export function PlanView({ lines }: { lines: readonly PlannedLine[] }) {
  return (
    <chakra.div display="grid" gap="3" minW="0">
      <PlannedLines
        lines={lines}
        looks={looks}
        about={['Student', ({ email, phone, name }) => [name, email, phone].filter(Boolean).join(', ') || 'Nobody']}
        detail={({ reason }) => reason}
        frame={(table) => <Card overflow="hidden">{table}</Card>}
      />
    </chakra.div>
  )
}
