import { WAITING_MINUTES } from 'contract/orders/actions'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { orderStatuses } from '../lists/statuses.ts'

type OrderFiltersProps = {
  status: string
  from: string
  to: string
  onChange: (change: Record<string, string>) => void
}

/** Status and days of the orders that are shown. */
export function OrderFilters({ status, from, to, onChange }: OrderFiltersProps) {
  return (
    <chakra.div
      role="group"
      aria-label="Filter"
      display="grid"
      gridTemplateColumns={{ base: '1fr 1fr', md: '240px 180px 180px' }}
      gap="3"
      mb="4.5"
    >
      <chakra.div gridColumn={{ base: '1/-1', md: 'auto' }}>
        <Field as="select" label="Status" value={status} onChange={(event) => onChange({ status: event.target.value })}>
          <option value="">All</option>
          <option value="outside">Paid outside Razorpay</option>
          <option value="attention">Needs attention</option>
          <option value="waiting">Waiting over {WAITING_MINUTES} minutes</option>
          {Object.entries(orderStatuses).map(([value, { label }]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Field>
      </chakra.div>
      <Field
        label="From"
        type="date"
        value={from}
        max={to || undefined}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <Field
        label="To"
        type="date"
        value={to}
        min={from || undefined}
        onChange={(event) => onChange({ to: event.target.value })}
      />
    </chakra.div>
  )
}
