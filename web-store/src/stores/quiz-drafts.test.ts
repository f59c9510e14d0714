import { beforeEach, expect, it } from 'vitest'
import { lessonDraft } from './draft.ts'
import { quizDrafts } from './quiz-drafts.ts'
import { useSession } from './session.ts'

const student = { user_id: 'usr_asha', name: 'Asha', email: 'asha@example.com', phone: '9876543210' }

beforeEach(() => {
  useSession.setState({ user: student })
  const kept = new Map<string, string>()
  Object.assign(globalThis, {
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => void kept.set(key, text),
      removeItem: (key: string) => void kept.delete(key),
    },
  })
})

it('answers are kept by lesson until they are sent; what was spoiled is none', () => {
  const draft = { version: 2, key: 'key of a try', answers: { q_1: { options: ['o_1'], text: '' } } }
  quizDrafts.keep('one', draft)
  expect([quizDrafts.read('one'), quizDrafts.read('two')]).toEqual([draft, undefined])
  quizDrafts.forget('one')
  expect(quizDrafts.read('one')).toBeUndefined()
  lessonDraft.keep({
    of: student.user_id,
    drafts:
      '{"quiz one":{"version":1,"key":"long enough","answers":{"a":{"options":[1,"o"],"text":"x"},"b":7}},"quiz two":7}',
  })
  expect(quizDrafts.read('one')?.answers).toEqual({ a: { options: ['o'], text: 'x' } })
  expect(quizDrafts.read('two')).toBeUndefined()
})
