import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { adminApi, adminClient } from '../host/admin-api.ts'

export const REVIEW_SORTS = ['newest', 'lowest'] as const

type Filter = {
  q?: string
  sort?: (typeof REVIEW_SORTS)[number]
  limit: string
  offset: string
  show?: 'waiting' | 'hidden'
}

export const reviewListQuery = (input: Filter) =>
  queryOptions({
    queryKey: [...adminApi.reviews.key(), 'list', input],
    queryFn: () => adminClient.reviews.list(input),
    placeholderData: keepPreviousData,
  })
