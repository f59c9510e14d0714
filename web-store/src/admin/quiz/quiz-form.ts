import type { Quiz } from 'contract/quizzes'
import { newQuiz, QuizInput } from 'contract/quizzes/input'
import { resolverOf } from '../forms/resolver-of.ts'
import { typedNumber } from '../forms/typed-number.ts'
import { mergedParts, type VersionPart, versionParts } from '../forms/version-parts.ts'

export type QuestionForm = {
  question_id: string
  kind: 'single' | 'multiple' | 'text'
  text: string
  options: { option_id: string; text: string; right: boolean }[]
  accepted: { text: string }[]
  explanation: string
}

export type QuizForm = {
  intro: string
  /** As they are typed. */
  pass_mark: string
  max_tries: string
  gate: boolean
  reveals: Quiz['reveals']
  questions: QuestionForm[]
}

export const emptyOption = { option_id: '', text: '', right: false }

export const emptyQuestion: QuestionForm = {
  question_id: '',
  kind: 'single',
  text: '',
  explanation: '',
  options: [emptyOption, emptyOption],
  accepted: [{ text: '' }],
}

/** The stored quiz as the form shows it; a lesson without one begins with an empty question. */
export function toForm(quiz: Quiz | null): QuizForm {
  const { intro, pass_mark, max_tries, gate, reveals } = quiz ?? newQuiz
  return {
    intro: intro ?? '',
    pass_mark: String(pass_mark),
    max_tries: max_tries === null ? '' : String(max_tries),
    gate,
    reveals,
    questions: quiz?.questions.map(({ explanation, accepted, options, ...question }) => ({
      ...question,
      explanation: explanation ?? '',
      // A change of kind leaves fields to type in.
      options: options.length > 0 ? options : emptyQuestion.options,
      accepted: accepted.length > 0 ? accepted.map((text) => ({ text })) : emptyQuestion.accepted,
    })) ?? [emptyQuestion],
  }
}

/** Converts the form to the body of the request: of each question the parts of its kind. Empty fields are left out. */
export function toInput({ pass_mark, max_tries, questions, ...rest }: QuizForm) {
  return {
    ...rest,
    pass_mark: typedNumber(pass_mark),
    max_tries: typedNumber(max_tries),
    questions: questions.map(({ options, accepted, ...question }) =>
      question.kind === 'text' ? { ...question, accepted: accepted.map(({ text }) => text) } : { ...question, options },
    ),
  }
}

/** The contract's own schema checks the quiz; its paths are the form's. */
export const quizResolver = resolverOf<QuizForm, QuizInput>(
  (form) => QuizInput.safeParse(toInput(form)),
  (path) => {
    // A list as a whole has its message at its root, so that those of its entries have a place beside it.
    const name = path.join('.').replace(/(accepted\.\d+)$/, '$1.text')
    return /\.(options|accepted)$|^questions$/.test(name) ? `${name}.root` : name
  },
)

const PARTS = [
  ['intro', 'introduction'],
  ['pass_mark', 'pass mark'],
  ['max_tries', 'attempts allowed'],
  ['gate', 'opening of later lessons'],
  ['reveals', 'when answers are shown'],
  ['questions', 'questions'],
] as const

type Rules = Pick<QuizInput, (typeof PARTS)[number][0]>

const wordsOf = (quiz: Rules, part: (typeof PARTS)[number][0]) =>
  part === 'questions'
    ? quiz.questions.map(({ text, options, accepted, explanation }) =>
        [text, ...options.map((option) => `${option.right ? '✓ ' : ''}${option.text}`), ...accepted, explanation]
          .filter(Boolean)
          .join('\n'),
      )
    : quiz[part]

/** Compares this admin's quiz with the stored one; `base` is the one the edit began with. */
export const quizParts = (mine: Rules, theirs: Rules, base: Rules | null): VersionPart[] =>
  versionParts(PARTS, wordsOf, { mine, theirs, base })

/** This admin's quiz with their version of the parts named. */
export const mergedQuiz = (mine: QuizInput, theirs: Quiz, taken: ReadonlySet<string>): QuizInput =>
  mergedParts(PARTS, mine, theirs, taken)
