import type { Quiz } from 'contract/quizzes'
import type { QuizInput } from 'contract/quizzes/input'
import { expect, it } from 'vitest'
import { emptyQuestion, mergedQuiz, type QuizForm, quizParts, quizResolver, toForm } from './quiz-form.ts'

const quiz: Quiz = {
  version: 3,
  intro: null,
  pass_mark: 60,
  gate: true,
  max_tries: null,
  reveals: 'passed',
  questions: [
    {
      question_id: 'q_1',
      kind: 'single',
      text: 'Which?',
      accepted: [],
      explanation: null,
      options: [
        { option_id: 'o_1', text: 'This', right: true },
        { option_id: 'o_2', text: 'That', right: false },
      ],
    },
    { question_id: 'q_2', kind: 'text', text: 'What?', options: [], accepted: ['a', 'b'], explanation: 'So' },
  ],
}

const check = async (form: QuizForm) => quizResolver(form, undefined, { fields: {}, shouldUseNativeValidation: false })

it('an untouched form sends the stored quiz', async () => {
  const { values } = await check(toForm(quiz))
  const { version: _, ...same } = quiz
  expect(values).toEqual(same)
})

it('an error appears at its field', async () => {
  const { errors } = await check({ ...toForm(null), pass_mark: '', max_tries: '0' })
  expect(errors).toMatchObject({
    pass_mark: { message: 'Must be a whole percentage from 1 to 100' },
    max_tries: { message: 'Must be a whole number from 1 to 100' },
    questions: [{ text: { message: 'Please write the question' } }],
  })
  expect(await check({ ...toForm(quiz), questions: [] })).toMatchObject({
    errors: { questions: { root: { message: 'Add at least one question' } } },
  })
  const unmarked = toForm(quiz).questions.map((one) => ({
    ...one,
    options: one.options.map((option) => ({ ...option, right: false })),
  }))
  expect(await check({ ...toForm(quiz), questions: unmarked })).toMatchObject({
    errors: { questions: [{ options: { root: { message: 'Mark the right option' } } }] },
  })
  const blank = [{ ...emptyQuestion, kind: 'text' as const, text: 'Q' }]
  expect(await check({ ...toForm(quiz), questions: blank })).toMatchObject({
    errors: { questions: [{ accepted: [{ text: { message: 'Please write an answer' } }] }] },
  })
})

it('two versions differ by parts, and a merge takes one of each', () => {
  const { version: _, ...base } = quiz
  const mine: QuizInput = { ...base, pass_mark: 80 }
  const theirs: Quiz = { ...quiz, version: 4, max_tries: 2 }
  expect(quizParts(mine, theirs, base)).toMatchObject([
    { id: 'pass_mark', mine: 80, theirs: 60, changedHere: true },
    { id: 'max_tries', mine: null, theirs: 2, changedHere: false },
  ])
  expect(mergedQuiz(mine, theirs, new Set(['max_tries']))).toMatchObject({ pass_mark: 80, max_tries: 2 })
})
