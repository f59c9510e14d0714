import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { MediaKind } from 'contract/media/kinds'
import type { Media } from 'contract/media/media'
import type { z } from 'zod'
import { adminApi, adminClient } from '../host/admin-api.ts'

export type MediaItem = z.output<typeof Media>
export type MediaKindFilter = '' | MediaKind

const PAGE = 48

/** The filters of the library; an empty one shows all of it. */
export type LibraryFilter = {
  q: string
  kind: MediaKindFilter
  folder: string
  use: '' | 'used' | 'unused'
  access: '' | 'paid' | 'public'
}

export const NO_FILTER: LibraryFilter = { q: '', kind: '', folder: '', use: '', access: '' }

/** The library in parts, newest first; each part goes on behind the last file of the one before. */
export const libraryQuery = (filter: LibraryFilter) =>
  infiniteQueryOptions({
    queryKey: [...adminApi.media.key(), 'library', filter],
    queryFn: ({ pageParam }) => {
      const { q, kind, folder, use, access } = filter
      return adminClient.media.list({
        ...(q.trim() && { q: q.trim() }),
        ...(kind && { kind }),
        ...(folder && { folder }),
        ...(use && { use }),
        ...(access && { access }),
        ...(pageParam && { after: pageParam }),
        limit: String(PAGE),
      })
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  })

export const foldersQuery = queryOptions({
  queryKey: [...adminApi.media.key(), 'folders'],
  queryFn: async () => (await adminClient.media.folders()).folders,
})

export const uploadLimitsQuery = queryOptions({
  queryKey: [...adminApi.media.key(), 'limits'],
  queryFn: async () => {
    const { max_video_bytes, max_bytes } = await adminClient.media.list({ limit: '1' })
    return { max_video_bytes, max_bytes }
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Reads the limits of the server; undefined until they are known. */
export const useUploadLimits = () => useQuery(uploadLimitsQuery).data
