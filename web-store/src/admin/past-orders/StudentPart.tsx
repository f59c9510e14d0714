import { useQuery } from '@tanstack/react-query'
import { MOVE_SOURCES } from 'contract/move-sources'
import { amountText, dateText } from '../../ui/format.ts'
import { Tag } from '../../ui/layout.tsx'
import { ErrorState } from '../lists/ErrorState.tsx'
import { Nothing, Panel, Rows, Small } from '../student/panel.tsx'
import type { Page } from '../student/student.queries.ts'
import { pastOrdersQuery } from './past-orders.queries.ts'

/** Lists what a student bought at the shop before; nothing without any. */
export const below = 'orders'

export default function StudentPastOrders({ page }: { page: Page }) {
  const id = page.user.user_id
  const { data, error, refetch } = useQuery(pastOrdersQuery({ user_id: id, limit: '50' }))
  if (error && !data)
    return (
      <Panel title="Past orders">
        <ErrorState title="Failed to load past orders" error={error} onRetry={() => void refetch()} />
      </Panel>
    )
  if (!data || data.total === 0) return null
  return (
    <Panel title="Past orders" aside={<Tag>{data.total.toLocaleString('en-IN')}</Tag>}>
      <Rows>
        {data.orders.map(({ source, order_ref, ordered_on, course, amount, currency, refunded }) => (
          <li key={`${order_ref} ${course} ${ordered_on} ${amount}`}>
            {course}
            <Small overflowWrap="anywhere">
              {[
                amount !== null && amountText(amount, currency),
                refunded !== null && refunded > 0 && `${amountText(refunded, currency)} refunded`,
                ordered_on && dateText(new Date(ordered_on)),
                `${MOVE_SOURCES[source]}${order_ref ? ` ${order_ref}` : ''}`,
              ]
                .filter(Boolean)
                .join(', ')}
            </Small>
          </li>
        ))}
      </Rows>
      {data.total > data.orders.length && <Nothing>The newest {data.orders.length}.</Nothing>}
    </Panel>
  )
}
