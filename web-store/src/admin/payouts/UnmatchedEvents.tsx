import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { countText, dateTimeText, rupeesText } from '../../ui/format.ts'
import { Row } from '../../ui/layout.tsx'
import { Help, Muted } from '../forms/form-parts.tsx'
import { adminApi, type adminClient } from '../host/admin-api.ts'
import { Pane } from '../kit/loaded.tsx'
import { CopyText } from '../lists/CopyText.tsx'
import type { Column } from '../lists/column.ts'
import { TableOf } from '../lists/DataTable.tsx'
import { Mono } from '../lists/table-parts.tsx'

const STEP = 5

type Event = Awaited<ReturnType<typeof adminClient.orders.unmatchedEvents>>['events'][number]

const columns: Column<Event>[] = [
  {
    head: 'Event',
    lead: true,
    cell: ({ event, at, reason }) => (
      <>
        <Mono>{event}</Mono>
        <Muted>
          {dateTimeText(at)}, {reason}
        </Muted>
      </>
    ),
  },
  { head: 'Order', label: 'Order', cell: ({ reference }) => reference && <Mono>{reference}</Mono> },
  {
    head: 'Payment',
    wholeLine: true,
    cell: ({ payment_id }) =>
      payment_id && (
        <Row display="inline-flex" gap="1.5">
          <Mono>{payment_id}</Mono>
          <CopyText text={payment_id} of="payment id" />
        </Row>
      ),
  },
  { head: 'Amount', numeric: true, phone: 'first', cell: ({ amount }) => amount !== null && rupeesText(amount) },
]

/** Events of the gateway that fit no order, newest first; nothing while there are none. */
export function UnmatchedEvents() {
  const [limit, setLimit] = useState(STEP)
  const { data, isFetching } = useQuery({
    ...adminApi.orders.unmatchedEvents.queryOptions({ input: { limit: String(limit) } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  if (!data || data.total === 0) return null
  return (
    <Pane title="Payments without a matching order" beside={<Muted>{countText(data.total, 'event')}</Muted>}>
      <Help>
        Nothing changed in your shop. Usually these are payments you took outside the shop on the same Razorpay account.
        If one names an order number of yours, check that payment in your Razorpay dashboard.
      </Help>
      <TableOf columns={columns} rows={data.events} keyOf={({ event_id }) => event_id} />
      {data.events.length < data.total && (
        <Button variant="outline" size="sm" busy={isFetching} onClick={() => setLimit(limit + 4 * STEP)}>
          Show more
        </Button>
      )}
    </Pane>
  )
}
