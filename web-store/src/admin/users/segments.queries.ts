import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SavedSegment } from 'contract/segments'
import { useFailureToast } from '../forms/use-failure-toast.ts'
import { adminApi } from '../host/admin-api.ts'

/** Reads the saved segments with their present counts; undefined until they are loaded. */
export function useSegments(): readonly SavedSegment[] | undefined {
  const { data, error } = useQuery(adminApi.segments.list.queryOptions())
  useFailureToast(error, 'Failed to load segments')
  return data
}

/** Returns a function that loads the segments again after a change. */
export function useSegmentsAnew() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: adminApi.segments.key() })
}
