import { useQuery } from '@tanstack/react-query'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { Muted } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'

/** The membership that an order is a debit of. */
export default function OrderDrawerPart({
  order,
}: {
  order: { order_id: string; courses?: readonly { course_id: string }[] }
}) {
  const { data } = useQuery({
    ...adminApi.memberships.ofOrder.queryOptions({ input: { order_id: order.order_id } }),
    enabled: order.courses?.some(({ course_id }) => course_id.startsWith('ms_')) ?? false,
  })
  if (!data) return null
  const { name, debit, stray, from, to, state, subscription_id } = data
  const day = (moment: string) => dateText(new Date(moment))
  return (
    <section aria-label="Membership">
      <chakra.h3 textStyle="h3" mt="6" mb="2.5">
        {name}, debit {debit}
      </chakra.h3>
      <p>
        {stray
          ? 'This money arrived twice or after the end: it opens nothing and goes back.'
          : `Pays from ${day(from)} until ${day(to)}. The membership is ${state} now.`}
      </p>
      <Muted mt="2" overflowWrap="anywhere">
        Razorpay: {subscription_id}
      </Muted>
    </section>
  )
}
