import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import type { AdminOrder } from 'server/contract/orders'
import { stateName } from 'server/contract/states'
import type { z } from 'zod'
import { dateTimeText, rupeesText } from '../../ui/format.ts'
import { TextLink } from '../../ui/text.tsx'
import { adminPaths } from '../admin-paths.ts'
import { CopyText } from '../parts/CopyText.tsx'
import { Mono } from '../parts/table-parts.tsx'
import { courseWords } from './order-words.ts'

const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: '150px minmax(0,1fr)',
    columnGap: '4',
    rowGap: '1.5',
    '& dt': { color: 'fg.muted' },
    '& dd': { overflowWrap: 'anywhere' },
  },
})

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

type Order = z.input<typeof AdminOrder>

/** Who bought what, what was asked for and what came, and the ids by which the gateway knows it. */
export function OrderFacts({ order }: { order: Order }) {
  const { captured } = order.gateway
  return (
    <Facts>
      <Fact name="Buyer">
        {order.buyer ? (
          <>
            {order.buyer.name || order.buyer.email}
            <br />
            {order.buyer.email}, {order.buyer.phone}
            <br />
            <TextLink to={adminPaths.tab('users', { q: order.buyer.email })}>Show in users</TextLink>
          </>
        ) : (
          'Deleted account'
        )}
      </Fact>
      <Fact name="Courses">{courseWords(order.courses)}</Fact>
      <Fact name="Subtotal">{rupeesText(order.subtotal)}</Fact>
      {order.discount > 0 && (
        <Fact name="Discount">
          {rupeesText(order.discount)} {order.promocode && `with ${order.promocode}`}
        </Fact>
      )}
      {order.tax > 0 && <Fact name="GST">{rupeesText(order.tax)}</Fact>}
      <Fact name="Total">
        <b>{rupeesText(order.total)}</b>
      </Fact>
      {captured !== null && captured !== order.total && (
        <Fact name="Received">
          <chakra.b color="geru.fg">{rupeesText(captured)}</chakra.b>
        </Fact>
      )}
      {order.billing_state && <Fact name="Place of supply">{stateName(order.billing_state)}</Fact>}
      {order.billing_gstin && (
        <Fact name="GSTIN">
          <Mono>{order.billing_gstin}</Mono> {order.billing_name}
        </Fact>
      )}
      <Fact name="Made">{dateTimeText(order.created_at)}</Fact>
      {order.paid_at && <Fact name="Paid">{dateTimeText(order.paid_at)}</Fact>}
      {order.gateway.payment_id && (
        <Fact name="Payment ID">
          <Mono>{order.gateway.payment_id}</Mono>
        </Fact>
      )}
      {order.gateway.payment_link_id && (
        <Fact name="Payment link">
          <Mono>{order.gateway.payment_link_id}</Mono>
        </Fact>
      )}
      {order.gateway.payment_link && (
        <Fact name="Link for the buyer">
          <CopyText text={order.gateway.payment_link} of="payment link" />
        </Fact>
      )}
      {order.gateway.last_asked_at && <Fact name="Gateway asked">{dateTimeText(order.gateway.last_asked_at)}</Fact>}
    </Facts>
  )
}
