import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { chakra } from '../../ui/chakra.ts'
import { Loading } from '../../ui/Loading.tsx'
import { TextLink } from '../../ui/text.tsx'
import { chosenCourseQuery } from '../forms/CourseSelect.tsx'
import { Segments } from '../forms/Segments.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { ErrorState } from '../lists/ErrorState.tsx'
import { TabHead } from '../lists/TabHead.tsx'
import { GiveOne } from './GiveOne.tsx'
import { TakeAway } from './TakeAway.tsx'

/** Gives one person courses, or takes courses back from a list. A list of people who get courses is moved in. */
export default function EnrolTab() {
  const [search] = useSearchParams()
  /** Students that were marked in a list, to lose a course. */
  const listed: string | undefined = useLocation().state?.take
  const [action, setAction] = useState<'give' | 'take'>(listed === undefined ? 'give' : 'take')
  const courseId = search.get('course_id') ?? ''
  const { data: course, error, isLoading, refetch } = useQuery(chosenCourseQuery(courseId))
  if (isLoading) return <Loading minH="240px" />
  if (error && !course)
    return <ErrorState title="Failed to load the course" error={error} onRetry={() => void refetch()} />
  const who = search.get('who') ?? ''
  return (
    <>
      {course ? (
        <TextLink to={adminPaths.tab('coursestudents', { course_id: course.course_id })}>Back to the course</TextLink>
      ) : (
        <TextLink to={adminPaths.tab('users')}>Back to Students</TextLink>
      )}
      <chakra.div mt="2">
        <TabHead title="Give access" />
      </chakra.div>
      <chakra.div maxW={{ md: '360px' }} mb="4.5">
        <Segments
          label="What to do"
          value={action}
          onChange={setAction}
          options={[
            ['give', 'Give access'],
            ['take', 'Remove access'],
          ]}
        />
      </chakra.div>
      {action === 'give' ? <GiveOne who={who} course={course} /> : <TakeAway who={listed ?? who} course={course} />}
    </>
  )
}
