import { useQuery } from '@tanstack/react-query'
import { Day } from 'contract/fields'
import type { PastOrder } from 'contract/move-in/past-orders'
import { MOVE_SOURCES } from 'contract/move-sources'
import { Link } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { amountText, dateText } from '../../ui/format.ts'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconReceipt } from '../../ui/secondary-icons.ts'
import { TextLink } from '../../ui/text.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import type { Column } from '../lists/column.ts'
import { ExportButton } from '../lists/ExportButton.tsx'
import { ListTab } from '../lists/ListTab.tsx'
import { NoMatch } from '../lists/NoMatch.tsx'
import { EmailText } from '../lists/table-parts.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { tabPath } from '../tabs/tab-path.ts'
import { PastOrderSums } from './PastOrderSums.tsx'
import { pastOrdersQuery } from './past-orders.queries.ts'

const STATUSES = { paid: 'Paid', refunded: 'Refunded', partially_refunded: 'Partly refunded' } as const

const movePath = tabPath('movein')

const columns: Column<PastOrder>[] = [
  {
    head: 'Order',
    lead: true,
    cell: ({ order_ref, source }) => (
      <chakra.span overflowWrap="anywhere">
        {order_ref && <>{order_ref} </>}
        <chakra.span color="fg.muted">{MOVE_SOURCES[source]}</chakra.span>
      </chakra.span>
    ),
  },
  { head: 'Date', wholeLine: true, cell: ({ ordered_on }) => ordered_on && dateText(new Date(ordered_on)) },
  {
    head: 'Buyer',
    wholeLine: true,
    cell: ({ user_id, name, email }) => (
      <chakra.div display="grid" minW="0" lineHeight="1.4">
        {user_id ? (
          <TextLink to={adminPaths.student(user_id)} color="fg" overflowWrap="anywhere">
            {name || email}
          </TextLink>
        ) : (
          name && <chakra.span overflowWrap="anywhere">{name}</chakra.span>
        )}
        {email && (name || !user_id) && <EmailText textStyle="sm" color="fg.muted" email={email} />}
      </chakra.div>
    ),
  },
  {
    head: 'Course',
    wholeLine: true,
    cell: ({ course }) => (
      <chakra.span overflowWrap="anywhere" lineClamp={{ lg: 2 }} title={course}>
        {course}
      </chakra.span>
    ),
  },
  {
    head: 'Amount',
    label: 'Amount',
    numeric: true,
    cell: ({ amount, currency }) => amount !== null && amountText(amount, currency),
  },
  {
    head: 'Status',
    cell: ({ status, refunded, currency }) =>
      `${STATUSES[status]}${refunded ? ` (${amountText(refunded, currency)})` : ''}`,
  },
]

/** Orders that a move brought: history, in none of the shop's own figures. */
export default function PastOrdersTab() {
  const list = useListParams([])
  const days = daysOf(list.get)
  const query = useQuery(pastOrdersQuery({ ...list.input, ...days }))
  const { data } = query
  const filtered = list.q !== '' || Object.keys(days).length > 0
  const isEmpty = data?.total === 0 && !query.isPlaceholderData && !filtered
  const clear = () => list.set({ q: '', from: '', to: '' })
  return (
    <ListTab
      title="Past orders"
      back={{ to: adminPaths.tab('orders'), label: 'Orders' }}
      search="Search past orders"
      tools={!isEmpty && <ExportButton table="pastOrders" name="past-orders" input={{ q: list.q, ...days }} />}
      above={
        !isEmpty && (
          <>
            <chakra.p color="fg.muted" mb="4" maxW="68ch">
              Sold before you moved in. They are history: no receipts, and no part of your revenue here.
            </chakra.p>
            <chakra.div display="flex" flexWrap="wrap" gap="3" mb="4">
              {(['from', 'to'] as const).map((end) => (
                <Field
                  key={end}
                  type="date"
                  label={end === 'from' ? 'From' : 'To'}
                  value={list.get(end)}
                  onChange={(event) => list.set({ [end]: event.target.value })}
                />
              ))}
            </chakra.div>
            {data && data.total > 0 && <PastOrderSums sums={data} />}
          </>
        )
      }
      caption="Past orders"
      list={list}
      query={query}
      rows={data?.orders}
      keyOf={(order) =>
        `${order.source} ${order.order_ref} ${order.email} ${order.course} ${order.ordered_on} ${order.amount}`
      }
      show={columns}
      failed="Failed to load past orders"
      empty={
        filtered ? (
          <NoMatch of="past orders" filters onClear={clear} />
        ) : (
          <PageMessage
            icon={IconReceipt}
            title="No past orders"
            action={
              movePath && (
                <Button asChild>
                  <Link to={movePath}>Move in</Link>
                </Button>
              )
            }
          >
            Orders of the platform you come from show here once you move them in.
          </PageMessage>
        )
      }
    />
  )
}

function daysOf(get: (name: string) => string) {
  const [from, to] = [get('from'), get('to')]
  return { ...(Day.safeParse(from).success && { from }), ...(Day.safeParse(to).success && { to }) }
}
