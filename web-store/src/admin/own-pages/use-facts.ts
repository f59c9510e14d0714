import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { PageFacts } from 'contract/pages/blocks'
import { adminApi } from '../host/admin-api.ts'
import type { FormBlock } from './block-fields.ts'

/** Lists the courses that blocks name, and the topic of one of them. */
function namedIn(blocks: readonly FormBlock[]): { ids: string[]; topic: string } {
  const ids = blocks.flatMap(({ settings }) => [
    ...((settings.course_ids as string[] | undefined) ?? []),
    ...(typeof settings.course_id === 'string' ? [settings.course_id] : []),
  ])
  const topic = blocks.find(({ settings }) => settings.choice === 'topic')?.settings.topic
  return { ids: [...new Set(ids)].filter(Boolean).sort(), topic: typeof topic === 'string' ? topic : '' }
}

/** Fetches the courses, reviews and figures that the blocks show; undefined until they arrive. */
export function useFacts(blocks: readonly FormBlock[]): PageFacts | undefined {
  const { ids, topic } = namedIn(blocks)
  const input = { ...(ids.length > 0 && { course_ids: ids.join(',') }), ...(topic && { topic }) }
  const { data } = useQuery({ ...adminApi.pages.facts.queryOptions({ input }), placeholderData: keepPreviousData })
  return data as PageFacts | undefined
}
