import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { later } from '../../ui/later.tsx'

const Upgrades = later(() => import('./Upgrades.tsx'), { failed: () => null })

/** Shows longer options of own courses; loads nothing for courses without one. */
export default function DashboardPart({ parts }: { parts: readonly string[] }) {
  const { data = [] } = useQuery({ ...api.options.upgrades.queryOptions(), enabled: parts.includes('options') })
  return data.length > 0 && <Upgrades courses={data} />
}
