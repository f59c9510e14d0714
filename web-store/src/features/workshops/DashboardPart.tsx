import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { later } from '../../ui/later.tsx'

const Seats = later(() => import('./Seats.tsx'), { failed: () => null })

/** Shows the student's dates of workshops. */
export default function WorkshopDates({ parts }: { parts: readonly string[] }) {
  const { data } = useQuery({ ...api.workshops.mine.queryOptions(), enabled: parts.includes('workshops') })
  return data && data.runs.length > 0 && <Seats runs={data.runs} />
}
