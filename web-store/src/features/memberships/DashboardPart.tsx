import { useSearchParams } from 'react-router-dom'
import { later } from '../../ui/later.tsx'

const Memberships = later(() => import('./Memberships.tsx'), { failed: () => null })

/** Shows own memberships on the dashboard, and the one that is joined. */
export default function DashboardPart({ parts }: { parts: readonly string[] }) {
  const join = useSearchParams()[0].get('join') ?? undefined
  return (join !== undefined || parts.includes('memberships')) && <Memberships join={join} />
}
