import { useQuery } from '@tanstack/react-query'
import type { CohortFigures, LessonFigures } from 'contract/courses/figures'
import { chakra } from '../../../ui/chakra.ts'
import { clockLength } from '../../../ui/format.ts'
import { Card, Skeleton } from '../../../ui/layout.tsx'
import { ProgressBar } from '../../../ui/ProgressBar.tsx'
import { VisuallyHidden } from '../../../ui/text.tsx'
import { adminApi } from '../../host/admin-api.ts'
import { ErrorState } from '../../lists/ErrorState.tsx'
import { Table } from '../../lists/table-parts.tsx'

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
export function CourseLearning({ courseId, students }: { courseId: string; students: number }) {
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
