import { BreachCard } from './BreachCard.tsx'
import { useBreaches } from './breaches.queries.ts'

/** Shows every breach that waits above the sub-tabs. */
export default function BreachDeskAlarm() {
  const { data } = useBreaches()
  const open = data?.filter((breach) => breach.open) ?? []
  if (open.length === 0) return null
  return open.map((breach) => <BreachCard key={breach.breach_id} breach={breach} />)
}
