import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, useRef, useState } from 'react'
import { isApiError } from '../../api/client.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { amountText, dateTimeText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Tag } from '../../ui/layout.tsx'
import { slot } from '../../ui/slot.tsx'
import { FieldProblem, Muted, Tools } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { IconRefresh } from '../host/admin-icons.ts'
import { useMe } from '../host/me.queries.ts'
import { Loaded } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
import { agoText } from '../lists/ago-text.ts'
import { StatusTag } from '../lists/StatusTag.tsx'
import { orderStatuses } from '../lists/statuses.ts'
import { Drawer } from '../shell/Drawer.tsx'
import { GuaranteeRequestCard } from './GuaranteeRequest.tsx'
import { FreeRefundForm, GrantForm } from './OrderActionForm.tsx'
import { OrderDisputes } from './OrderDisputes.tsx'
import { OrderDocuments } from './OrderDocuments.tsx'
import { OrderFacts, OrderLines } from './OrderFacts.tsx'
import { OrderGifts } from './OrderGifts.tsx'
import { OrderTimeline } from './OrderTimeline.tsx'
import { attentionLabel, channelWords, refundWords } from './order-labels.ts'
import { orderQuery } from './orders.queries.ts'
import { RefundForm } from './RefundForm.tsx'
import { RefundRequestCard } from './RefundRequest.tsx'
import { isFreePaid } from './refund-order.ts'
import { SecondPayment } from './SecondPayment.tsx'

/** Facts of an order that other features add. */
export type ShownOrder = { order: { order_id: string; plan?: { part: number } | undefined } }
const Parts = slot<ShownOrder>(import.meta.glob('../*/OrderDrawerPart.tsx', { eager: true }))

const Heading = chakra('h3', { base: { textStyle: 'h3', mt: '6', mb: '2.5' } })

/** One order: who, what, how it is paid, its timeline, and what can be done about it. */
export default function OrderDrawer({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const queries = useQueryClient()
  const { data: me } = useMe()
  const [action, setAction] = useState<'refund' | 'grant'>()
  const query = useQuery(orderQuery(orderId))
  const reload = () => queries.invalidateQueries({ queryKey: adminApi.orders.key() })
  const recheck = useAct(adminApi.orders.recheck, {
    beside: true,
    done: null,
    failed: 'Could not reach Razorpay',
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
  const { data, error } = query
  // While one waits for a second person there is no other.
  const refunds = data && movesMoney && (data.refundable > 0 || isFreePaid(data)) && !data.refund_request
  const handlers = { onDone: done, onFailed: reload, onCancel: leave }
  return (
    <Drawer
      title={data ? `Order ${data.order_no}` : 'Order'}
      onClose={onClose}
      footer={
        data && (
          <>
            {!data.outside && (
              <Button
                ref={again}
                variant="outline"
                busy={recheck.busy}
                busyText="Checking..."
                onClick={() => recheck.run({ params: { order_id: orderId } })}
              >
                <Icon of={IconRefresh} />
                Check with Razorpay
              </Button>
            )}
            {isOwner && data.grantable && <Button onClick={open('grant')}>Give access</Button>}
            {refunds && (
              <Button variant="ghost" colorPalette="danger" onClick={open('refund')}>
                Refund
              </Button>
            )}
          </>
        )
      }
    >
      <Loaded
        query={query}
        failed={isApiError(error) && error.status === 404 ? 'Order not found' : 'Failed to load the order'}
        height="240px"
      >
        {(order) => (
          <>
            <Tools mb="4">
              <StatusTag look={orderStatuses[order.status]} />
              {order.attention && (
                <Tag coloured colorPalette="danger" whiteSpace="normal">
                  {attentionLabel(order.attention, order.buyer)}
                </Tag>
              )}
            </Tools>
            {order.attention && (
              <Muted mt="-2" mb="4">
                Waiting for you since {dateTimeText(order.attention.since)}, {agoText(order.attention.since)}
              </Muted>
            )}
            {recheck.data && (
              <chakra.p role="status" mb="4">
                The gateway says: {orderStatuses[recheck.data.status].label.toLowerCase()}
              </chakra.p>
            )}
            {recheck.problem && <FieldProblem>{recheck.problem}</FieldProblem>}
            {order.duplicates.map((payment) => (
              <SecondPayment
                key={payment.payment_id}
                orderId={orderId}
                payment={payment}
                onFailed={movesMoney && !order.refund_request ? reload : undefined}
              />
            ))}
            {order.refund_request && movesMoney && (
              <RefundRequestCard
                request={order.refund_request}
                currency={order.gateway.currency}
                own={order.refund_request.asked_by.admin_id === me?.admin_id}
                onFailed={reload}
              />
            )}
            {order.guarantee?.status === 'open' && action !== 'refund' && (
              <GuaranteeRequestCard
                order={order}
                request={order.guarantee}
                onApprove={refunds ? open('refund') : undefined}
              />
            )}
            {action === 'refund' && refunds && order.refundable > 0 && <RefundForm order={order} {...handlers} />}
            {action === 'refund' && refunds && isFreePaid(order) && <FreeRefundForm order={order} {...handlers} />}
            {action === 'grant' && order.grantable && <GrantForm order={order} {...handlers} />}
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
            <Parts order={order} />
            {order.gift_codes.length > 0 && (
              <>
                <Heading>Gift codes</Heading>
                <OrderGifts order={order} renewable={isOwner && order.status !== 'refunded'} />
              </>
            )}
            {order.refunds.length > 0 && (
              <>
                <Heading>Refunds</Heading>
                <ul>
                  {order.refunds.map((refund) => (
                    <li key={refund.refund_id}>
                      <b>{amountText(refund.amount, refund.currency)}</b>{' '}
                      {refund.channel === 'dispute' && refund.status === 'failed'
                        ? 'reversed'
                        : refundWords[refund.status]}
                      , {dateTimeText(refund.at)}
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
          </>
        )}
      </Loaded>
    </Drawer>
  )
}
