import { useQuery } from '@tanstack/react-query'
import { MOST_COUNTED } from 'contract/limits'
import { WAITING_MINUTES } from 'contract/orders/actions'
import type { OrderState } from 'contract/orders/statuses'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { adminApi } from '../host/admin-api.ts'
import { totalText } from '../lists/list-params.ts'
import { orderStatuses } from '../lists/statuses.ts'
import { countText } from '../shell/waiting.tsx'

type OrderFiltersProps = {
  status: string
  state: string
  /** The orders of the days, counted by state; null of a search. */
  counts: Record<OrderState, number> | null | undefined
  from: string
  to: string
  onChange: (change: Record<string, string>) => void
}

const States = chakra('div', {
  base: {
    display: 'flex',
    gap: '1',
    mb: '4',
    mx: { base: '-4', md: '0' },
    px: { base: '2', md: '0' },
    borderBottomWidth: '1px',
    borderColor: 'border',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    '& button': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '2',
      flex: 'none',
      minH: '11',
      px: '3.5',
      fontWeight: '600',
      color: 'fg.muted',
      cursor: 'pointer',
      borderBottom: '3px solid transparent',
      outlineOffset: '-3px',
    },
    '& button:hover': { color: 'fg' },
    '& button[aria-pressed=true]': { color: 'fg', borderColor: 'action.fg' },
  },
})

const Count = chakra('span', {
  base: { minW: '2ch', fontWeight: '400', color: 'fg.subtle', fontVariantNumeric: 'lining-nums tabular-nums' },
})

const states: readonly [OrderState, string][] = [
  ['paid', 'Paid'],
  ['waiting', 'Waiting'],
  ['refunded', 'Refunded'],
  ['not_paid', 'Not paid'],
]

/** State, status and days of the orders that are shown. */
export function OrderFilters({ status, state, counts, from, to, onChange }: OrderFiltersProps) {
  const figures = Object.values(counts ?? {})
  // A sum of what is not counted to its end is not exact either.
  const all = figures.some((count) => count > MOST_COUNTED)
    ? MOST_COUNTED + 1
    : figures.reduce((sum, count) => sum + count, 0)
  const { data: waiting } = useQuery(adminApi.overview.waiting.queryOptions())
  const choose = (change: { state?: OrderState; status?: string }) => onChange({ state: '', status: '', ...change })
  return (
    <>
      <States role="group" aria-label="State">
        <button type="button" aria-pressed={!state && !status} onClick={() => choose({})}>
          All <Count>{all ? totalText(all) : ''}</Count>
        </button>
        <button type="button" aria-pressed={status === 'attention'} onClick={() => choose({ status: 'attention' })}>
          Needs you <Count>{waiting?.orders ? countText(waiting.orders) : ''}</Count>
        </button>
        {states.map(([value, label]) => (
          <button key={value} type="button" aria-pressed={state === value} onClick={() => choose({ state: value })}>
            {label} <Count>{counts?.[value] ? totalText(counts[value]) : ''}</Count>
          </button>
        ))}
      </States>
      <chakra.div
        data-fold
        role="group"
        aria-label="Filter"
        display="grid"
        gridTemplateColumns={{ base: '1fr 1fr', md: '240px 180px 180px' }}
        gap="3"
        mb="4.5"
      >
        <chakra.div gridColumn={{ base: '1/-1', md: 'auto' }}>
          <Field as="select" label="Status" value={status} onChange={({ target }) => choose({ status: target.value })}>
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
    </>
  )
}
