import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { IconStarFilled } from '../../ui/icons.ts'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { Segments } from '../forms/Segments.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { ListTab } from '../lists/ListTab.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { ReviewCard } from './ReviewCard.tsx'

const REVIEW_SORTS = ['newest', 'lowest'] as const

type Filter = {
  q?: string
  sort?: (typeof REVIEW_SORTS)[number]
  limit: string
  offset: string
  show?: 'waiting' | 'hidden'
}

const reviewListQuery = (input: Filter) =>
  queryOptions({
    queryKey: [...adminApi.reviews.key(), 'list', input],
    queryFn: () => adminClient.reviews.list(input),
    placeholderData: keepPreviousData,
  })

/** Lists the reviews of courses, to reply to them or hide them. */
export default function ReviewsTab() {
  const list = useListParams(REVIEW_SORTS)
  const passed = list.get('show')
  const shown = passed === 'waiting' || passed === 'hidden' ? passed : 'all'
  const query = useQuery(reviewListQuery({ ...list.input, ...(shown === 'all' ? {} : { show: shown }) }))
  return (
    <ListTab
      title="Reviews"
      search="Course, student or text"
      filters={
        <Segments
          label="Show"
          value={shown}
          options={[
            ['all', 'All'],
            ['waiting', 'Without a reply'],
            ['hidden', 'Hidden'],
          ]}
          onChange={(show) => list.set({ show: show === 'all' ? '' : show })}
        />
      }
      caption="Reviews"
      list={list}
      query={query}
      rows={query.data?.reviews}
      keyOf={({ review_id }) => String(review_id)}
      show={(review) => <ReviewCard review={review} />}
      failed="Failed to load the reviews"
      of="reviews"
      empty={
        <PageMessage icon={IconStarFilled} title={shown === 'all' ? 'No reviews yet' : 'Nothing here'}>
          Students can review a course after 20% of its lessons.
        </PageMessage>
      }
    />
  )
}
