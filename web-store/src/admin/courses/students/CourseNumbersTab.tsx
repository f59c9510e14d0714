import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { chakra } from '../../../ui/chakra.ts'
import { rupeesText } from '../../../ui/format.ts'
import { Loading } from '../../../ui/Loading.tsx'
import { Card, Stack } from '../../../ui/layout.tsx'
import { Muted } from '../../forms/form-parts.tsx'
import { adminApi } from '../../host/admin-api.ts'
import { ErrorState } from '../../lists/ErrorState.tsx'
import { CourseHead } from '../editor/CourseHead.tsx'
import { CourseLearning } from './CourseLearning.tsx'
import { StuckStudents } from './StuckStudents.tsx'

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
