import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Letter, LetterStatus, StopReason } from 'contract/letters'
import { adminApi, adminClient } from '../host/admin-api.ts'
import type { Look } from '../lists/statuses.ts'

export const letterListQuery = (input: { limit: string; offset: string }) =>
  queryOptions({
    ...adminApi.letters.list.queryOptions({ input }),
    refetchInterval: ({ state }) => (state.data?.letters.some(({ status }) => status === 'sending') ? 5000 : false),
    placeholderData: keepPreviousData,
  })

export const letterQuery = (id: string) =>
  queryOptions({
    ...adminApi.letters.get.queryOptions({ input: { id } }),
    enabled: id !== '',
    refetchInterval: ({ state }) => (state.data?.status === 'sending' ? 3000 : false),
  })

/** The preview as of one save: the letter's own parts, and who gets it. */
export const previewQuery = (letter: Letter | undefined) =>
  queryOptions({
    queryKey: [...adminApi.letters.key(), 'preview', letter?.letter_id, letter?.changed_at],
    queryFn: () => adminClient.letters.preview({ id: letter?.letter_id ?? '' }),
    enabled: letter !== undefined,
    placeholderData: keepPreviousData,
  })

/** Returns a function that stores the newest state of a letter and loads the list again. */
export function useStoreLetter() {
  const queries = useQueryClient()
  return (letter: Letter) => {
    queries.setQueryData(letterQuery(letter.letter_id).queryKey, letter)
    return queries.invalidateQueries({ queryKey: adminApi.letters.list.key() })
  }
}

export const letterStatuses: Record<LetterStatus, Look> = {
  draft: { label: 'Draft', palette: 'buy' },
  scheduled: { label: 'Scheduled', palette: 'action' },
  sending: { label: 'Sending', palette: 'action' },
  sent: { label: 'Sent', palette: 'success' },
  stopped: { label: 'Stopped', palette: 'danger' },
}

/** Says why a letter stopped, and what helps. */
export const stopWords: Record<StopReason, string> = {
  owner: 'An owner stopped it.',
  late: 'It was more than an hour late, as after a restored backup. Check that nobody got it already.',
  bounces: 'More than 5 of 100 addresses refused it. Check where the addresses are from.',
  complaints: 'Three people reported it as spam.',
  blocked: 'The mail servers block this sender or these words.',
  channel: 'The channel itself failed. Check its settings.',
}
