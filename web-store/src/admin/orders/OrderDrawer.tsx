import { chakra } from '@chakra-ui/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { stateName } from 'server/contract/states'
import { errorText, isApiError, isAuthError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { dateTimeText, rupeesText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Tag } from '../../ui/layout.tsx'
import { TextLink } from '../../ui/text.tsx'
import { adminApi, adminClient } from '../admin-api.ts'
import { IconRefresh } from '../admin-icons.ts'
import { adminPaths } from '../admin-paths.ts'
import { useMe } from '../me.queries.ts'
import { CopyText } from '../parts/CopyText.tsx'
import { Drawer } from '../parts/Drawer.tsx'
import { FieldProblem } from '../parts/form-parts.tsx'
import { orderStatuses } from '../parts/statuses.ts'
import { Trouble } from '../parts/Trouble.tsx'
import { Mono } from '../parts/table-parts.tsx'
import { GrantForm, RefundForm } from './OrderDesk.tsx'
import { OrderPapers } from './OrderPapers.tsx'
import { attentionWords, courseWords } from './OrdersTab.tsx'
import { orderQuery } from './orders.queries.ts'
import { storyWords } from './story.ts'

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

const Heading = chakra('h3', { base: { textStyle: 'h3', mt: '6', mb: '2.5' } })

const Story = chakra('ol', {
  base: {
    listStyleType: 'none',
    borderInlineStartWidth: '2px',
    borderColor: 'border',
    ms: '1.5',
    '& li': { position: 'relative', ps: '5', pb: '3.5' },
    '& li::before': {
      content: '""',
      position: 'absolute',
      left: '-6px',
      top: '7px',
      w: '10px',
      h: '10px',
      borderRadius: 'full',
      bg: 'neel.fg',
    },
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

/** One order: who, what, how it is paid, its story, and what can be done about it. */
export default function OrderDrawer({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const queries = useQueryClient()
  const { data: me } = useMe()
  const [desk, setDesk] = useState<'refund' | 'grant'>()
  const { data: order, error, refetch } = useQuery(orderQuery(orderId))
  const reload = () => queries.invalidateQueries({ queryKey: adminApi.orders.key() })
  const recheck = useSubmission({
    mutationFn: () => adminClient.orders.recheck({ params: { order_id: orderId } }),
    onSettled: reload,
  })
  const done = () => {
    setDesk(undefined)
    return reload()
  }
  const isOwner = me?.role === 'owner'
  const title = `Order ${orderId}`
  if (error && !order) {
    const unknown = isApiError(error) && error.status === 404
    return (
      <Drawer title={title} onClose={onClose}>
        <Trouble title={unknown ? 'Order not found' : 'Failed to load the order'} onRetry={() => void refetch()} />
      </Drawer>
    )
  }
  if (!order) {
    return (
      <Drawer title={title} onClose={onClose}>
        <Loading minH="240px" />
      </Drawer>
    )
  }
  return (
    <Drawer
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" busy={recheck.isPending} busyText="Asking..." onClick={() => recheck.mutate()}>
            <Icon of={IconRefresh} />
            Ask the gateway
          </Button>
          {isOwner && order.grantable && <Button onClick={() => setDesk('grant')}>Grant</Button>}
          {isOwner && order.refundable > 0 && (
            <Button variant="ghost" colorPalette="geru" onClick={() => setDesk('refund')}>
              Refund
            </Button>
          )}
        </>
      }
    >
      <chakra.div display="flex" flexWrap="wrap" gap="2" mb="4">
        <Tag coloured colorPalette={orderStatuses[order.status].palette}>
          {orderStatuses[order.status].label}
        </Tag>
        {order.attention && (
          <Tag coloured colorPalette="geru" whiteSpace="normal">
            {attentionWords[order.attention.reason]} since {dateTimeText(order.attention.since)}
          </Tag>
        )}
      </chakra.div>
      {recheck.data && (
        <chakra.p role="status" mb="4">
          The gateway says: {orderStatuses[recheck.data.status].label.toLowerCase()}
        </chakra.p>
      )}
      {recheck.error && !isAuthError(recheck.error) && (
        <FieldProblem>{errorText(recheck.error, 'The gateway could not be asked. Please try again.')}</FieldProblem>
      )}
      {desk === 'refund' && <RefundForm order={order} onDone={done} onCancel={() => setDesk(undefined)} />}
      {desk === 'grant' && <GrantForm order={order} onDone={done} onCancel={() => setDesk(undefined)} />}
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
      {order.gift_codes.length > 0 && (
        <>
          <Heading>Gift codes</Heading>
          <ul>
            {order.gift_codes.map(({ code, redeemed }) => (
              <li key={code}>
                <Mono>{code}</Mono> {redeemed ? 'redeemed' : 'open'}
              </li>
            ))}
          </ul>
        </>
      )}
      {order.refunds.length > 0 && (
        <>
          <Heading>Refunds</Heading>
          <ul>
            {order.refunds.map((refund) => (
              <li key={refund.refund_id}>
                <b>{rupeesText(refund.amount)}</b> {refund.status}, {dateTimeText(refund.at)}
                {refund.reason && `: ${refund.reason}`}
              </li>
            ))}
          </ul>
        </>
      )}
      {order.documents.length > 0 && (
        <>
          <Heading>Documents</Heading>
          <OrderPapers documents={order.documents} sendable={order.buyer !== null} />
        </>
      )}
      <Heading>Story</Heading>
      <Story>
        {order.events.map((event, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a story only grows at its end
          <li key={place}>
            <b>{storyWords(event.kind)}</b>
            {event.times > 1 && ` (${event.times} times)`}
            <chakra.span display="block" textStyle="sm" color="fg.muted">
              {dateTimeText(event.at)}
              {event.last_at && ` to ${dateTimeText(event.last_at)}`}
            </chakra.span>
            {event.detail && (
              <chakra.span display="block" textStyle="sm" overflowWrap="anywhere">
                {event.detail}
              </chakra.span>
            )}
          </li>
        ))}
      </Story>
    </Drawer>
  )
}
