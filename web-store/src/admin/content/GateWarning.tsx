import { useQuery } from '@tanstack/react-query'
import { liveEnd } from 'contract/live-times'
import { useSearchParams } from 'react-router-dom'
import { shopNow } from '../../stores/shop-clock.ts'
import { countText } from '../../ui/format.ts'
import { FieldProblem } from '../forms/form-parts.tsx'
import { contentQuery } from './content.queries.ts'

/** Warns that live lessons which are still to be held wait for the lesson of the address, once its quiz or work is a gate. */
export function GateWarning({ until }: { until: string }) {
  const [search] = useSearchParams()
  const { data } = useQuery(contentQuery(search.get('course_id') ?? ''))
  if (!data) return null
  const { content, live } = data.data
  const at = content.findIndex(({ lesson_id }) => lesson_id === search.get('lesson_id'))
  const shut = content.slice(at + 1).filter(({ lesson_id, kind, watch_link }) => {
    const moment = live[lesson_id]
    return kind === 'live' && watch_link === '' && !moment?.cancelled && !(moment && liveEnd(moment) <= shopNow())
  })
  const [first, ...others] = shut
  if (at < 0 || !first) return null
  const more = countText(others.length, 'more live lesson')
  const names = others.length > 0 ? `‘${first.title}’ and ${more} come` : `The live lesson ‘${first.title}’ comes`
  return (
    <div role="status">
      <FieldProblem>
        {names} later. Students cannot join before {until}.
      </FieldProblem>
    </div>
  )
}
