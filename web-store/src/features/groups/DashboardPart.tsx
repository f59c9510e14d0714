import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { later } from '../../ui/later.tsx'

const OwnGroups = later(() => import('./OwnGroups.tsx'), { failed: () => null })

/** Shows the groups of own courses. */
export default function DashboardPart({ parts }: { parts: readonly string[] }) {
  const { data = [] } = useQuery({ ...api.groups.mine.queryOptions(), enabled: parts.includes('groups') })
  return data.length > 0 && <OwnGroups groups={data} />
}
