import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText, rupeesText } from '../../ui/format.ts'
import { Help, Muted } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { Pane } from '../kit/loaded.tsx'
import { CopyText } from '../lists/CopyText.tsx'
import { Mono } from '../lists/table-parts.tsx'

const STEP = 5

const Events = chakra('ul', {
  base: {
    listStyleType: 'none',
    overflowWrap: 'anywhere',
    fontVariantNumeric: 'tabular-nums',
    '& li': { display: 'grid', gap: '1', py: '3' },
    '& li + li': { borderTopWidth: '1px', borderColor: 'border' },
    '& li > div': { display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: '4' },
    '& p, & div:not(:first-child)': { textStyle: 'sm' },
  },
})

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
    <Pane title={`Payments without a matching order (${data.total.toLocaleString('en-IN')})`}>
      <Help>
        Nothing changed in your shop. Usually these are payments you took outside the shop on the same Razorpay account.
        If one names an order number of yours, check that payment in your Razorpay dashboard.
      </Help>
      <Events>
        {data.events.map(({ event_id, event, at, reason, reference, payment_id, amount }) => (
          <li key={event_id}>
            <div>
              <Mono>{event}</Mono>
              {amount !== null && <span>{rupeesText(amount)}</span>}
            </div>
            <Muted>
              {dateTimeText(at)}, {reason}
            </Muted>
            {reference && (
              <p>
                Order <Mono>{reference}</Mono>
              </p>
            )}
            {payment_id && (
              <div>
                <span>
                  Payment <Mono>{payment_id}</Mono>
                </span>
                <CopyText text={payment_id} of="payment id" />
              </div>
            )}
          </li>
        ))}
      </Events>
      {data.events.length < data.total && (
        <Button variant="outline" size="sm" busy={isFetching} onClick={() => setLimit(limit + 4 * STEP)}>
          Show more
        </Button>
      )}
    </Pane>
  )
}
