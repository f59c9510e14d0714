import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { indianDay } from 'contract/indian-time'
import { useSearchParams } from 'react-router-dom'
import { shopNow } from '../../stores/shop-clock.ts'
import { chakra } from '../../ui/chakra.ts'
import { Skeleton, Stack } from '../../ui/layout.tsx'
import { TextLink } from '../../ui/text.tsx'
import { Tools } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { useMe } from '../host/me.queries.ts'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { tabsOf } from '../tabs/tabs.ts'
import { rangeOf, SPANS } from './chart.ts'
import { DayChart, spanText } from './DayChart.tsx'
import { Funnel } from './Funnel.tsx'
import { HealthLine } from './HealthLine.tsx'
import { HomeSources } from './HomeSources.tsx'
import { useHealth } from './health.ts'
import { RangePicker } from './RangePicker.tsx'
import { TodayFigures } from './TodayFigures.tsx'
import { TodoCard, useTodo } from './TodoCard.tsx'
import { TopCourses } from './TopCourses.tsx'

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
