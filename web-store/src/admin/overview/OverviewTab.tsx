import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { indianDay } from 'contract/indian-time'
import { seesMoney } from 'contract/money-right'
import type { Overview } from 'contract/overview'
import type { SourceRow } from 'contract/sources/sources'
import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { shopNow } from '../../stores/shop-clock.ts'
import { chakra } from '../../ui/chakra.ts'
import { rupeesText } from '../../ui/format.ts'
import { Card, Row, Stack } from '../../ui/layout.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { TextLink } from '../../ui/text.tsx'
import { useNewFromFolder } from '../folder/NewFromFolder.tsx'
import { FileDrop } from '../forms/FileDrop.tsx'
import { Muted, Title, Tools } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { useMe } from '../host/me.queries.ts'
import { useFailureToast } from '../host/use-failure-toast.ts'
import { Loaded } from '../kit/loaded.tsx'
import type { Column } from '../lists/column.ts'
import { TableOf } from '../lists/DataTable.tsx'
import { rowName } from '../lists/source-words.ts'
import { tabsOf } from '../tabs/tabs.ts'
import { figures, type Range, rangeOf, SPANS } from './chart.ts'
import { DayChart, spanText } from './DayChart.tsx'
import { DemoQuestion } from './DemoQuestion.tsx'
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
  const question = todo.data?.demo?.asked === false && todo.data.demo
  const folder = useNewFromFolder()
  const [search, setSearch] = useSearchParams()
  const today = indianDay(shopNow())
  const range = rangeOf(search, today)
  const show = (requested: Record<string, string>) =>
    setSearch({ tab: 'overview', ...requested }, { replace: true, preventScrollReset: true })
  const ofMoney = seesMoney(me?.role)
  const numbers = useQuery({
    ...adminApi.overview.get.queryOptions({ input: { from: range.from, to: range.to } }),
    enabled: ofMoney,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  })
  useFailureToast(numbers.error, FAILED)
  const isOwner = me?.role === 'owner'
  const health = useHealth(isOwner)
  const showsSources = tabsOf(me?.role).some(({ id }) => id === 'sources')
  const days: Record<string, string> = range.span ? { days: range.span } : { from: range.from, to: range.to }
  const sourcesAt = (by: string) => adminPaths.tab('sources', { by, ...days })
  const span = SPANS.find(([days]) => days === range.span)
  return (
    <Stack gridTemplateColumns="minmax(0,1fr)" gap="4">
      <chakra.div display="flex" flexWrap="wrap" alignItems="baseline" columnGap="3" mb="0.5">
        <chakra.h1 textStyle="h1" fontSize={{ base: '1.625rem', md: '1.875rem' }}>
          {question ? 'Welcome to your shop' : 'Home'}
        </chakra.h1>
        <chakra.p color="fg.muted" fontVariantNumeric="lining-nums tabular-nums">
          {dayText(shopNow())}
        </chakra.p>
      </chakra.div>
      <Loaded query={todo} failed="Failed to load what to do next" height="290px">
        {(found) =>
          question ? (
            <DemoQuestion demo={question} />
          ) : (
            <FileDrop words="Drop a folder to make a course of it" onDrop={folder.drop}>
              <TodoCard todo={found} onFolder={folder.choose} />
            </FileDrop>
          )
        }
      </Loaded>
      {folder.dialog}
      {!todo.isPending && !question && (
        <>
          {ofMoney && (
            <Loaded query={numbers} failed={FAILED} height="560px">
              {(data) =>
                data.visited && (
                  <>
                    <TodayFigures today={data.today} viewsSince={data.views_since} />
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
                )
              }
            </Loaded>
          )}
          {isOwner && !numbers.isPending && (
            <Loaded query={health} failed="Failed to load the shop’s health" height="76px">
              {(found) => (
                <HealthLine health={found} refusal={todo.data?.lines.find(({ kind }) => kind === 'refused')?.words} />
              )}
            </Loaded>
          )}
        </>
      )}
    </Stack>
  )
}

const SHOWN = 6

const sourceColumns: Column<SourceRow>[] = [
  { head: 'Source', lead: true, cell: (row) => rowName(row, 'source') },
  { head: 'Visits', label: 'Visits', numeric: true, cell: ({ visits }) => visits.toLocaleString('en-IN') },
  { head: 'Orders', label: 'Orders', numeric: true, cell: ({ orders }) => orders.toLocaleString('en-IN') },
  { head: 'Revenue', phone: 'first', numeric: true, cell: ({ revenue }) => rupeesText(revenue) },
]

/** The sources that brought most in the time. */
function HomeSources({ range: { from, to }, all }: { range: Range; all: string }) {
  const query = useQuery({
    ...adminApi.sources.list.queryOptions({ input: { from, to } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={query} failed="Failed to load the sources" height="320px">
      {({ rows }) =>
        rows.length > 0 && (
          <Board
            id="home-sources"
            title="Where buyers came from"
            all={
              <TextLink to={all} textStyle="sm">
                All sources
              </TextLink>
            }
          >
            <TableOf
              borderTopWidth="1px"
              borderColor="border"
              columns={sourceColumns}
              rows={rows.slice(0, SHOWN)}
              keyOf={({ key }) => key}
            />
          </Board>
        )
      }
    </Loaded>
  )
}

/** A part of Home with its heading, and the way to the whole. */
function Board({ id, title, all, children }: { id: string; title: string; all: ReactNode; children: ReactNode }) {
  return (
    <Card asChild overflow="hidden" position="relative">
      <section aria-labelledby={id}>
        <Row px="4" pt="4" pb="3">
          <Title id={id} me="auto">
            {title}
          </Title>
          {all}
        </Row>
        {children}
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

/** The figures of today, without page views before the first that was counted; each beside the same weekday a week ago by the same time, where that is known. */
function TodayFigures({
  today: { now, week_ago },
  viewsSince,
}: Pick<Overview, 'today'> & { viewsSince: string | null }) {
  const isUncounted = (name: keyof typeof labels) => name === 'visits' && viewsSince === null
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
                  {isUncounted(name) ? '–' : text(now[name])}
                </chakra.p>
                {isUncounted(name) && <Muted>Not counted yet</Muted>}
                {before !== null && !isUncounted(name) && (
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
    <Board
      id="top-courses"
      title="Top courses"
      all={
        linked && (
          <TextLink to={adminPaths.tab('courses')} textStyle="sm">
            All courses
          </TextLink>
        )
      }
    >
      {courses.length === 0 && (
        <chakra.p px="4" pb="5" color="fg.muted">
          No sales in this time.
        </chakra.p>
      )}
      {courses.length > 0 && (
        <TableOf
          borderTopWidth="1px"
          borderColor="border"
          columns={[
            { head: 'Course', lead: true, cell: (course) => <TopCourse {...course} linked={linked} /> },
            { head: 'Orders', label: 'Orders', numeric: true, cell: ({ orders }) => orders.toLocaleString('en-IN') },
            { head: 'Sold for', label: 'Sold for', numeric: true, cell: ({ revenue }) => rupeesText(revenue) },
          ]}
          rows={courses}
          keyOf={({ course_id }) => course_id}
        />
      )}
      {free > 0 && (
        <Muted px="4" py="3" borderTopWidth="1px" borderColor="border">
          Free: {free.toLocaleString('en-IN')}, apart from sales
        </Muted>
      )}
    </Board>
  )
}

function TopCourse({
  course_id,
  course_name,
  banner,
  linked,
}: TopCoursesProps['courses'][number] & Pick<TopCoursesProps, 'linked'>) {
  return (
    <Row as="span" fontWeight="550">
      <chakra.span flex="none" w="48px" aspectRatio="16/9" borderRadius="l1" overflow="hidden" aria-hidden>
        <Picture src={banner} alt="" label="" cover={course_name} place="thumb" />
      </chakra.span>
      {linked ? <Link to={adminPaths.editCourse(course_id)}>{course_name}</Link> : <span>{course_name}</span>}
    </Row>
  )
}
