import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Sequence } from 'contract/sequences'
import { adminApi } from '../host/admin-api.ts'

const sequenceList = () => adminApi.sequences.list.queryOptions()

export const useSequences = () => useQuery(sequenceList())

/** Returns a function that puts a saved sequence into the list. */
export function useStoreSequence() {
  const queries = useQueryClient()
  return (saved: Sequence) => {
    queries.setQueryData(sequenceList().queryKey, (now: Sequence[] | undefined) =>
      now?.some(({ sequence_id }) => sequence_id === saved.sequence_id)
        ? now.map((one) => (one.sequence_id === saved.sequence_id ? saved : one))
        : [...(now ?? []), saved],
    )
  }
}
