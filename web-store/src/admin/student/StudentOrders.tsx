import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Disclosure } from '../../shared/Disclosure.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateTimeText, rupeesText } from '../../ui/format.ts'
import { Tag } from '../../ui/layout.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { Loaded } from '../kit/loaded.tsx'
import { StatusTag } from '../lists/StatusTag.tsx'
import { orderStatuses } from '../lists/statuses.ts'
import { Mono } from '../lists/table-parts.tsx'
import { OrderDocuments } from '../orders/OrderDocuments.tsx'
import { MORE, More, Nothing, Panel, Rows, Small } from './panel.tsx'
import { studentOrdersQuery } from './student.queries.ts'

const Line = chakra('div', {
  base: {
    display: 'grid',
    // On a phone what was bought has a line of its own.
    gridTemplateColumns: { base: 'auto 1fr', md: 'minmax(0,1fr) auto auto' },
    '& > div': { gridColumn: { base: '1/-1', md: 'auto' } },
    justifyItems: 'start',
    gap: '4px 16px',
    alignItems: 'center',
    lineHeight: '1.4',
  },
})

/** All orders of a student, newest first, with the documents of each. */
export function StudentOrders({ id, onBook }: { id: string; onBook: () => void }) {
  const [limit, setLimit] = useState(MORE.first)
  const query = useQuery(studentOrdersQuery(id, limit))
  return (
    <Panel
      tools={
        <Button variant="ghost" size="sm" onClick={onBook}>
          Record an offline payment
        </Button>
      }
      title="Orders"
      aside={query.data && query.data.total > 0 && <Tag>{query.data.total.toLocaleString('en-IN')}</Tag>}
    >
      <Loaded query={query} failed="Failed to load the orders">
        {({ total: all, orders }) =>
          all === 0 ? (
            <Nothing>No orders yet.</Nothing>
          ) : (
            <Rows>
              {orders.map(({ order_id, order_no, courses, created_at, total, status, documents }) => (
                <li key={order_id}>
                  <Line>
                    <chakra.div minW="0">
                      <Mono color="action.fg" textDecoration="underline">
                        <Link to={adminPaths.tab('orders', { order: order_id })}>{order_no}</Link>
                      </Mono>
                      <Small overflowWrap="anywhere">{courses.join(', ')}</Small>
                      <Small>{dateTimeText(created_at)}</Small>
                    </chakra.div>
                    <chakra.b fontVariantNumeric="tabular-nums">{rupeesText(total)}</chakra.b>
                    <StatusTag look={orderStatuses[status]} />
                  </Line>
                  {documents.length > 0 && (
                    <Disclosure small label={documents.length === 1 ? '1 document' : `${documents.length} documents`}>
                      <OrderDocuments documents={documents} sendable />
                    </Disclosure>
                  )}
                </li>
              ))}
            </Rows>
          )
        }
      </Loaded>
      <More of="orders" query={query} onMore={setLimit} />
    </Panel>
  )
}
