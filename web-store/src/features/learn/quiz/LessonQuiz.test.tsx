import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { StudentQuiz } from 'contract/quizzes'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { api } from '../../../api/client.ts'
import { studentDrafts } from '../../../stores/drafts.ts'
import { useSession } from '../../../stores/session.ts'
import LessonQuiz from './LessonQuiz.tsx'

const { queryKey } = api.quizzes.get.queryOptions({ input: { lesson_id: 'one' } })
const question = { question_id: 'q', kind: 'single' as const, text: 'Which?', options: [{ option_id: 'o', text: 'A' }] }
const score = { right: 0, total: 1, percent: 0 }
const submitted_at = '2026-11-21T10:00:00.000Z'
const quiz: StudentQuiz = {
  version: 1,
  intro: null,
  pass_mark: 70,
  max_tries: 2,
  gate: false,
  reveals: 'never',
  questions: [question],
  tries: 1,
  tries_left: 1,
  passed: false,
  best: score,
  last: { ...score, passed: false, submitted_at, given: [], answers: null },
}

function shown(more: Partial<StudentQuiz>): string {
  const client = new QueryClient()
  client.setQueryData(queryKey, { ...quiz, ...more })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <LessonQuiz courseId="course" lessonId="one" />
    </QueryClientProvider>,
  )
}

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  })
  useSession.setState({ user: { user_id: 'usr_asha', name: 'Asha', email: 'asha@example.com', phone: '9876543210' } })
})

it('the result of the last try shows until another one starts, and once none is left', () => {
  expect(shown({})).toContain('Not passed yet')
  studentDrafts.keep('quiz one', { version: 1, key: 'key of a try', answers: { q: { options: ['o'], text: '' } } })
  expect(shown({})).toContain('Check my answers')
  expect(shown({ tries_left: 0 })).toContain('You have used all your attempts')
})

it('a spoiled draft counts as no answer', () => {
  const answers = { q: { options: 1, text: 'x' } }
  studentDrafts.keep<object>('quiz one', { version: 1, key: 'key of a try', answers })
  expect(shown({ tries_left: 1 })).toContain('Not passed yet')
})
