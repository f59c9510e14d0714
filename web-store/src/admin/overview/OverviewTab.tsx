import { chakra } from '@chakra-ui/react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router-dom'
import { addDays, indianDay } from 'server/contract/indian-time'
import type { OrderStatus } from 'server/contract/orders'
import { dateTimeText, rupeesText } from '../../ui/format.ts'
import { Card, Skeleton, Tag } from '../../ui/layout.tsx'
import { adminApi } from '../admin-api.ts'
import { adminPaths } from '../admin-paths.ts'
import { Segments } from '../parts/Segments.tsx'
import { orderStatuses } from '../parts/statuses.ts'
import { TabHead } from '../parts/TabHead.tsx'
import { Trouble } from '../parts/Trouble.tsx'
import { Table } from '../parts/table-parts.tsx'
import { useFailureToast } from '../parts/use-failure-toast.ts'
import { DayChart } from './DayChart.tsx'
import { FigureCards } from './FigureCards.tsx'

const FAILED = 'Failed to load the overview'
const SPANS = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
] as const
type Span = (typeof SPANS)[number][0]

const Title = chakra('h2', { base: { textStyle: 'h3', px: '4', pt: '4', pb: '2' } })

/** How the shop is doing: figures, days, what sells, and the latest orders. */
export default function OverviewTab() {
  const [search, setSearch] = useSearchParams()
  const span: Span = SPANS.find(([known]) => known === search.get('days'))?.[0] ?? '30'
  const to = indianDay(new Date())
  const input = { from: addDays(to, 1 - Number(span)), to }
  const { data, error, refetch } = useQuery({
    ...adminApi.overview.get.queryOptions({ input }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  })
  useFailureToast(error, FAILED)
  return (
    <>
      <TabHead title="Overview">
        <Segments
          label="Time"
          value={span}
          options={SPANS}
          onChange={(days) => setSearch({ tab: 'overview', days }, { replace: true })}
        />
      </TabHead>
      {error && !data && <Trouble title={FAILED} error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton h="240px" borderRadius="l3" />}
      {data && (
        <chakra.div display="grid" gridTemplateColumns="minmax(0,1fr)" gap="5">
          <FigureCards totals={data.totals} previous={data.previous} days={Number(span)} />
          <DayChart days={data.days} />
          <chakra.div
            display="grid"
            gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: 'repeat(2,minmax(0,1fr))' }}
            gap="5"
            alignItems="start"
          >
            <Card overflow="hidden" position="relative">
              <Title>What sells</Title>
              {data.top_courses.length === 0 && <Nothing>Nothing was sold in this time.</Nothing>}
              {data.top_courses.length > 0 && (
                <Table>
                  <thead>
                    <tr>
                      <th scope="col">Course</th>
                      <th scope="col" data-numeric>
                        Orders
                      </th>
                      <th scope="col" data-numeric>
                        Revenue
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.top_courses.map(({ course_id, course_name, orders, revenue }) => (
                      <tr key={course_id}>
                        <td data-lead>
                          <Link to={adminPaths.editCourse(course_id)}>{course_name}</Link>
                        </td>
                        <td data-numeric data-label="Orders">
                          {orders}
                        </td>
                        <td data-numeric data-label="Revenue">
                          {rupeesText(revenue)}
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </Table>
              )}
            </Card>
            <Card overflow="hidden" position="relative">
              <Title>Latest orders</Title>
              {data.latest_orders.length === 0 && <Nothing>No orders yet.</Nothing>}
              {data.latest_orders.length > 0 && (
                <Table>
                  <thead>
                    <tr>
                      <th scope="col">Buyer</th>
                      <th scope="col">Course</th>
                      <th scope="col" data-numeric>
                        Total
                      </th>
                      <th scope="col">Status</th>
                    </tr>
                  </thead>
                  <tbody>
                    {data.latest_orders.map((order) => {
                      const look = orderStatuses[order.status as OrderStatus]
                      return (
                        <tr key={order.order_id}>
                          <td data-lead>
                            <Link to={adminPaths.tab('orders', { order: order.order_id })}>
                              {order.buyer_name ?? 'Deleted account'}
                            </Link>
                            <chakra.span display="block" textStyle="sm" color="fg.muted">
                              {dateTimeText(order.created_at)}
                            </chakra.span>
                          </td>
                          <td>
                            {order.course_name}
                            {order.courses > 1 && ` and ${order.courses - 1} more`}
                          </td>
                          <td data-numeric>{rupeesText(order.total)}</td>
                          <td>
                            <Tag coloured colorPalette={look.palette}>
                              {look.label}
                            </Tag>
                          </td>
                        </tr>
                      )
                    })}
                  </tbody>
                </Table>
              )}
            </Card>
          </chakra.div>
        </chakra.div>
      )}
    </>
  )
}

const Nothing = chakra('p', { base: { px: '4', pb: '5', color: 'fg.muted' } })
