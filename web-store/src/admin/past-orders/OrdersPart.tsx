import { useQuery } from '@tanstack/react-query'
import { TextLink } from '../../ui/text.tsx'
import { adminPaths } from '../host/admin-paths.ts'
import { pastOrdersQuery } from './past-orders.queries.ts'

/** Leads to the orders of the shop before, where there are any. */
export default function PastOrdersLink() {
  const { data } = useQuery(pastOrdersQuery({ limit: '1' }))
  if (!data || data.total === 0) return null
  return (
    <TextLink to={adminPaths.tab('pastorders')} alignSelf="center">
      Past orders
    </TextLink>
  )
}
