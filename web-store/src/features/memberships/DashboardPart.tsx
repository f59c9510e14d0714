import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { api } from '../../api/client.ts'
import { later } from '../../ui/later.tsx'

const Memberships = later(() => import('./Memberships.tsx'), { failed: () => null })

/** Shows own memberships on the dashboard, and the one that is joined; loads nothing for who has no course that ends. */
export default function DashboardPart() {
  const { data } = useQuery(api.account.dashboard.queryOptions())
  const join = useSearchParams()[0].get('join') ?? undefined
  const mayBeMember = join !== undefined || data?.orders.some(({ access }) => access)
  return mayBeMember && <Memberships join={join} />
}
