import { useQuery } from '@tanstack/react-query'
import type { OrderMembership } from 'contract/memberships/memberships'
import { useState } from 'react'
import { shopNow } from '../../stores/shop-clock.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { later } from '../../ui/later.tsx'
import { Muted } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'

const EndMembership = later(() => import('./EndMembership.tsx'))

/** One that may be charged again, or is open still. */
const canEnd = ({ state, access_until }: OrderMembership) =>
  (state !== 'cancelled' && state !== 'ended') || (access_until !== null && new Date(access_until) > shopNow())

/** The membership that an order is a payment of. */
export default function OrderDrawerPart({
  order,
}: {
  order: { order_id: string; courses?: readonly { course_id: string }[] }
}) {
  const { data } = useQuery({
    ...adminApi.memberships.ofOrder.queryOptions({ input: { order_id: order.order_id } }),
    enabled: order.courses?.some(({ course_id }) => course_id.startsWith('ms_')) ?? false,
  })
  const [ending, setEnding] = useState(false)
  if (!data) return null
  const { name, debit, stray, from, to, state, subscription_id } = data
  const day = (moment: string) => dateText(new Date(moment))
  return (
    <section aria-label="Membership">
      <chakra.h3 textStyle="h3" mt="6" mb="2.5">
        {name}, payment {debit}
      </chakra.h3>
      <p>
        {stray
          ? 'This payment came twice, or after the time it was for: it opens nothing and goes back.'
          : `Pays from ${day(from)} until ${day(to)}. The membership is ${state} now.`}
      </p>
      <Muted mt="2" overflowWrap="anywhere">
        Razorpay: {subscription_id}
      </Muted>
      {canEnd(data) && (
        <Button variant="outline" mt="3" onClick={() => setEnding(true)}>
          End membership
        </Button>
      )}
      {ending && <EndMembership of={data} onClose={() => setEnding(false)} />}
    </section>
  )
}
