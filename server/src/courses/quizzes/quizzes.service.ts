import { randomBytes } from 'node:crypto'
import type { Quiz, QuizQuestion } from 'contract/quizzes'
import type { QuizInput } from 'contract/quizzes/input'
import type { Context, Db } from '../../context.ts'
import { appError } from '../../errors.ts'
import { requirePresent } from '../../platform/net/require-present.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { type LessonOfCourse, lockLesson, notePartOfLesson, requireLesson } from '../courses/lesson-of-course.ts'
import { countAnswers, deleteQuiz, findQuiz, writeQuiz } from './quizzes.queries.ts'

type Write = Pick<Context, 'db' | 'now'>

/** Returns the admin calls' `ETag`; a lesson without a quiz has one, too. */
export const quizEtag = (lessonId: string, quiz: Quiz | undefined): string => `"quiz-${lessonId}-${quiz?.version ?? 0}"`

/** Reads a lesson's quiz in the owner's form. 404 for an unknown lesson. */
export async function managedQuiz(db: Db, lessonId: string) {
  const lesson = await requireLesson(db, lessonId)
  const [quiz, numbers] = await Promise.all([findQuiz(db, lessonId), countAnswers(db, lessonId)])
  return { ...lesson, quiz, numbers }
}

/** Writes a lesson's quiz. 404; 409 `edit_conflict` when `ifMatch` names another state. */
export const saveQuiz = ({ db, now }: Write, lessonId: string, input: QuizInput, ifMatch: string | undefined) =>
  // The sales page lists the lessons that wait for it.
  writeCatalogue(db, (trx) => setQuiz({ db: trx, now }, lessonId, input, ifMatch))

/** Does so in a catalogue write. */
export async function setQuiz(
  { db: trx, now }: Write,
  lessonId: string,
  input: QuizInput,
  ifMatch?: string,
): Promise<Quiz> {
  const { lesson, before } = await lockQuiz(trx, lessonId)
  requirePresent(ifMatch, quizEtag(lessonId, before), 'this quiz', before ?? null)
  const questions = withIds(input.questions, before?.questions ?? [])
  const quiz = { ...input, questions, version: (before?.version ?? 0) + 1 }
  await writeQuiz(trx, lesson, quiz, now())
  await notePartOfLesson(trx, lesson, 'quiz_of', before && noted(before), noted(quiz))
  return quiz
}

/** Removes a lesson's quiz. 404. */
export async function removeQuiz({ db }: Write, lessonId: string): Promise<void> {
  await writeCatalogue(db, async (trx) => {
    const { lesson, before } = await lockQuiz(trx, lessonId)
    if (!before) throw appError('not_found', 'This lesson has no quiz')
    await deleteQuiz(trx, lessonId)
    await notePartOfLesson(trx, lesson, 'quiz_of', noted(before), undefined)
  })
}

/** Keeps the ids of stored questions and options, so that their numbers continue; gives others new ones. */
function withIds(questions: QuizInput['questions'], stored: readonly QuizQuestion[]): QuizQuestion[] {
  const known = new Map(stored.map((question) => [question.question_id, question]))
  return questions.map(({ question_id, options, ...question }) => {
    const previous = question_id ? known.get(question_id) : undefined
    if (previous) known.delete(previous.question_id)
    const saved = new Set(previous?.options.map(({ option_id }) => option_id))
    return {
      ...question,
      question_id: previous?.question_id ?? newId('q'),
      options: options.map(({ option_id, ...option }) => ({
        ...option,
        option_id: option_id && saved.delete(option_id) ? option_id : newId('o'),
      })),
    }
  })
}

/** Reduces a quiz to its fields in the activity: its rules, and each question by its text. */
function noted({ intro, pass_mark, gate, max_tries, reveals, questions }: Quiz): Record<string, unknown> {
  return { intro, pass_mark, gate, max_tries, reveals, questions: questions.map(({ text }) => text) }
}

/** Locks the course's lessons until the transaction ends, and reads lesson and quiz. */
async function lockQuiz(trx: Db, lessonId: string): Promise<{ lesson: LessonOfCourse; before: Quiz | undefined }> {
  const lesson = await lockLesson(trx, lessonId)
  return { lesson, before: await findQuiz(trx, lessonId) }
}

const newId = (kind: 'q' | 'o') => `${kind}_${randomBytes(8).toString('hex')}`
