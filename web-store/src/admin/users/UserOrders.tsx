import { useQuery } from '@tanstack/react-query'
import { chakra } from '../../ui/chakra.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { dateTimeText, hoursText } from '../../ui/format.ts'
import { Loading } from '../../ui/Loading.tsx'
import { adminApi } from '../host/admin-api.ts'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { StatusTag } from '../lists/StatusTag.tsx'
import { courseStatuses, orderStatuses } from '../lists/statuses.ts'
import { Mono, Table } from '../lists/table-parts.tsx'
import { nameOf, type User } from './user.ts'

const FAILED = 'Failed to fetch user orders'

/** Lists the courses that a student bought or received. */
export default function UserOrders({ of: user, onClose }: { of: User; onClose: () => void }) {
  const { data, error, refetch } = useQuery(adminApi.users.orders.queryOptions({ input: { id: user.user_id } }))
  useFailureToast(error, FAILED)
  return (
    <Dialog open onClose={onClose} size="wide" title={`Orders of ${nameOf(user)}`}>
      <chakra.p textStyle="sm" color="fg.muted" mb="3" overflowWrap="anywhere">
        {user.email}
      </chakra.p>
      {error && !data && <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Loading minH="160px" />}
      {data?.length === 0 && (
        <chakra.p py="6" textAlign="center" color="fg.muted">
          No orders yet
        </chakra.p>
      )}
      {data && data.length > 0 && (
        <chakra.div
          position="relative"
          mx={{ base: '-16px', lg: '-24px' }}
          maxH="60dvh"
          overflow="auto"
          tabIndex={0}
          role="group"
          aria-label="Orders"
        >
          <Table>
            <thead>
              <tr>
                <th scope="col">Course</th>
                <th scope="col">Status</th>
                <th scope="col" data-numeric>
                  Hours Spent
                </th>
                <th scope="col">Purchase Date</th>
                <th scope="col">Payment Status</th>
                <th scope="col">Payment ID</th>
              </tr>
            </thead>
            <tbody>
              {data.map((order) => (
                <tr key={`${order.course_id} ${order.payment_id} ${order.purchase_date}`}>
                  <td data-lead>
                    <chakra.span fontWeight="550">{order.course_name}</chakra.span>
                  </td>
                  <td>
                    <StatusTag look={courseStatuses[order.course_status]} />
                  </td>
                  <td data-numeric data-label="Hours">
                    {hoursText(order.hours_spent)}
                  </td>
                  <td data-label="Bought">{dateTimeText(order.purchase_date)}</td>
                  <td>
                    <StatusTag look={orderStatuses[order.purchased_status]} />
                  </td>
                  <td data-label="Payment">
                    {order.payment_id ? (
                      <Mono>{order.payment_id}</Mono>
                    ) : (
                      <chakra.span color="fg.muted">None</chakra.span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </chakra.div>
      )}
    </Dialog>
  )
}
