import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type MouseEvent, useRef, useState } from 'react'
import { errorText, isApiError } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { amountText, dateTimeText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Tag } from '../../ui/layout.tsx'
import { FieldProblem } from '../forms/form-parts.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { IconRefresh } from '../host/admin-icons.ts'
import { useMe } from '../host/me.queries.ts'
import { agoText } from '../lists/ago-text.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { StatusTag } from '../lists/StatusTag.tsx'
import { orderStatuses } from '../lists/statuses.ts'
import { Drawer } from '../shell/Drawer.tsx'
import { GuaranteeRequestCard } from './GuaranteeRequest.tsx'
import { CoinsRefundForm, GrantForm } from './OrderActionForm.tsx'
import { OrderDisputes } from './OrderDisputes.tsx'
import { OrderDocuments } from './OrderDocuments.tsx'
import { OrderFacts, OrderLines } from './OrderFacts.tsx'
import { OrderGifts } from './OrderGifts.tsx'
import { OrderTimeline } from './OrderTimeline.tsx'
import { attentionLabel, channelWords, refundWords } from './order-labels.ts'
import { orderQuery } from './orders.queries.ts'
import { RefundForm } from './RefundForm.tsx'
import { RefundRequestCard } from './RefundRequest.tsx'
import { SecondPayment } from './SecondPayment.tsx'

/** Facts of an order that other features add. */
type DrawerPart = { default: ComponentType<{ order: { order_id: string; plan?: { part: number } | undefined } }> }
const parts = Object.entries(import.meta.glob<DrawerPart>('../*/OrderDrawerPart.tsx', { eager: true }))

const Heading = chakra('h3', { base: { textStyle: 'h3', mt: '6', mb: '2.5' } })

/** One order: who, what, how it is paid, its timeline, and what can be done about it. */
export default function OrderDrawer({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const queries = useQueryClient()
  const { data: me } = useMe()
  const [action, setAction] = useState<'refund' | 'grant'>()
  const { data: order, error, refetch } = useQuery(orderQuery(orderId))
  const reload = () => queries.invalidateQueries({ queryKey: adminApi.orders.key() })
  const recheck = useSubmission({
    mutationFn: () => adminClient.orders.recheck({ params: { order_id: orderId } }),
    onSettled: reload,
  })
  const again = useRef<HTMLButtonElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const open = (which: 'refund' | 'grant') => (event: MouseEvent<HTMLButtonElement>) => {
    opener.current = event.currentTarget
    // A new action outdates the gateway's last answer.
    recheck.reset()
    setAction(which)
  }
  // The button that opened the form may be gone after the action.
  const leave = () => {
    setAction(undefined)
    requestAnimationFrame(() => (opener.current?.isConnected ? opener.current : again.current)?.focus())
  }
  const done = async () => {
    await reload()
    leave()
  }
  const isOwner = me?.role === 'owner'
  const movesMoney = isOwner || me?.role === 'finance'
  const title = order ? `Order ${order.order_no}` : 'Order'
  if (error && !order) {
    const unknown = isApiError(error) && error.status === 404
    return (
      <Drawer title={title} onClose={onClose}>
        <ErrorState
          title={unknown ? 'Order not found' : 'Failed to load the order'}
          error={error}
          onRetry={() => void refetch()}
        />
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
  // While one waits for a second person there is no other.
  const refunds = movesMoney && (order.refundable > 0 || order.coins_back > 0) && !order.refund_request
  return (
    <Drawer
      title={title}
      onClose={onClose}
      footer={
        <>
          {!order.outside && (
            <Button
              ref={again}
              variant="outline"
              busy={recheck.isPending}
              busyText="Checking..."
              onClick={() => recheck.mutate()}
            >
              <Icon of={IconRefresh} />
              Check with Razorpay
            </Button>
          )}
          {isOwner && order.grantable && <Button onClick={open('grant')}>Give access</Button>}
          {refunds && (
            <Button variant="ghost" colorPalette="danger" onClick={open('refund')}>
              Refund
            </Button>
          )}
        </>
      }
    >
      <chakra.div display="flex" flexWrap="wrap" gap="2" mb="4">
        <StatusTag look={orderStatuses[order.status]} />
        {order.attention && (
          <Tag coloured colorPalette="danger" whiteSpace="normal">
            {attentionLabel(order.attention, order.buyer)}
          </Tag>
        )}
      </chakra.div>
      {order.attention && (
        <chakra.p mt="-2" mb="4" textStyle="sm" color="fg.muted">
          Waiting for you since {dateTimeText(order.attention.since)}, {agoText(order.attention.since)}
        </chakra.p>
      )}
      {recheck.data && (
        <chakra.p role="status" mb="4">
          The gateway says: {orderStatuses[recheck.data.status].label.toLowerCase()}
        </chakra.p>
      )}
      {recheck.error && (
        <FieldProblem>{errorText(recheck.error, 'Could not reach Razorpay. Please try again.')}</FieldProblem>
      )}
      {order.duplicates.map((payment) => (
        <SecondPayment
          key={payment.payment_id}
          orderId={orderId}
          payment={payment}
          onDone={movesMoney && !order.refund_request ? reload : undefined}
        />
      ))}
      {order.refund_request && movesMoney && (
        <RefundRequestCard
          request={order.refund_request}
          currency={order.gateway.currency}
          own={order.refund_request.asked_by.admin_id === me?.admin_id}
          onDone={reload}
        />
      )}
      {order.guarantee?.status === 'open' && action !== 'refund' && (
        <GuaranteeRequestCard
          order={order}
          request={order.guarantee}
          onApprove={refunds ? open('refund') : undefined}
          onDone={reload}
        />
      )}
      {action === 'refund' && refunds && order.refundable > 0 && (
        <RefundForm order={order} onDone={done} onFailed={reload} onCancel={leave} />
      )}
      {action === 'refund' && refunds && order.coins_back > 0 && (
        <CoinsRefundForm order={order} onDone={done} onFailed={reload} onCancel={leave} />
      )}
      {action === 'grant' && order.grantable && (
        <GrantForm order={order} onDone={done} onFailed={reload} onCancel={leave} />
      )}
      {order.disputes.length > 0 && (
        <>
          <Heading mt="0">{order.disputes.length > 1 ? 'Disputes' : 'Dispute'}</Heading>
          <OrderDisputes
            disputes={order.disputes}
            payment={order.gateway}
            isOwner={movesMoney}
            hasBuyer={order.buyer !== null}
          />
        </>
      )}
      <OrderLines order={order} />
      <OrderFacts order={order} />
      {parts.map(([file, { default: Part }]) => (
        <Part key={file} order={order} />
      ))}
      {order.gift_codes.length > 0 && (
        <>
          <Heading>Gift codes</Heading>
          <OrderGifts order={order} renewable={isOwner && order.status !== 'refunded'} onDone={reload} />
        </>
      )}
      {order.refunds.length > 0 && (
        <>
          <Heading>Refunds</Heading>
          <ul>
            {order.refunds.map((refund) => (
              <li key={refund.refund_id}>
                <b>{amountText(refund.amount, refund.currency)}</b>{' '}
                {refund.channel === 'dispute' && refund.status === 'failed' ? 'reversed' : refundWords[refund.status]},{' '}
                {dateTimeText(refund.at)}
                {refund.channel !== 'gateway' && `, ${channelWords[refund.channel]} ${refund.reference}`}
                {refund.reason && `: ${refund.reason}`}
              </li>
            ))}
          </ul>
        </>
      )}
      {order.documents.length > 0 && (
        <>
          <Heading>Documents</Heading>
          <OrderDocuments documents={order.documents} sendable={order.buyer !== null} />
        </>
      )}
      <Heading>Timeline</Heading>
      <OrderTimeline events={order.events} />
    </Drawer>
  )
}
