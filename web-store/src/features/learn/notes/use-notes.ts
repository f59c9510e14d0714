import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Note } from 'contract/notes'
import { api, client, errorText, isApiError } from '../../../api/client.ts'

/** What is said of a failure. What never arrived may be sent again. */
export const problemOf = (error: unknown): string =>
  isApiError(error) && error.status < 500
    ? errorText(error, 'Your note could not be saved.')
    : 'Not saved yet. Your words are kept in this tab and sent when you are back online.'

/** A student's notes of a course, and what can be done with them. Another tab's are there when this one is looked at again. */
export function useNotes(courseId: string) {
  const queries = useQueryClient()
  const options = api.notes.list.queryOptions({ input: { courseId } })
  const list = useQuery({ ...options, refetchOnWindowFocus: 'always' })
  const put = (note: Note) =>
    queries.setQueryData(options.queryKey, (known) => {
      const others = (known?.notes ?? []).filter(({ note_id }) => note_id !== note.note_id)
      const at = ({ second }: Note) => second ?? Number.POSITIVE_INFINITY
      return { notes: [...others, note].sort((one, other) => at(one) - at(other)) }
    })
  const remove = useMutation({
    mutationFn: (id: string) => client.notes.remove({ id }),
    onSuccess: (_, id) =>
      queries.setQueryData(options.queryKey, (known) => ({
        notes: (known?.notes ?? []).filter(({ note_id }) => note_id !== id),
      })),
  })
  return { list, notes: list.data?.notes ?? [], put, remove }
}
