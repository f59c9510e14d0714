import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { later } from '../../ui/later.tsx'

const DashboardSteps = later(() => import('./DashboardSteps.tsx'), { failed: () => null })

/** Shows next steps on the dashboard, and loads nothing for courses without one. */
export default function DashboardPart() {
  const { data } = useQuery(api.account.dashboard.queryOptions())
  const courses = (data?.orders ?? []).filter(({ next_step }) => next_step)
  return courses.length > 0 && <DashboardSteps courses={courses} />
}
