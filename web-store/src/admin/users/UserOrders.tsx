import { useQuery } from '@tanstack/react-query'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { dateTimeText, hoursText } from '../../ui/format.ts'
import { Muted } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { Loaded } from '../kit/loaded.tsx'
import type { Column } from '../lists/column.ts'
import { TableOf } from '../lists/DataTable.tsx'
import { StatusTag } from '../lists/StatusTag.tsx'
import { courseStatuses, orderStatuses } from '../lists/statuses.ts'
import { Mono } from '../lists/table-parts.tsx'
import { nameOf, type User } from './user.ts'

type Order = Awaited<ReturnType<typeof adminApi.users.orders.call>>[number]

const columns: Column<Order>[] = [
  {
    head: 'Course',
    lead: true,
    cell: ({ course_name }) => <chakra.span fontWeight="550">{course_name}</chakra.span>,
  },
  { head: 'Status', cell: ({ course_status }) => <StatusTag look={courseStatuses[course_status]} /> },
  { head: 'Hours Spent', numeric: true, label: 'Hours', cell: ({ hours_spent }) => hoursText(hours_spent) },
  { head: 'Purchase Date', label: 'Bought', cell: ({ purchase_date }) => dateTimeText(purchase_date) },
  { head: 'Payment Status', cell: ({ purchased_status }) => <StatusTag look={orderStatuses[purchased_status]} /> },
  {
    head: 'Payment ID',
    label: 'Payment',
    cell: ({ payment_id }) =>
      payment_id ? <Mono>{payment_id}</Mono> : <chakra.span color="fg.muted">None</chakra.span>,
  },
]

/** Lists the courses that a student bought or received. */
export default function UserOrders({ of: user, onClose }: { of: User; onClose: () => void }) {
  const query = useQuery(adminApi.users.orders.queryOptions({ input: { id: user.user_id } }))
  return (
    <Dialog open onClose={onClose} size="wide" title={`Orders of ${nameOf(user)}`}>
      <Muted mb="3" overflowWrap="anywhere">
        {user.email}
      </Muted>
      <Loaded query={query} failed="Failed to fetch user orders" toasts height="160px">
        {(orders) =>
          orders.length === 0 ? (
            <chakra.p py="6" textAlign="center" color="fg.muted">
              No orders yet
            </chakra.p>
          ) : (
            <chakra.div
              position="relative"
              mx={{ base: '-16px', lg: '-24px' }}
              maxH="60dvh"
              overflow="auto"
              tabIndex={0}
              role="group"
              aria-label="Orders"
            >
              <TableOf columns={columns} rows={orders} keyOf={(_, place) => place} />
            </chakra.div>
          )
        }
      </Loaded>
    </Dialog>
  )
}
