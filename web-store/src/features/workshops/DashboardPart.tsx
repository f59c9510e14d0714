import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { later } from '../../ui/later.tsx'

const Seats = later(() => import('./Seats.tsx'), { failed: () => null })

/** Shows the student's dates of workshops, and loads nothing more without one. */
export default function WorkshopDates() {
  const { data } = useQuery(api.workshops.mine.queryOptions())
  return data && data.runs.length > 0 && <Seats runs={data.runs} />
}
