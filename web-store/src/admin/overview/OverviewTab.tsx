import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { indianDay } from 'contract/indian-time'
import type { Overview } from 'contract/overview'
import { Link, useSearchParams } from 'react-router-dom'
import { shopNow } from '../../stores/shop-clock.ts'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import { Card, Row, Skeleton, Stack } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { TextLink } from '../../ui/text.tsx'
import { Muted, Tools } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { useMe } from '../host/me.queries.ts'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { rowName } from '../lists/source-words.ts'
import { Table } from '../lists/table-parts.tsx'
import { tabsOf } from '../tabs/tabs.ts'
import { figures, type Range, rangeOf, SPANS } from './chart.ts'
import { DayChart, spanText } from './DayChart.tsx'
import { Funnel } from './Funnel.tsx'
import { HealthLine } from './HealthLine.tsx'
import { useHealth } from './health.ts'
import { RangePicker } from './RangePicker.tsx'
import { TodoCard, useTodo } from './TodoCard.tsx'

const FAILED = 'Failed to load the numbers'

/** `Wednesday, 25 Nov 2026`. */
const dayText = (moment: Date) => {
  const part = (options: Intl.DateTimeFormatOptions) =>
    moment.toLocaleDateString('en-IN', { timeZone: 'Asia/Kolkata', ...options })
  return `${part({ weekday: 'long' })}, ${part({ day: 'numeric', month: 'short', year: 'numeric' })}`
}

/**
 * Shows Home: what to do next, how the shop is doing, and whether its machine is well. The parts load side by side and
 * are painted from the top, so that none pushes another; one that fails leaves the others.
 */
export default function OverviewTab() {
  const { data: me } = useMe()
  const todo = useTodo()
  const [search, setSearch] = useSearchParams()
  const today = indianDay(shopNow())
  const range = rangeOf(search, today)
  const show = (requested: Record<string, string>) =>
    setSearch({ tab: 'overview', ...requested }, { replace: true, preventScrollReset: true })
  const numbers = useQuery({
    ...adminApi.overview.get.queryOptions({ input: { from: range.from, to: range.to } }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  })
  useFailureToast(numbers.error, FAILED)
  const isOwner = me?.role === 'owner'
  const health = useHealth(isOwner)
  const { data } = numbers
  const showsSources = tabsOf(me?.role).some(({ id }) => id === 'sources')
  const days: Record<string, string> = range.span ? { days: range.span } : { from: range.from, to: range.to }
  const sourcesAt = (by: string) => adminPaths.tab('sources', { by, ...days })
  const span = SPANS.find(([days]) => days === range.span)
  return (
    <Stack gridTemplateColumns="minmax(0,1fr)" gap="4">
      <chakra.div display="flex" flexWrap="wrap" alignItems="baseline" columnGap="3" mb="0.5">
        <chakra.h1 textStyle="h1" fontSize={{ base: '1.625rem', md: '1.875rem' }}>
          Home
        </chakra.h1>
        <chakra.p color="fg.muted" fontVariantNumeric="lining-nums tabular-nums">
          {dayText(shopNow())}
        </chakra.p>
      </chakra.div>
      {todo.data && <TodoCard todo={todo.data} />}
      {todo.isPending && <Skeleton h="290px" borderRadius="l3" />}
      {todo.error && !todo.data && (
        <ErrorState title="Failed to load what to do next" error={todo.error} onRetry={() => void todo.refetch()} />
      )}
      {!todo.isPending && (
        <>
          {numbers.isPending && <Skeleton h="560px" borderRadius="l3" />}
          {numbers.error && !data && (
            <ErrorState title={FAILED} error={numbers.error} onRetry={() => void numbers.refetch()} />
          )}
          {data?.visited && (
            <>
              <TodayFigures today={data.today} />
              <Tools gap="3" mt="3">
                <chakra.h2 textStyle="h3" fontSize="1.375rem" me="auto">
                  {span ? (span[0] === '365' ? 'Last year' : `Last ${span[1]}`) : spanText(range)}
                </chakra.h2>
                <RangePicker
                  range={range}
                  today={today}
                  onSpan={(days) => show({ days })}
                  onRange={({ from, to }) => show({ from, to })}
                />
              </Tools>
              <Stack gridTemplateColumns={{ base: 'minmax(0,1fr)', xl: 'minmax(0,1.8fr) minmax(0,1fr)' }} gap="4">
                <DayChart data={data} today={today} />
                <Funnel
                  counts={{ ...data.funnel, orders: data.totals.orders }}
                  more={showsSources && <TextLink to={sourcesAt('course')}>See which courses</TextLink>}
                />
              </Stack>
              <Stack
                gridTemplateColumns={{ base: 'minmax(0,1fr)', xl: 'repeat(auto-fit,minmax(360px,1fr))' }}
                gap="4"
                alignItems="start"
              >
                {showsSources && <HomeSources range={range} all={sourcesAt('source')} />}
                <TopCourses
                  courses={data.top_courses}
                  free={data.free}
                  linked={tabsOf(me?.role).some(({ id }) => id === 'courses')}
                />
              </Stack>
            </>
          )}
          {isOwner && !numbers.isPending && (
            <>
              {health.isPending && <Skeleton h="76px" borderRadius="l3" />}
              {health.error && !health.data && (
                <ErrorState
                  title="Failed to load the shop’s health"
                  error={health.error}
                  onRetry={() => void health.refetch()}
                />
              )}
              {health.data && (
                <HealthLine
                  health={health.data}
                  refusal={todo.data?.lines.find(({ kind }) => kind === 'refused')?.words}
                />
              )}
            </>
          )}
        </>
      )}
    </Stack>
  )
}

const SHOWN = 6

/** The sources that brought most in the time. */
function HomeSources({ range: { from, to }, all }: { range: Range; all: string }) {
  const { data, error, isPending, refetch } = useQuery({
    ...adminApi.sources.list.queryOptions({ input: { from, to } }),
    placeholderData: keepPreviousData,
  })
  if (isPending) return <Skeleton h="320px" borderRadius="l3" />
  if (!data) return <ErrorState title="Failed to load the sources" error={error} onRetry={() => void refetch()} />
  if (data.rows.length === 0) return null
  return (
    <Card asChild overflow="hidden" position="relative">
      <section aria-labelledby="home-sources">
        <Row px="4" pt="4" pb="3">
          <chakra.h2 id="home-sources" textStyle="h3" fontSize="1.125rem" me="auto">
            Where buyers came from
          </chakra.h2>
          <TextLink to={all} textStyle="sm">
            All sources
          </TextLink>
        </Row>
        <Table borderTopWidth="1px" borderColor="border">
          <thead>
            <tr>
              <th scope="col">Source</th>
              {['Visits', 'Orders', 'Revenue'].map((head) => (
                <th key={head} scope="col" data-numeric>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.rows.slice(0, SHOWN).map((row) => (
              <tr key={row.key}>
                <td data-lead>{rowName(row, 'source')}</td>
                <td data-numeric data-label="Visits">
                  {row.visits.toLocaleString('en-IN')}
                </td>
                <td data-numeric data-label="Orders">
                  {row.orders.toLocaleString('en-IN')}
                </td>
                <td data-numeric data-phone="first">
                  {rupeesText(row.revenue)}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </section>
    </Card>
  )
}

const Cells = chakra('ul', {
  base: {
    listStyleType: 'none',
    display: 'grid',
    gridTemplateColumns: { base: 'repeat(2,minmax(0,1fr))', md: 'repeat(4,minmax(0,1fr))' },
    fontVariantNumeric: 'lining-nums tabular-nums',
    '& > li': { px: { base: '4', md: '5' }, pt: '3.5', pb: '4', borderColor: 'border', overflowWrap: 'anywhere' },
    '& > li:nth-child(even)': { borderInlineStartWidth: '1px' },
    '& > li:nth-child(3)': { borderInlineStartWidth: { base: '0', md: '1px' } },
    '& > li:nth-child(n+3)': { borderTopWidth: { base: '1px', md: '0' } },
  },
})

const labels = { revenue: 'Revenue today', orders: 'Orders today', students: 'New students', visits: 'Page views' }
const shown = Object.keys(labels) as (keyof typeof labels)[]

/** The figures of today, each beside the same weekday a week ago by the same time, where that is known. */
function TodayFigures({ today: { now, week_ago } }: Pick<Overview, 'today'>) {
  const weekday = shopNow().toLocaleDateString('en-IN', { weekday: 'long', timeZone: 'Asia/Kolkata' })
  return (
    <Card asChild>
      <section aria-label="Today">
        <Cells>
          {shown.map((name) => {
            const { text } = figures.find((one) => one.name === name) ?? { text: String }
            const before = week_ago?.[name] ?? null
            return (
              <li key={name}>
                <Muted>{labels[name]}</Muted>
                <chakra.p
                  fontSize={{ base: '1.375rem', md: '1.625rem' }}
                  fontWeight="750"
                  fontStretch="86%"
                  lineHeight="1.2"
                  my="0.5"
                >
                  {text(now[name])}
                </chakra.p>
                {before !== null && (
                  <Muted>
                    {text(before)} by this time last {weekday}
                  </Muted>
                )}
              </li>
            )
          })}
        </Cells>
      </section>
    </Card>
  )
}

type TopCoursesProps = {
  courses: Overview['top_courses']
  /** Free courses taken in the time. */
  free: number
  /** True for a role that opens courses. */
  linked: boolean
}

/** The courses that brought most in the time. */
function TopCourses({ courses, free, linked }: TopCoursesProps) {
  return (
    <Card asChild overflow="hidden" position="relative">
      <section aria-labelledby="top-courses">
        <Row px="4" pt="4" pb="3">
          <chakra.h2 id="top-courses" textStyle="h3" fontSize="1.125rem" me="auto">
            Top courses
          </chakra.h2>
          {linked && (
            <TextLink to={adminPaths.tab('courses')} textStyle="sm">
              All courses
            </TextLink>
          )}
        </Row>
        {courses.length === 0 && (
          <chakra.p px="4" pb="5" color="fg.muted">
            No sales in this time.
          </chakra.p>
        )}
        {courses.length > 0 && (
          <Table borderTopWidth="1px" borderColor="border">
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
              {courses.map(({ course_id, course_name, banner, orders, revenue }) => (
                <tr key={course_id}>
                  <td data-lead>
                    <Row as="span" fontWeight="550">
                      <chakra.span
                        flex="none"
                        w="48px"
                        aspectRatio="16/9"
                        borderRadius="l1"
                        overflow="hidden"
                        aria-hidden
                      >
                        <Picture src={banner} alt="" label="" cover={course_name} place="thumb" />
                      </chakra.span>
                      {linked ? (
                        <Link to={adminPaths.editCourse(course_id)}>{course_name}</Link>
                      ) : (
                        <span>{course_name}</span>
                      )}
                    </Row>
                  </td>
                  <td data-numeric data-label="Orders">
                    {orders.toLocaleString('en-IN')}
                  </td>
                  <td data-numeric data-label="Sold for">
                    {rupeesText(revenue)}
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
        {free > 0 && (
          <Muted px="4" py="3" borderTopWidth="1px" borderColor="border">
            Free: {free.toLocaleString('en-IN')}, apart from sales
          </Muted>
        )}
      </section>
    </Card>
  )
}
