import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { StudentAssignment } from 'contract/assignments/hand-ins'
import { MAX_WORK_BYTES, WORK_SIZE_MESSAGE } from 'contract/limits'
import { useState } from 'react'
import { api, client, errorText, isApiError } from '../../../api/client.ts'
import { useSubmission } from '../../../api/use-submission.ts'
import { filled, t } from '../../../language/text.ts'
import { refetchStale } from '../../../refetch-stale.ts'
import { useActionForm } from '../../../shared/forms/use-action-form.ts'
import { studentDrafts } from '../../../stores/drafts.ts'

const fetchSending = refetchStale(() => import('./send-work.ts'), 'sendWork')

/** Work that never arrived may be sent again. */
const problemOf = (error: unknown, fallback: string): string =>
  isApiError(error) && error.status < 500
    ? errorText(error, fallback)
    : t('{problem} What you wrote is saved in this tab. Please try again.', { problem: fallback })

/** The file that is on its way, and the address where it is continued. */
type Upload = { name: string; size: number; modified: number; url: string }

/** The assignment of a lesson, the work in hand, and how it is handed in. */
export function useWork(courseId: string, lessonId: string) {
  const queries = useQueryClient()
  const upload = `upload ${lessonId}`
  const options = api.assignments.get.queryOptions({ input: { lesson_id: lessonId } })
  const query = useQuery(options)
  const store = (present: StudentAssignment) => {
    queries.setQueryData(options.queryKey, present)
    // The list of lessons shows the state of the work.
    return queries.invalidateQueries(api.learning.getContent.queryOptions({ input: { courseId } }))
  }
  const onError = (error: unknown) => {
    if (isApiError(error) && error.status === 409) void query.refetch()
  }
  const [percent, setPercent] = useState(0)
  const [brokenOff, setBrokenOff] = useState(() => studentDrafts.read<Upload>(upload)?.name)
  const sendFile = useSubmission({
    mutationFn: async (file: File) => {
      if (file.size > MAX_WORK_BYTES) throw new Error(WORK_SIZE_MESSAGE)
      const same = { name: file.name, size: file.size, modified: file.lastModified }
      const { url, ...earlier } = studentDrafts.read<Upload>(upload) ?? { url: undefined }
      setPercent(0)
      const { sendWork } = await fetchSending()
      const upload_id = await sendWork({
        lessonId,
        file,
        onProgress: setPercent,
        url: JSON.stringify(earlier) === JSON.stringify(same) ? url : undefined,
        onUrl: (made) => studentDrafts.keep(upload, { ...same, url: made }),
      })
      return client.assignments.takeUpload({ params: { lesson_id: lessonId }, body: { upload_id } })
    },
    onSettled: (_file, error) => {
      // A refused upload does not resume; sent work is stored.
      const isRefused = isApiError(error) && error.status < 500 && error.status !== 401
      if (!error || isRefused) studentDrafts.keep(upload, undefined)
      setBrokenOff(studentDrafts.read<Upload>(upload)?.name)
    },
    onSuccess: (file) => {
      queries.setQueryData(options.queryKey, (present) => present && { ...present, file })
    },
    onError,
  })
  const removeFile = useSubmission({
    mutationFn: ({ file_id }: { file_id: string }) => client.assignments.removeFile({ lesson_id: lessonId, file_id }),
    onSuccess: (present) => {
      sendFile.reset()
      queries.setQueryData(options.queryKey, present)
    },
    onError,
  })
  const form = useActionForm({
    drafts: studentDrafts,
    name: `work ${lessonId}`,
    begun: { text: '' },
    once: true,
    // A draft may outlive the work it was sent as: each work has a key of its own, the same as often as it is sent.
    send: ({ text }, { key }) => {
      const { file = null, hand_ins = [] } = query.data ?? {}
      return client.assignments.handIn({
        params: { lesson_id: lessonId },
        body: { key: `${key}-${hand_ins.length}`, text, file_id: file?.file_id ?? null },
      })
    },
    fallback: '',
    say: (error) => problemOf(error, t('Not sent yet.')),
    onFailed: onError,
    onDone: (present) => {
      sendFile.reset()
      return store(present)
    },
  })
  const takeBack = useSubmission({
    mutationFn: (work: { hand_in_id: string; text: string | null }) =>
      client.assignments.takeBack({ lesson_id: lessonId, hand_in_id: work.hand_in_id }),
    // The text returns before the words typed since, and is stored here before the shop drops it.
    onMutate: ({ text }) => {
      const typed = form.values.text
      if (text && !typed.includes(text)) form.put({ text: [text, typed].filter(Boolean).join('\n\n') })
    },
    onSuccess: store,
    onError,
  })
  const problemWith = (error: unknown, fallback: string) =>
    error
      ? error instanceof Error && error.message === WORK_SIZE_MESSAGE
        ? filled(WORK_SIZE_MESSAGE)
        : problemOf(error, fallback)
      : undefined
  return {
    query,
    form,
    takeBack,
    sendFile,
    removeFile,
    percent,
    brokenOff,
    assignment: query.data,
    fileProblem:
      problemWith(sendFile.error, t('The file could not be sent.')) ??
      problemWith(removeFile.error, t('The file could not be removed.')),
    takeBackProblem: problemWith(takeBack.error, t('It could not be withdrawn.')),
  }
}
