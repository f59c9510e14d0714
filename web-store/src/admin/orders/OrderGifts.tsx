import type { AdminOrder } from 'contract/orders/admin'
import { useState } from 'react'
import type { z } from 'zod'
import { soldName } from '../../shared/orders/opened-courses.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { Row, Stack } from '../../ui/layout.tsx'
import { FieldProblem, Muted, Tools } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { useAct } from '../kit/use-act.tsx'
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
export function OrderGifts({ order, renewable }: { order: Order; renewable: boolean }) {
  const courseOf = (id: string) => soldName(order.courses, id) ?? id
  return (
    <List>
      {order.gift_codes.map((gift) => (
        <li key={gift.code}>
          <Row flexWrap="wrap" rowGap="1">
            <Mono>{gift.code}</Mono>
            <Muted flex="1" minW="40">
              {courseOf(gift.course_id)}
              {order.courses.length > 0 && <br />}
              {redeemedText(gift)}
            </Muted>
          </Row>
          {renewable && !gift.redeemed && order.buyer && (
            <RenewGift order_id={order.order_id} code={gift.code} to={order.buyer.email} />
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

function RenewGift({ to, ...params }: { order_id: string; code: string; to: string }) {
  const [requested, setRequested] = useState(false)
  const { run, busy, problem } = useAct(adminApi.orders.renewGift, {
    beside: true,
    done: 'New gift code sent',
    failed: 'The gift code could not be replaced',
  })
  if (!requested) {
    return (
      <Button size="sm" variant="ghost" onClick={() => setRequested(true)}>
        Replace this gift code
      </Button>
    )
  }
  return (
    <Stack mt="2" gap="2.5">
      <p>
        The old gift code stops working. We email a new one to <b>{to}</b>.
      </p>
      {problem && <FieldProblem>{problem}</FieldProblem>}
      <Tools>
        <Button size="sm" busy={busy} busyText="Sending..." onClick={() => run({ params })}>
          Send a new gift code
        </Button>
        <Button size="sm" variant="outline" onClick={() => setRequested(false)}>
          Cancel
        </Button>
      </Tools>
    </Stack>
  )
}
