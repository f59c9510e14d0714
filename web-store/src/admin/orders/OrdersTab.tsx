import { useQuery } from '@tanstack/react-query'
import { Day } from 'contract/fields'
import { OrderNeed, OrderStatus } from 'contract/orders/actions'
import type { AdminOrderRow } from 'contract/orders/admin'
import { OrderState } from 'contract/orders/statuses'
import type { Touch } from 'contract/sources/read-touch'
import { Link, useSearchParams } from 'react-router-dom'
import type { z } from 'zod'
import { chakra } from '../../ui/chakra.ts'
import { clockText, dateText, rupeesText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { later } from '../../ui/later.tsx'
import { Tag } from '../../ui/layout.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconAlertTriangle, IconReceipt } from '../../ui/secondary-icons.ts'
import { slot } from '../../ui/slot.tsx'
import { TextLink } from '../../ui/text.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { agoText } from '../lists/ago-text.ts'
import type { Column } from '../lists/column.ts'
import { ExportButton } from '../lists/ExportButton.tsx'
import { ListTab } from '../lists/ListTab.tsx'
import { NoMatch } from '../lists/NoMatch.tsx'
import { StatusTag } from '../lists/StatusTag.tsx'
import { sourceName, touchText } from '../lists/source-words.ts'
import { orderStatuses } from '../lists/statuses.ts'
import { EmailText } from '../lists/table-parts.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { OrderFilters } from './OrderFilters.tsx'
import { attentionLabel, courseLabel } from './order-labels.ts'
import { ORDER_SORTS, orderListQuery } from './orders.queries.ts'

/** Links above the list that other features add. */
const Parts = slot(import.meta.glob('../*/OrdersPart.tsx', { eager: true }))

const OrderDrawer = later(() => import('./OrderDrawer.tsx'))

type Row = Pick<
  z.output<typeof AdminOrderRow>,
  'order_id' | 'order_no' | 'buyer' | 'courses' | 'total' | 'status' | 'attention'
> & {
  source?: { last: Pick<Touch, 'source' | 'campaign'> | null }
  created_at: string
}

const sourceColumn: Column<Row> = {
  head: 'Came from',
  from: 1280,
  phone: 'none',
  cell: ({ source }) => (
    <chakra.span overflowWrap="anywhere" title={touchText(source?.last)}>
      {source?.last?.source && sourceName(source.last.source)}
    </chakra.span>
  ),
}

export const columnsWith = (addressOf: (orderId: string) => string, sourced = true): Column<Row>[] => [
  {
    head: 'Order',
    cell: ({ order_id, order_no }) => (
      <chakra.span color="action.fg" fontWeight="600" textDecoration="underline" whiteSpace="nowrap">
        <Link to={addressOf(order_id)}>{order_no}</Link>
      </chakra.span>
    ),
  },
  {
    head: 'Date',
    sort: ['oldest', 'newest'],
    orders: ['oldest first', 'newest first'],
    cell: ({ created_at }) => (
      // Without room for both, the hour is below the day.
      <chakra.time dateTime={created_at} whiteSpace={{ xl: 'nowrap' }} css={{ '& > span': { whiteSpace: 'nowrap' } }}>
        <span>{dateText(new Date(created_at))},</span> <span>{clockText(new Date(created_at))}</span>
      </chakra.time>
    ),
  },
  {
    head: 'Buyer',
    lead: true,
    cell: ({ buyer }) =>
      buyer ? (
        <chakra.div
          display="grid"
          gridTemplateColumns="minmax(0,1fr)"
          minW={{ lg: '140px', xl: '170px' }}
          maxW={{ lg: '300px' }}
        >
          <TextLink to={adminPaths.student(buyer.user_id)} color="fg" overflowWrap="anywhere">
            {buyer.name || <EmailText email={buyer.email} />}
          </TextLink>
          {buyer.name && (
            <EmailText display={{ base: 'none', lg: 'inline' }} textStyle="sm" color="fg.muted" email={buyer.email} />
          )}
        </chakra.div>
      ) : (
        <chakra.span color="fg.muted">Deleted account</chakra.span>
      ),
  },
  {
    head: 'Courses',
    cell: ({ courses }) => (
      // A long list of courses must not make a row tall; the order shows all of it.
      <chakra.span overflowWrap="anywhere" minW={{ xl: '200px' }} lineClamp={{ lg: 2 }} title={courseLabel(courses)}>
        {courseLabel(courses)}
      </chakra.span>
    ),
  },
  ...(sourced ? [sourceColumn] : []),
  { head: 'Total', sort: 'total', numeric: true, phone: 'first', cell: ({ total }) => rupeesText(total) },
  {
    head: 'Status',
    cell: ({ status, attention, buyer }) => (
      <chakra.div display="inline-flex" flexWrap="wrap" gap="1.5" alignItems="center">
        <StatusTag look={orderStatuses[status]} />
        {attention && (
          <>
            <Tag coloured colorPalette="danger" whiteSpace="normal">
              <Icon of={IconAlertTriangle} size={16} />
              {attentionLabel(attention, buyer)}
            </Tag>
            <chakra.span textStyle="sm" color="fg.muted" whiteSpace="nowrap">
              {agoText(attention.since)}
            </chakra.span>
          </>
        )}
      </chakra.div>
    ),
  },
]

/** All orders, by status, time and whatever is searched for; one of them, named in the address, opens beside them. */
export default function OrdersTab() {
  const list = useListParams(ORDER_SORTS)
  const [status, state] = [list.get('status'), list.get('state')]
  const [from, to, opened] = [list.get('from'), list.get('to'), list.get('order')]
  const filter = orderFilter(list.get)
  const query = useQuery(orderListQuery({ ...list.input, ...filter }))
  const filtered = list.q !== '' || Object.keys(filter).length > 0
  const isEmpty = query.data?.total === 0 && !query.isPlaceholderData && !filtered
  const clear = () => list.set({ q: '', status: '', state: '', from: '', to: '' })
  const [search] = useSearchParams()
  // The list stays as it is behind the order.
  const addressOf = (order: string) =>
    `${adminPaths.home}?${new URLSearchParams({ ...Object.fromEntries(search), tab: 'orders', order })}`
  return (
    <>
      <ListTab
        title="Orders"
        search="Buyer, order, payment or receipt"
        tools={
          <>
            <Parts />
            {!isEmpty && (
              <ExportButton
                table="orders"
                input={{ q: list.q, ...filter }}
                title="Orders of every state, also unpaid and refunded ones. Your books want the files of Monthly accounts."
              />
            )}
          </>
        }
        above={
          !isEmpty && (
            <OrderFilters
              status={status}
              state={state}
              from={from}
              to={to}
              counts={query.data?.states}
              onChange={(change) => list.set(change)}
            />
          )
        }
        caption="Orders"
        list={list}
        query={query}
        rows={query.data?.orders}
        keyOf={({ order_id }) => order_id}
        show={columnsWith(
          addressOf,
          query.data?.orders.some(({ source }) => source?.last?.source),
        )}
        failed="Failed to load orders"
        empty={
          filtered ? (
            <NoMatch of="orders" filters onClear={clear} />
          ) : (
            <PageMessage icon={IconReceipt} title="No orders yet">
              Your first order shows here as soon as someone buys.
            </PageMessage>
          )
        }
      />
      {opened && (
        <OrderDrawer key={opened} orderId={opened} onClose={() => list.set({ order: '' }, { keepPage: true })} />
      )}
    </>
  )
}

/** Reads the filter of orders from the address, in the words of the contract; it drops unknown statuses and days. */
export function orderFilter(get: (name: string) => string) {
  const [status, from, to] = [get('status'), get('from'), get('to')]
  const state = OrderState.safeParse(get('state')).data
  const needs = OrderNeed.safeParse(status).data
  const stored = OrderStatus.safeParse(status).data
  return {
    ...(state && { state }),
    ...(needs && { needs }),
    ...(status === 'outside' && { paid_by: 'outside' as const }),
    ...(stored && { status: stored }),
    ...(Day.safeParse(from).success && { from }),
    ...(Day.safeParse(to).success && { to }),
  }
}
