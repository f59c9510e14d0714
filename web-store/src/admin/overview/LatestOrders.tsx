import type { OrderStatus } from 'contract/orders/orders'
import { Link } from 'react-router-dom'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText, rupeesText } from '../../ui/format.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { StatusTag } from '../lists/StatusTag.tsx'
import { orderStatuses } from '../lists/statuses.ts'

export type LatestOrder = {
  order_id: string
  buyer_name: string | null
  course_name: string
  courses: number
  total: number
  status: string
  created_at: string
}

const List = chakra('ul', {
  base: {
    listStyleType: 'none',
    borderTopWidth: '1px',
    borderColor: 'border',
    '& > li': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0,1fr) auto',
      columnGap: '4',
      rowGap: '0.5',
      alignItems: 'center',
      px: '4',
      py: '2.5',
      lineHeight: '1.35',
    },
    '& > li + li': { borderTopWidth: '1px', borderColor: 'border' },
  },
})

/** Lists the newest orders: buyer and courses at one side, total and status at the other. */
export function LatestOrders({ orders }: { orders: readonly LatestOrder[] }) {
  return (
    <List>
      {orders.map((order) => {
        const look = orderStatuses[order.status as OrderStatus]
        return (
          <li key={order.order_id}>
            <chakra.span fontWeight="550" overflowWrap="anywhere">
              <Link to={adminPaths.tab('orders', { order: order.order_id })}>
                {order.buyer_name ?? 'Deleted account'}
              </Link>
            </chakra.span>
            <chakra.span fontWeight="550" textAlign="end" fontVariantNumeric="lining-nums tabular-nums">
              {rupeesText(order.total)}
            </chakra.span>
            <chakra.span textStyle="sm" color="fg.muted" overflowWrap="anywhere">
              {order.course_name}
              {order.courses > 1 && ` and ${order.courses - 1} more`}
              <chakra.span display="block">{dateTimeText(order.created_at)}</chakra.span>
            </chakra.span>
            <chakra.span justifySelf="end" alignSelf="start">
              <StatusTag look={look} />
            </chakra.span>
          </li>
        )
      })}
    </List>
  )
}
