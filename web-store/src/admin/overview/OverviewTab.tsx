import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { indianDay } from 'contract/indian-time'
import { Link, useSearchParams } from 'react-router-dom'
import { shopNow } from '../../stores/shop-clock.ts'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import { Card, Skeleton } from '../../ui/layout.tsx'
import { useFailureToast } from '../forms/use-failure-toast.ts'
import { adminApi } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { Table } from '../lists/table-parts.tsx'
import { useMe } from '../session/me.queries.ts'
import { ErrorState } from '../shell/ErrorState.tsx'
import { TabHead } from '../shell/TabHead.tsx'
import { BeforeLive } from './BeforeLive.tsx'
import { rangeOf } from './chart.ts'
import { DayChart } from './DayChart.tsx'
import { FigureCards } from './FigureCards.tsx'
import { GettingStarted } from './GettingStarted.tsx'
import { HealthLine } from './HealthLine.tsx'
import { HealthTroubles } from './HealthTroubles.tsx'
import { useHealth } from './health.ts'
import { LatestOrders } from './LatestOrders.tsx'
import { NeedsAttention } from './NeedsAttention.tsx'
import { RangePicker } from './RangePicker.tsx'

const FAILED = 'Failed to load the overview'

const Title = chakra('h2', { base: { textStyle: 'h3', px: '4', pt: '4', pb: '3' } })
const Nothing = chakra('p', { base: { px: '4', pb: '5', color: 'fg.muted' } })

/** Shows the business of the shop: figures, days, best sellers and the latest orders. */
export default function OverviewTab() {
  const [search, setSearch] = useSearchParams()
  const isOwner = useMe().data?.role === 'owner'
  const today = indianDay(shopNow())
  const range = rangeOf(search, today)
  const show = (asked: Record<string, string>) =>
    setSearch({ tab: 'overview', ...asked }, { replace: true, preventScrollReset: true })
  const { data, error, refetch } = useQuery({
    ...adminApi.overview.get.queryOptions({ input: { from: range.from, to: range.to } }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  })
  useFailureToast(error, FAILED)
  const health = useHealth(isOwner).data
  return (
    <>
      <TabHead title="Home">
        <RangePicker
          range={range}
          today={today}
          onSpan={(days) => show({ days })}
          onRange={({ from, to }) => show({ from, to })}
        />
      </TabHead>
      <HealthTroubles health={health} refusal={data?.gateway_refusal} />
      <NeedsAttention />
      {isOwner && <GettingStarted />}
      {isOwner && <BeforeLive />}
      {error && !data && <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton h="240px" borderRadius="l3" />}
      {data && (
        <chakra.div display="grid" gridTemplateColumns="minmax(0,1fr)" gap="5">
          <FigureCards totals={data.totals} previous={data.previous} days={data.days.length} />
          <DayChart days={data.days} previous={data.previous_days} />
          <chakra.div
            display="grid"
            gridTemplateColumns={{ base: 'minmax(0,1fr)', lg: 'repeat(2,minmax(0,1fr))' }}
            gap="5"
          >
            <Card overflow="hidden" position="relative">
              <Title>Top courses</Title>
              {data.top_courses.length === 0 && <Nothing>No sales in this period.</Nothing>}
              {data.top_courses.length > 0 && (
                <Table>
                  <thead>
                    <tr>
                      <th scope="col">Course</th>
                      <th scope="col" data-numeric>
                        Orders
                      </th>
                      <th scope="col" data-numeric>
                        Sold for
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
                        <td data-numeric data-label="Sold for">
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
              {data.latest_orders.length > 0 && <LatestOrders orders={data.latest_orders} />}
            </Card>
          </chakra.div>
          {health && <HealthLine health={health} refusal={data.gateway_refusal} />}
        </chakra.div>
      )}
    </>
  )
}
