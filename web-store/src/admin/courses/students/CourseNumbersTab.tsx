import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CohortFigures, LessonFigures, StuckStudent } from 'contract/courses/figures'
import { chakra } from '../../../ui/chakra.ts'
import { clockLength, dateText, rupeesText } from '../../../ui/format.ts'
import { Card, Stack } from '../../../ui/layout.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { VisuallyHidden } from '../../../ui/text.tsx'
import { Muted } from '../../forms/form-parts.tsx'
import { Segments } from '../../forms/Segments.tsx'
import { adminApi } from '../../host/admin-api.ts'
import { Loaded } from '../../kit/loaded.tsx'
import type { Column } from '../../lists/column.ts'
import { TableOf } from '../../lists/DataTable.tsx'
import { ExportButton } from '../../lists/ExportButton.tsx'
import { ListTab } from '../../lists/ListTab.tsx'
import { EmailText } from '../../lists/table-parts.tsx'
import { useListParams } from '../../lists/use-list-params.ts'
import { useCourseId } from '../courses.queries.ts'
import { CourseHead } from '../editor/CourseHead.tsx'
import { nameColumn, seenColumn } from './student-columns.tsx'

const FAILED = 'The analytics could not be loaded'

const Figure = chakra('dd', {
  base: {
    fontSize: { base: '1.375rem', md: '1.75rem' },
    fontWeight: '750',
    fontStretch: '84%',
    lineHeight: '1.15',
    fontVariantNumeric: 'lining-nums tabular-nums',
    overflowWrap: 'anywhere',
  },
})

const share = (part: number, of: number) => (of === 0 ? '' : `${Math.floor((100 * part) / of)}% of the students`)

/** Shows the figures of a course since the shop began. */
export default function CourseNumbersTab() {
  const courseId = useCourseId()
  const query = useQuery(adminApi.courses.numbers.queryOptions({ input: { id: courseId } }))
  return (
    <>
      <CourseHead courseId={courseId} current="analytics" />
      <Loaded query={query} failed={FAILED} height="240px">
        {({ sales, revenue, students, free, started, completed, lessons }) => (
          <>
            <Stack
              as="dl"
              gridTemplateColumns={{ base: 'repeat(2,minmax(0,1fr))', lg: 'repeat(3,minmax(0,1fr))' }}
              gap={{ base: '3', md: '4' }}
            >
              {[
                ['Sales', figure.format(sales), 'Paid orders with this course'],
                ['Revenue', rupeesText(revenue), 'What it earned, without tax and without fully refunded orders'],
                [
                  'Students',
                  figure.format(students),
                  `Who have the course now${free > 0 ? `. Free: ${figure.format(free)}, apart from sales` : ''}`,
                ],
                ['Started', figure.format(started), share(started, students)],
                ['Completed', figure.format(completed), share(completed, students)],
                ['Lessons', figure.format(lessons), lessons === 0 ? 'Nothing to watch yet' : ''],
              ].map(([label, value, help]) => (
                <Card key={label} px={{ base: '3.5', md: '4.5' }} py="4">
                  <chakra.dt textStyle="label" color="fg.muted">
                    {label}
                  </chakra.dt>
                  <Figure>{value}</Figure>
                  {help && (
                    <Muted as="dd" mt="1">
                      {help}
                    </Muted>
                  )}
                </Card>
              ))}
            </Stack>
            <CourseLearning courseId={courseId} students={students} />
            <StuckStudents courseId={courseId} />
          </>
        )}
      </Loaded>
    </>
  )
}

const Heading = chakra('h2', { base: { textStyle: 'h3', mt: '8', mb: '1' } })
const Help = chakra('p', { base: { textStyle: 'sm', color: 'fg.muted', mb: '3', maxW: '80ch' } })
const Share = chakra('div', {
  base: {
    display: 'grid',
    gap: '1.5',
    minW: { lg: '170px' },
    pt: '1.5',
    fontVariantNumeric: 'lining-nums tabular-nums',
  },
})

const percent = (part: number, of: number) => (of === 0 ? 0 : Math.floor((100 * part) / of))
const figure = new Intl.NumberFormat('en-IN')
const month = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Shows the lessons where students stop, and the progress of each month's students. */
function CourseLearning({ courseId, students }: { courseId: string; students: number }) {
  const query = useQuery(adminApi.courses.learning.queryOptions({ input: { id: courseId } }))
  return (
    <Loaded query={query} failed={FAILED} height="288px">
      {({ lessons, cohorts }) => (
        <>
          <Heading>Where students stop</Heading>
          <Help>Students who have the course now.</Help>
          <Lessons lessons={lessons} students={students} />
          <Heading>By month of joining</Heading>
          <Help>How far those are who got the course in a month and have it now.</Help>
          <Cohorts cohorts={cohorts} />
        </>
      )}
    </Loaded>
  )
}

function Lessons({ lessons, students }: { lessons: readonly LessonFigures[]; students: number }) {
  if (lessons.length === 0) return <p>No lessons yet</p>
  const share = (count: number, of: number, words: string, place: number) => (
    <Share>
      <ProgressBar percent={percent(count, of)} label={`${words}, lesson ${place}`} />
      <span>
        {words === 'Started'
          ? `${figure.format(count)} of ${figure.format(of)} started`
          : `${figure.format(count)} of these finished`}
      </span>
    </Share>
  )
  const columns: Column<LessonFigures & { place: number }>[] = [
    { head: 'Lesson', lead: true, cell: ({ place, title }) => `${place}. ${title}` },
    {
      head: 'Started',
      wholeLine: true,
      cell: ({ started, place }) => share(started, students, 'Started', place),
    },
    {
      head: 'Finished',
      wholeLine: true,
      cell: ({ started, finished, place }) => share(finished, started, 'Finished', place),
    },
    {
      head: 'Most students stop at',
      label: 'Most students stop at',
      cell: ({ stopped, stop_second, length }) =>
        stop_second === null ? (
          '–'
        ) : (
          <chakra.span whiteSpace={{ lg: 'nowrap' }}>
            {clockLength(Math.floor(stop_second))}
            {length !== null && ` of ${clockLength(Math.floor(length))}`}, {figure.format(stopped)}{' '}
            {stopped === 1 ? 'student' : 'students'}
          </chakra.span>
        ),
    },
  ]
  return (
    <Card overflow="hidden">
      <TableOf
        columns={columns}
        rows={lessons.map((lesson, at) => ({ ...lesson, place: at + 1 }))}
        keyOf={({ lesson_id }) => lesson_id}
      >
        <VisuallyHidden as="caption">Where students stop</VisuallyHidden>
      </TableOf>
    </Card>
  )
}

const counted = (head: string, count: 'started' | 'half' | 'finished'): Column<CohortFigures> => ({
  head,
  label: head,
  numeric: true,
  cell: ({ enrolled, [count]: part }) => `${figure.format(part)} (${percent(part, enrolled)}%)`,
})

const cohortColumns: Column<CohortFigures>[] = [
  { head: 'Month', lead: true, cell: ({ month: of }) => month.format(new Date(`${of}-01T00:00:00Z`)) },
  { head: 'Students', label: 'Students', numeric: true, cell: ({ enrolled }) => figure.format(enrolled) },
  counted('Started', 'started'),
  counted('Completed 50%', 'half'),
  counted('Finished', 'finished'),
]

function Cohorts({ cohorts }: { cohorts: readonly CohortFigures[] }) {
  if (cohorts.length === 0) return <p>No students yet</p>
  return (
    <Card overflow="hidden">
      <TableOf columns={cohortColumns} rows={cohorts} keyOf={({ month: of }) => of}>
        <VisuallyHidden as="caption">By month of joining</VisuallyHidden>
      </TableOf>
    </Card>
  )
}

const DAYS = ['7', '14', '30'] as const

const Title = chakra('span', { base: { overflowWrap: 'anywhere', minW: '0' } })

const columnsOf = (lessons: number): Column<StuckStudent>[] => [
  nameColumn,
  {
    head: 'Email',
    wholeLine: true,
    cell: ({ email }) => (
      <chakra.a href={`mailto:${email}`} textDecoration="underline">
        <EmailText email={email} />
      </chakra.a>
    ),
  },
  { head: 'Done', label: 'Done', cell: ({ lessons_done }) => `${lessons_done} of ${lessons}` },
  {
    head: 'Last lesson',
    label: 'Last lesson',
    wholeLine: true,
    cell: ({ last_lesson, last_beat_at, granted_at }) => (
      <Title>
        {last_beat_at
          ? `${last_lesson ?? 'Deleted lesson'}, ${dateText(new Date(last_beat_at))}`
          : `None, has it since ${dateText(new Date(granted_at))}`}
      </Title>
    ),
  },
  seenColumn,
]

/** Lists the students who have not finished and were away for some time, to write to them. */
function StuckStudents({ courseId }: { courseId: string }) {
  const list = useListParams([])
  const passed = list.get('days')
  const days = DAYS.find((one) => one === passed) ?? '14'
  const { limit, offset } = list.input
  const query = useQuery({
    ...adminApi.courses.stuck.queryOptions({ input: { id: courseId, days, limit, offset } }),
    placeholderData: keepPreviousData,
  })
  return (
    <chakra.section aria-label="Who is stuck" mt="8">
      <chakra.div display="flex" flexWrap="wrap" gap="3" alignItems="end" mb="3">
        <chakra.div flex="1" minW="220px">
          <chakra.h2 textStyle="h3">Who is stuck</chakra.h2>
          <Muted>Not finished, and no lesson watched for so many days.</Muted>
        </chakra.div>
        <ExportButton table="learning" input={{ course_id: courseId }} />
      </chakra.div>
      <chakra.div maxW="380px" mb="3">
        <Segments
          label="Days"
          value={days}
          options={DAYS.map((one) => [one, `${one} days`] as const)}
          onChange={(next) => list.set({ days: next === '14' ? '' : next })}
        />
      </chakra.div>
      <ListTab
        caption="Students who are stuck"
        list={list}
        query={query}
        rows={query.data?.students}
        keyOf={({ user_id }) => user_id}
        show={columnsOf(query.data?.lessons ?? 0)}
        failed="The students could not be loaded"
        empty={<Card padded>Nobody: all are done, or watched a lesson in the last {days} days.</Card>}
      />
    </chakra.section>
  )
}
