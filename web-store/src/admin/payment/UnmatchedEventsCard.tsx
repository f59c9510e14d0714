import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { UnmatchedEvent } from 'contract/orders/actions'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText, rupeesText } from '../../ui/format.ts'
import { Card } from '../../ui/layout.tsx'
import { Help } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { CopyText } from '../lists/CopyText.tsx'
import { Mono } from '../lists/table-parts.tsx'

const STEP = 5

/** Events of the gateway that fit no order, newest first; nothing while there are none. */
export function UnmatchedEventsCard() {
  const [limit, setLimit] = useState(STEP)
  const { data, isFetching } = useQuery({
    ...adminApi.orders.unmatchedEvents.queryOptions({ input: { limit: String(limit) } }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  if (!data || data.total === 0) return null
  return (
    <Card asChild padded display="grid" gap="4">
      <section aria-labelledby="put-aside">
        <chakra.h2 id="put-aside" textStyle="h3" fontSize="1.375rem">
          Payments without a matching order ({data.total.toLocaleString('en-IN')})
        </chakra.h2>
        <Help>
          Nothing changed in your shop. Usually these are payments you took outside the shop on the same Razorpay
          account. If one names an order number of yours, check that payment in your Razorpay dashboard.
        </Help>
        <chakra.ul listStyleType="none">
          {data.events.map((event) => (
            <chakra.li
              key={event.event_id}
              display="grid"
              gap="1"
              py="3"
              css={{ '& + &': { borderTopWidth: '1px', borderColor: 'border' } }}
              overflowWrap="anywhere"
            >
              <EventLines event={event} />
            </chakra.li>
          ))}
        </chakra.ul>
        {data.events.length < data.total && (
          <Button variant="outline" size="sm" busy={isFetching} onClick={() => setLimit(limit + 4 * STEP)}>
            Show more
          </Button>
        )}
      </section>
    </Card>
  )
}

function EventLines({ event: { event, at, reason, reference, payment_id, amount } }: { event: UnmatchedEvent }) {
  return (
    <>
      <chakra.div display="flex" justifyContent="space-between" gap="4">
        <Mono>{event}</Mono>
        {amount !== null && <chakra.span fontVariantNumeric="tabular-nums">{rupeesText(amount)}</chakra.span>}
      </chakra.div>
      <chakra.p textStyle="sm" color="fg.muted">
        {dateTimeText(at)}, {reason}
      </chakra.p>
      {reference && (
        <chakra.p textStyle="sm">
          Order <Mono>{reference}</Mono>
        </chakra.p>
      )}
      {payment_id && (
        <chakra.p textStyle="sm" display="flex" alignItems="center" justifyContent="space-between" gap="2">
          <span>
            Payment <Mono>{payment_id}</Mono>
          </span>
          <CopyText text={payment_id} of="payment id" />
        </chakra.p>
      )}
    </>
  )
}
