import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { StudentQuiz } from 'contract/quizzes'
import { useState } from 'react'
import { api, client, errorText, isApiError, isAuthError } from '../../../api/client.ts'
import { useSubmission } from '../../../api/use-submission.ts'
import { t } from '../../../language/text.ts'
import { type DraftAnswer, type QuizInHand, quizDrafts } from '../../../stores/quiz-drafts.ts'
import { endSession } from '../use-content.ts'

/** `crypto.randomUUID` is missing on plain http. */
const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

export const EMPTY: DraftAnswer = { options: [], text: '' }

export const isAnswered = ({ options, text }: DraftAnswer): boolean => options.length > 0 || text.trim() !== ''

/** What is said of a try that was not taken. What never arrived may be sent again. */
const problemOf = (error: unknown): string =>
  isApiError(error) && error.status < 500
    ? errorText(error, t('Your answers could not be sent.'))
    : t('Not sent yet. Your answers are kept in this tab. Please try again.')

/** The quiz of a lesson, the answers in hand, and their submission. */
export function useQuiz(courseId: string, lessonId: string) {
  const queries = useQueryClient()
  const options = api.quizzes.get.queryOptions({ input: { lesson_id: lessonId } })
  const query = useQuery(options)
  const { data: quiz } = query
  const [draft, setDraft] = useState<QuizInHand | undefined>(() => quizDrafts.read(lessonId))
  // Answers to an earlier version are laid over the present one as far as its questions are still there.
  const answers = draft?.answers ?? {}

  const write = (questionId: string, answer: DraftAnswer) => {
    if (!quiz) return
    const key = draft?.version === quiz.version ? draft.key : newKey()
    const next = { version: quiz.version, key, answers: { ...answers, [questionId]: answer } }
    setDraft(next)
    quizDrafts.keep(lessonId, next)
  }
  const forget = () => {
    setDraft(undefined)
    quizDrafts.forget(lessonId)
  }
  const sending = useSubmission({
    mutationFn: ({ version }: StudentQuiz) => {
      const sent = Object.entries(answers).map(([question_id, answer]) => ({ question_id, ...answer }))
      const key = draft?.version === version ? draft.key : newKey()
      return client.quizzes.submit({ params: { lesson_id: lessonId }, body: { version, key, answers: sent } })
    },
    onSuccess: ({ quiz: present, result }) => {
      forget()
      queries.setQueryData(options.queryKey, present)
      // Lessons behind it may be open now, and this one done.
      if (!result.passed) return
      return queries.invalidateQueries(api.learning.getContent.queryOptions({ input: { courseId } }))
    },
    onError: (error) => {
      if (isAuthError(error)) return endSession()
      if (isApiError(error) && error.status === 409) void query.refetch()
    },
  })
  return {
    ...{ query, quiz, answers, write, forget },
    started: Object.values(answers).some(isAnswered),
    send: sending.mutate,
    sending: sending.isPending,
    problem: sending.error && !isAuthError(sending.error) ? problemOf(sending.error) : undefined,
  }
}
