import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { SavedSegment } from 'contract/segments'
import { adminApi, adminClient, withTotal } from '../host/admin-api.ts'
import { useFailureToast } from '../host/use-failure-toast.ts'

type ListInput = Parameters<typeof adminClient.users.list>[0]

/** Students with their number in all. */
export const studentListQuery = (input: ListInput) =>
  queryOptions({
    queryKey: [...adminApi.users.key(), 'list', input],
    queryFn: ({ signal }) => withTotal((options) => adminClient.users.list(input, options), signal),
    placeholderData: keepPreviousData,
  })

/** Reads the saved segments with their present counts; undefined until they are loaded. */
export function useSegments(): readonly SavedSegment[] | undefined {
  const { data, error } = useQuery(adminApi.segments.list.queryOptions())
  useFailureToast(error, 'Failed to load segments')
  return data
}
