import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { StudentQuiz } from 'contract/quizzes'
import { useState } from 'react'
import { api, client, errorText, isApiError, isNoAnswer } from '../../../api/client.ts'
import { randomKey } from '../../../api/random-key.ts'
import { useSubmission } from '../../../api/use-submission.ts'
import { t } from '../../../language/text.ts'
import { refetchStale } from '../../../refetch-stale.ts'
import type { LateTry } from '../../../shared/offline/late-queue.ts'
import type { DraftAnswer } from '../../../shared/quiz/Question.tsx'
import { studentDrafts } from '../../../stores/drafts.ts'

export const EMPTY: DraftAnswer = { options: [], text: '' }

export const isAnswered = ({ options, text }: DraftAnswer): boolean => options.length > 0 || text.trim() !== ''

/** Describes a failed try. Answers that never arrived may be sent again. */
const problemOf = (error: unknown): string =>
  isApiError(error) && error.status < 500
    ? errorText(error, t('Your answers could not be sent.'))
    : t('Not sent yet. Your answers are saved in this tab. Please try again.')

const fetchLate = refetchStale(() => import('../../../shared/offline/offline.ts'), 'storeTry')

/** A quiz, and the answers to it that wait for a network. */
type QuizHere = StudentQuiz & { late?: LateTry | undefined }

/** Loads a quiz from the shop, or without a network the downloaded one. */
async function fetchQuiz(courseId: string, lessonId: string, signal: AbortSignal): Promise<QuizHere> {
  const offline = await fetchLate().catch(() => undefined)
  const late = await offline?.lateTry(lessonId).catch(() => undefined)
  try {
    return { ...(await client.quizzes.get({ lesson_id: lessonId }, { signal })), late }
  } catch (error) {
    const quiz = isApiError(error) || signal.aborted ? undefined : await offline?.storedQuiz(courseId, lessonId)
    if (!quiz) throw error
    return { ...quiz, late }
  }
}

/** Answers that are not sent yet, by question. The key is of this try: sent again under it, it counts once. */
type QuizInHand = { version: number; key: string; answers: Record<string, DraftAnswer> }

/** Reads a stored try; undefined when another release, or somebody's hands, spoiled it. */
function asTyped(found: Partial<QuizInHand> | undefined): QuizInHand | undefined {
  const { version, key, answers } = found ?? {}
  if (typeof version !== 'number' || typeof key !== 'string' || typeof answers !== 'object') return undefined
  const sound = Object.entries(answers ?? {}).filter(
    ([, answer]) => Array.isArray(answer?.options) && typeof answer.text === 'string',
  )
  return { version, key, answers: Object.fromEntries(sound) }
}

/** The quiz of a lesson, the answers in hand, and their submission. */
export function useQuiz(courseId: string, lessonId: string) {
  const queries = useQueryClient()
  const name = `quiz ${lessonId}`
  const options = api.quizzes.get.queryOptions({ input: { lesson_id: lessonId } })
  const query = useQuery<QuizHere>({
    queryKey: options.queryKey,
    queryFn: ({ signal }) => fetchQuiz(courseId, lessonId, signal),
    // Another tab may have sent what waits.
    refetchOnWindowFocus: ({ state }) => (state.data?.late ? 'always' : false),
  })
  const { data: quiz } = query
  const [draft, setDraft] = useState(() => asTyped(studentDrafts.read(name)))
  // Answers to an earlier version are laid over the present one as far as its questions are still there.
  const answers = draft?.answers ?? {}

  const store = (next: QuizInHand) => {
    setDraft(next)
    studentDrafts.keep(name, next)
  }
  const write = (questionId: string, answer: DraftAnswer) => {
    if (!quiz) return
    const key = draft?.version === quiz.version ? draft.key : randomKey()
    store({ version: quiz.version, key, answers: { ...answers, [questionId]: answer } })
  }
  const put = (present: QuizHere) => queries.setQueryData(options.queryKey, present)
  const forget = () => {
    setDraft(undefined)
    studentDrafts.keep(name, undefined)
  }
  const sending = useSubmission({
    mutationFn: async (requested: StudentQuiz): Promise<QuizHere> => {
      const { version } = requested
      const sent = Object.entries(answers).map(([question_id, answer]) => ({ question_id, ...answer }))
      const key = draft?.version === version ? draft.key : randomKey()
      const body = { version, key, answers: sent }
      try {
        return (await client.quizzes.submit({ params: { lesson_id: lessonId }, body })).quiz
      } catch (error) {
        if (!isNoAnswer(error)) throw error
        const made = { course_id: courseId, lesson_id: lessonId, ...body }
        const { storeTry } = await fetchLate().catch(() => Promise.reject(error))
        return { ...requested, late: await storeTry(made).catch(() => Promise.reject(error)) }
      }
    },
    onSuccess: (present) => {
      forget()
      put(present)
      // Lessons behind it may be open now, and this one done.
      if (present.late || !present.last?.passed) return
      return queries.invalidateQueries(api.learning.getContent.queryOptions({ input: { courseId } }))
    },
    onError: (error) => {
      if (isApiError(error) && error.status === 409) void query.refetch()
    },
  })
  /** Continues after the student read why answers were not counted; with these if the quiz changed. */
  const onRefusalRead = async ({ refused, answers: made }: LateTry) => {
    await fetchLate().then(({ forgetRefused }) => forgetRefused(lessonId))
    if (!quiz) return
    put({ ...quiz, late: undefined })
    if (!refused?.changed) return
    const again = Object.fromEntries(
      made.map(({ question_id, options = [], text = '' }) => [question_id, { options, text }]),
    )
    store({ version: quiz.version, key: randomKey(), answers: again })
  }
  return {
    query,
    quiz,
    answers,
    write,
    onRefusalRead,
    started: Object.values(answers).some(isAnswered),
    send: sending.mutate,
    sending: sending.isPending,
    problem: sending.error ? problemOf(sending.error) : undefined,
  }
}
