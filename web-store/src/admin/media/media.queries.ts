import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Media } from 'contract/media'
import type { MediaKind } from 'contract/media-kinds'
import type { z } from 'zod'
import { adminApi, adminClient } from '../admin-api.ts'

export type MediaItem = z.output<typeof Media>
export type MediaKindFilter = '' | MediaKind

const PAGE = 24

/** The library in parts, newest first. */
export const libraryQuery = ({ q, kind }: { q: string; kind: MediaKindFilter }) =>
  infiniteQueryOptions({
    queryKey: [...adminApi.media.key(), 'library', { q, kind }],
    queryFn: ({ pageParam }) =>
      adminClient.media.list({
        ...(q && { q }),
        ...(kind && { kind }),
        limit: String(PAGE),
        offset: String(pageParam),
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { media }) => sum + media.length, 0)
      return last.media.length > 0 && shown < last.total ? shown : undefined
    },
    placeholderData: keepPreviousData,
  })

/** What the server takes. */
export const uploadLimitsQuery = queryOptions({
  queryKey: [...adminApi.media.key(), 'limits'],
  queryFn: async () => {
    const { max_video_bytes, max_bytes } = await adminClient.media.list({ limit: '1' })
    return { max_video_bytes, max_bytes }
  },
  staleTime: Number.POSITIVE_INFINITY,
})
