import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Note } from 'contract/notes'
import { api, client, errorText, isApiError } from '../../../api/client.ts'
import { t } from '../../../language/text.ts'
import { refetchStale } from '../../../refetch-stale.ts'
import { shopNow } from '../../../stores/shop-clock.ts'

/** Describes a failure. A note that never arrived may be sent again. */
export const problemOf = (error: unknown): string =>
  isApiError(error) && error.status < 500
    ? errorText(error, t('Your note could not be saved.'))
    : t('Not saved yet. What you wrote is saved in this tab and sent when you are back online.')

export const fetchLate = refetchStale(() => import('../../../shared/offline/offline.ts'), 'storeNote')

const WAITS = 'waits '

/** Shapes an offline note for the list until the shop has it. */
export const waitingNote = (note: Parameters<typeof client.notes.add>[0]): Note => ({
  note_id: WAITS + note.key,
  lesson_id: note.lesson_id,
  second: note.second,
  text: note.text,
  version: 1,
  created_at: shopNow().toISOString(),
})

export const isWaiting = ({ note_id }: Note): boolean => note_id.startsWith(WAITS)

/** Loads the notes of a course, without a network those that wait for one. */
export const notesOptions = (courseId: string) => ({
  ...api.notes.list.queryOptions({ input: { courseId } }),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    try {
      return await client.notes.list({ courseId }, { signal })
    } catch (error) {
      if (isApiError(error) || signal.aborted) throw error
      const waiting = await fetchLate().then(
        ({ lateNotes }) => lateNotes(courseId),
        () => [],
      )
      if (waiting.length === 0) throw error
      return { notes: waiting.map(waitingNote) }
    }
  },
})

/** A student's notes of a course, and what can be done with them. Another tab's are there when this one is looked at again. */
export function useNotes(courseId: string) {
  const queries = useQueryClient()
  const options = notesOptions(courseId)
  const list = useQuery({ ...options, refetchOnWindowFocus: 'always' })
  const put = (note: Note) => {
    // One note is no list: refetch a missing one, which has it.
    if (!list.data) return void list.refetch()
    queries.setQueryData(options.queryKey, (known) => {
      const others = (known?.notes ?? []).filter(({ note_id }) => note_id !== note.note_id)
      const at = ({ second }: Note) => second ?? Number.POSITIVE_INFINITY
      return { notes: [...others, note].sort((one, other) => at(one) - at(other)) }
    })
  }
  const remove = useMutation({
    mutationFn: (id: string) => client.notes.remove({ id }),
    onSuccess: (_, id) =>
      queries.setQueryData(options.queryKey, (known) => ({
        notes: (known?.notes ?? []).filter(({ note_id }) => note_id !== id),
      })),
  })
  return { list, notes: list.data?.notes ?? [], put, remove }
}
