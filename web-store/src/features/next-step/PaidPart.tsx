import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { NextStepCard } from './NextStepCard.tsx'

/** Shows the next steps of the bought courses on the page of a payment. */
export default function PaidPart({ courseIds }: { courseIds: readonly string[] }) {
  const { data } = useQuery(api.account.dashboard.queryOptions())
  const courses = (data?.orders ?? []).filter(({ course_id }) => courseIds.includes(course_id))
  return courses.map(
    (course) => course.next_step && <NextStepCard key={course.course_id} course={course} step={course.next_step} />,
  )
}
