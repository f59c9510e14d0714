import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { later } from '../../ui/later.tsx'

const OwnGroups = later(() => import('./OwnGroups.tsx'), { failed: () => null })

/** Shows the groups of own courses; loads nothing without one. */
export default function DashboardPart() {
  const { data = [] } = useQuery(api.groups.mine.queryOptions())
  return data.length > 0 && <OwnGroups groups={data} />
}
