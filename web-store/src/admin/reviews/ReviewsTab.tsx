import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { chakra } from '../../ui/chakra.ts'
import { IconStarFilled } from '../../ui/icons.ts'
import { Card, Skeleton } from '../../ui/layout.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { Segments } from '../forms/Segments.tsx'
import { useFailureToast } from '../forms/use-failure-toast.ts'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { PAGE_SIZE } from '../lists/list-params.ts'
import { NoMatch } from '../lists/NoMatch.tsx'
import { Pages } from '../lists/Pages.tsx'
import { SearchBox } from '../lists/SearchBox.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { ErrorState } from '../shell/ErrorState.tsx'
import { TabHead } from '../shell/TabHead.tsx'
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

const FAILED = 'Failed to load the reviews'

/** What students say of the courses: to be answered, and hidden where they hurt somebody. */
export default function ReviewsTab() {
  const list = useListParams(REVIEW_SORTS)
  const given = list.get('show')
  const shown = given === 'waiting' || given === 'hidden' ? given : 'all'
  const query = reviewListQuery({ ...list.input, ...(shown === 'all' ? {} : { show: shown }) })
  const { data, error, isPlaceholderData, refetch } = useQuery(query)
  useFailureToast(error, FAILED)
  const total = data?.total ?? 0
  return (
    <>
      <TabHead title="Reviews" count={data && total} />
      <chakra.div display="flex" flexWrap="wrap" gap="3" mb="4">
        <SearchBox list={list} label="Course, student or text" />
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
      </chakra.div>
      <chakra.div aria-busy={!data || isPlaceholderData}>
        {error && !data ? (
          <ErrorState title={FAILED} error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton h="72" aria-label="Loading reviews" />
        ) : total > 0 ? (
          <Card padded>
            <ul aria-label="Reviews">
              {data.reviews.map((review) => (
                <ReviewCard key={review.review_id} review={review} />
              ))}
            </ul>
            {total > PAGE_SIZE && <Pages list={list} total={total} />}
          </Card>
        ) : list.q ? (
          <NoMatch of="reviews" onClear={() => list.set({ q: '' })} />
        ) : (
          <PageMessage icon={IconStarFilled} title={shown === 'all' ? 'No reviews yet' : 'Nothing here'}>
            Students can review a course after a fifth of its lessons.
          </PageMessage>
        )}
      </chakra.div>
    </>
  )
}
