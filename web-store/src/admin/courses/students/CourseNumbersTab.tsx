import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { CohortFigures, LessonFigures, StuckStudent } from 'contract/courses/figures'
import { useSearchParams } from 'react-router-dom'
import { chakra } from '../../../ui/chakra.ts'
import { clockLength, dateText, rupeesText } from '../../../ui/format.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { Card, Skeleton, Stack } from '../../../ui/layout.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { TextLink, VisuallyHidden } from '../../../ui/text.tsx'
import { Muted } from '../../forms/form-parts.tsx'
import { Segments } from '../../forms/Segments.tsx'
import { adminApi } from '../../host/admin-api.ts'
import { adminPaths } from '../../host/admin-paths.ts'
import type { Column } from '../../lists/column.ts'
import { ErrorState } from '../../lists/ErrorState.tsx'
import { ExportButton } from '../../lists/ExportButton.tsx'
import { LastSeen } from '../../lists/LastSeen.tsx'
import { ListTab } from '../../lists/ListTab.tsx'
import { EmailText, Table } from '../../lists/table-parts.tsx'
import { useListParams } from '../../lists/use-list-params.ts'
import { CourseHead } from '../editor/CourseHead.tsx'

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
  const [search] = useSearchParams()
  const courseId = search.get('course_id') ?? ''
  const { data, error, refetch } = useQuery(adminApi.courses.numbers.queryOptions({ input: { id: courseId } }))
  return (
    <>
      <CourseHead courseId={courseId} current="analytics" />
      {error && !data ? (
        <ErrorState title="The analytics could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <Stack
            as="dl"
            gridTemplateColumns={{ base: 'repeat(2,minmax(0,1fr))', lg: 'repeat(3,minmax(0,1fr))' }}
            gap={{ base: '3', md: '4' }}
          >
            {[
              ['Sales', data.sales.toLocaleString('en-IN'), 'Paid orders with this course'],
              [
                'Revenue',
                rupeesText(data.revenue),
                'What its lines brought, without tax; orders that went back whole are left out',
              ],
              [
                'Students',
                data.students.toLocaleString('en-IN'),
                data.free > 0
                  ? `Who have the course now. Free: ${data.free.toLocaleString('en-IN')}, apart from sales`
                  : 'Who have the course now',
              ],
              ['Started', data.started.toLocaleString('en-IN'), share(data.started, data.students)],
              ['Completed', data.completed.toLocaleString('en-IN'), share(data.completed, data.students)],
              ['Lessons', data.lessons.toLocaleString('en-IN'), data.lessons === 0 ? 'Nothing to watch yet' : ''],
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
          <CourseLearning courseId={courseId} students={data.students} />
          <StuckStudents courseId={courseId} />
        </>
      ) : (
        <Loading minH="240px" />
      )}
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
  const { data, error, refetch } = useQuery(adminApi.courses.learning.queryOptions({ input: { id: courseId } }))
  if (error && !data) {
    return <ErrorState title="The analytics could not be loaded" error={error} onRetry={() => void refetch()} />
  }
  if (!data) return <Skeleton h="72" mt="8" aria-label="Loading analytics" />
  return (
    <>
      <Heading>Where students stop</Heading>
      <Help>Students who have the course now.</Help>
      <Lessons lessons={data.lessons} students={students} />
      <Heading>By month of joining</Heading>
      <Help>How far those are who got the course in a month and have it now.</Help>
      <Cohorts cohorts={data.cohorts} />
    </>
  )
}

function Lessons({ lessons, students }: { lessons: readonly LessonFigures[]; students: number }) {
  if (lessons.length === 0) return <p>No lessons yet</p>
  return (
    <Card overflow="hidden">
      <Table>
        <VisuallyHidden as="caption">Where students stop</VisuallyHidden>
        <thead>
          <tr>
            <th scope="col">Lesson</th>
            <th scope="col">Started</th>
            <th scope="col">Finished</th>
            <th scope="col">Most students stop at</th>
          </tr>
        </thead>
        <tbody>
          {lessons.map(({ lesson_id, title, started, finished, stopped, stop_second, length }, at) => (
            <tr key={lesson_id}>
              <td data-lead style={{ overflowWrap: 'anywhere' }}>
                {at + 1}. {title}
              </td>
              <td data-whole-line>
                <Share>
                  <ProgressBar percent={percent(started, students)} label={`Started, lesson ${at + 1}`} />
                  <span>
                    {figure.format(started)} of {figure.format(students)} started
                  </span>
                </Share>
              </td>
              <td data-whole-line>
                <Share>
                  <ProgressBar percent={percent(finished, started)} label={`Finished, lesson ${at + 1}`} />
                  <span>{figure.format(finished)} of these finished</span>
                </Share>
              </td>
              <td data-label="Most students stop at">
                {stop_second === null ? (
                  'Nobody has stopped'
                ) : (
                  <chakra.span whiteSpace={{ lg: 'nowrap' }}>
                    {clockLength(Math.floor(stop_second))}
                    {length !== null && ` of ${clockLength(Math.floor(length))}`}, {figure.format(stopped)}{' '}
                    {stopped === 1 ? 'student' : 'students'}
                  </chakra.span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

function Cohorts({ cohorts }: { cohorts: readonly CohortFigures[] }) {
  if (cohorts.length === 0) return <p>No students yet</p>
  return (
    <Card overflow="hidden">
      <Table>
        <VisuallyHidden as="caption">By month of joining</VisuallyHidden>
        <thead>
          <tr>
            <th scope="col">Month</th>
            {['Students', 'Started', 'Completed 50%', 'Finished'].map((head) => (
              <th key={head} scope="col" data-numeric>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map(({ month: of, enrolled, started, half, finished }) => (
            <tr key={of}>
              <td data-lead>{month.format(new Date(`${of}-01T00:00:00Z`))}</td>
              <td data-numeric data-label="Students">
                {figure.format(enrolled)}
              </td>
              {(
                [
                  ['Started', started],
                  ['Completed 50%', half],
                  ['Finished', finished],
                ] as const
              ).map(([head, count]) => (
                <td key={head} data-numeric data-label={head}>
                  {figure.format(count)} ({percent(count, enrolled)}%)
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  )
}

const DAYS = ['7', '14', '30'] as const

const Title = chakra('span', { base: { overflowWrap: 'anywhere', minW: '0' } })

const columnsOf = (lessons: number): Column<StuckStudent>[] => [
  {
    head: 'Student',
    lead: true,
    cell: ({ user_id, name }) => <TextLink to={adminPaths.student(user_id)}>{name}</TextLink>,
  },
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
          ? `${last_lesson ?? 'A lesson that is gone'}, ${dateText(new Date(last_beat_at))}`
          : `None, has it since ${dateText(new Date(granted_at))}`}
      </Title>
    ),
  },
  {
    head: 'Last seen',
    label: 'Last seen',
    cell: ({ last_seen }) => <LastSeen at={last_seen} />,
  },
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
