import type { AdminOrder } from 'contract/orders/admin'
import { useState } from 'react'
import type { z } from 'zod'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { soldName } from '../../shared/orders/opened-courses.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { toast } from '../../ui/toaster.ts'
import { FieldProblem, Tools } from '../forms/form-parts.tsx'
import { adminClient } from '../host/admin-api.ts'
import { Mono } from '../lists/table-parts.tsx'

type Order = Pick<z.input<typeof AdminOrder>, 'order_id' | 'courses' | 'gift_codes' | 'buyer'>
type Gift = Order['gift_codes'][number]

const List = chakra('ul', {
  base: {
    listStyleType: 'none',
    '& > li': { py: '2.5', borderBottomWidth: '1px', borderColor: 'border', overflowWrap: 'anywhere' },
    '& > li:last-of-type': { borderBottomWidth: '0' },
  },
})

/** The gift codes of an order: of which course, who has redeemed which, and for owners a new one in the place of another. */
export function OrderGifts({ order, renewable, onDone }: { order: Order; renewable: boolean; onDone: () => void }) {
  const courseOf = (id: string) => soldName(order.courses, id) ?? id
  return (
    <List>
      {order.gift_codes.map((gift) => (
        <li key={gift.code}>
          <chakra.div display="flex" flexWrap="wrap" columnGap="3" rowGap="1" alignItems="center">
            <Mono>{gift.code}</Mono>
            <chakra.span flex="1" minW="40" textStyle="sm" color="fg.muted">
              {courseOf(gift.course_id)}
              {order.courses.length > 0 && <br />}
              {redeemedText(gift)}
            </chakra.span>
          </chakra.div>
          {renewable && !gift.redeemed && order.buyer && (
            <RenewGift orderId={order.order_id} code={gift.code} to={order.buyer.email} onDone={onDone} />
          )}
        </li>
      ))}
    </List>
  )
}

function redeemedText({ redeemed, redeemed_by, redeemed_at }: Gift): string {
  if (!redeemed) return 'Not redeemed yet'
  const who = redeemed_by ? redeemed_by.name || redeemed_by.email : 'a deleted account'
  return `Redeemed by ${who}${redeemed_at ? `, ${dateText(new Date(redeemed_at))}` : ''}`
}

function RenewGift({ orderId, code, to, onDone }: { orderId: string; code: string; to: string; onDone: () => void }) {
  const [requested, setRequested] = useState(false)
  const renew = useSubmission({
    mutationFn: () => adminClient.orders.renewGift({ params: { order_id: orderId, code } }),
    onSuccess: () => {
      toast.success('New gift code sent')
      onDone()
    },
  })
  if (!requested) {
    return (
      <Button size="sm" variant="ghost" onClick={() => setRequested(true)}>
        Replace this gift code
      </Button>
    )
  }
  return (
    <chakra.div mt="2" display="grid" gap="2.5">
      <p>
        The old gift code stops working. We email a new one to <b>{to}</b>.
      </p>
      {renew.error && (
        <FieldProblem>{errorText(renew.error, 'The gift code could not be replaced. Please try again.')}</FieldProblem>
      )}
      <Tools>
        <Button size="sm" busy={renew.isPending} busyText="Sending..." onClick={() => renew.mutate()}>
          Send a new gift code
        </Button>
        <Button size="sm" variant="outline" onClick={() => setRequested(false)}>
          Cancel
        </Button>
      </Tools>
    </chakra.div>
  )
}
