import { correctOf, isRight, percentOf, shownQuestion } from 'contract/quiz-marking'
import type { Quiz, QuizQuestion, QuizResult, StudentQuiz, SubmittedAnswer } from 'contract/quizzes'
import type { Context, Db } from '../../context.ts'
import { appError } from '../../errors.ts'
import { lockLiving } from '../../shop/users/users.queries.ts'
import { findLesson, type LessonOfCourse } from '../courses/lesson-of-course.ts'
import { addProgress } from '../learning/learning.queries.ts'
import { requireOpen } from '../learning/learning.service.ts'
import { type Attempt, findAttempt, findQuiz, findTries, insertAttempt, lockTries } from './quizzes.queries.ts'

type Ctx = Pick<Context, 'db' | 'now'>

/** Reads a lesson's quiz in the student's (`users.id`) form. 404 without one; 403 not enrolled or not open yet. */
export async function studentQuiz(ctx: Ctx, userId: number, lessonId: string): Promise<StudentQuiz> {
  await requireQuizLesson(ctx, userId, lessonId)
  return shownQuiz(ctx.db, userId, lessonId)
}

/**
 * Marks a student's answers, once per key. A pass completes a lesson that is a quiz. 409 `edit_conflict` when the quiz
 * has another version by now, 409 `conflict` without attempts left.
 */
export async function submitTry(
  ctx: Ctx,
  userId: number,
  { lessonId, version, key, answers }: { lessonId: string; version: number; key: string; answers: SubmittedAnswer[] },
): Promise<{ result: QuizResult; quiz: StudentQuiz }> {
  const { lesson, kind } = await requireQuizLesson(ctx, userId, lessonId)
  return ctx.db.transaction(async (trx) => {
    await lockLiving(trx, userId)
    await lockTries(trx, userId)
    const sent = await findAttempt(trx, userId, key)
    if (sent && sent.lesson_id !== lessonId) throw appError('conflict', 'This key is of another quiz')
    const attempt = sent ?? (await markTry(trx, { userId, lesson, version, answers, now: ctx.now() }))
    if (!sent) {
      await insertAttempt(trx, { ...attempt, user_id: userId, course_id: lesson.course_id, lesson_id: lessonId, key })
      if (attempt.passed && kind === 'quiz') await finishLesson(trx, userId, lesson, attempt.submitted_at)
    }
    const quiz = await shownQuiz(trx, userId, lessonId)
    const stored = await requireStored(trx, lessonId)
    return { result: resultOf(attempt, stored, quiz), quiz }
  })
}

async function markTry(
  trx: Db,
  tried: { userId: number; lesson: LessonOfCourse; version: number; answers: SubmittedAnswer[]; now: Date },
): Promise<Attempt> {
  const quiz = await requireStored(trx, tried.lesson.lesson_id)
  if (quiz.version !== tried.version) {
    throw appError('edit_conflict', 'This quiz was changed. Please check your answers again.')
  }
  const { tries } = await findTries(trx, tried.userId, tried.lesson.lesson_id)
  if (quiz.max_tries !== null && tries >= quiz.max_tries) throw appError('conflict', 'No attempts left')
  const input = new Map(tried.answers.map((answer) => [answer.question_id, answer]))
  const marked = quiz.questions.map((one) => [one.question_id, isRight(one, input.get(one.question_id))] as const)
  const [right, total] = [marked.filter(([, is]) => is).length, marked.length]
  return {
    number: tries + 1,
    version: quiz.version,
    answers: quiz.questions.flatMap((question) => {
      const answer = input.get(question.question_id)
      return answer ? [pickShown(question, answer)] : []
    }),
    marks: Object.fromEntries(marked),
    right_count: right,
    question_count: total,
    passed: percentOf(right, total) >= quiz.pass_mark,
    submitted_at: tried.now,
  }
}

/** Drops unrequested parts of an answer: unknown ids, repeated options, words beside options. */
function pickShown(
  { kind, options }: QuizQuestion,
  { question_id, options: input, text }: SubmittedAnswer,
): SubmittedAnswer {
  const known = options.map(({ option_id }) => option_id)
  return { question_id, options: known.filter((id) => input.includes(id)), text: kind === 'text' ? text : '' }
}

const finishLesson = (trx: Db, userId: number, { course_id, lesson_id }: LessonOfCourse, now: Date) =>
  addProgress(trx, { userId, courseId: course_id, lessonId: lesson_id, seconds: 0, completed: true, now })

async function shownQuiz(db: Db, userId: number, lessonId: string): Promise<StudentQuiz> {
  const stored = await requireStored(db, lessonId)
  const { tries, passed, best, last } = await findTries(db, userId, lessonId)
  const { questions, ...rules } = stored
  const tries_left = stored.max_tries === null ? null : Math.max(0, stored.max_tries - tries)
  const quiz = { ...rules, questions: questions.map(shownQuestion), tries, tries_left, passed }
  return { ...quiz, best: best ? scoreOf(best) : null, last: last ? resultOf(last, stored, quiz) : null }
}

const scoreOf = ({ right_count, question_count }: Attempt) => ({
  right: right_count,
  total: question_count,
  percent: percentOf(right_count, question_count),
})

type Standing = Pick<StudentQuiz, 'passed' | 'tries_left'>

function resultOf(attempt: Attempt, quiz: Quiz, standing: Standing): QuizResult {
  const { passed, answers: input, submitted_at } = attempt
  const answers = mayRead(attempt, quiz, standing)
    ? quiz.questions.map((question) => ({
        question_id: question.question_id,
        right: attempt.marks[question.question_id] ?? false,
        correct: correctOf(question),
        explanation: question.explanation,
      }))
    : null
  return { ...scoreOf(attempt), passed, submitted_at: new Date(submitted_at).toISOString(), given: input, answers }
}

/** Decides when a student may read the correct answers: after an attempt at this version, as the quiz allows. */
function mayRead({ version }: Attempt, quiz: Quiz, { passed, tries_left }: Standing): boolean {
  if (version !== quiz.version || quiz.reveals === 'never') return false
  return quiz.reveals === 'always' || passed || tries_left === 0
}

async function requireQuizLesson(ctx: Ctx, userId: number, lessonId: string) {
  const lesson = await findLesson(ctx.db, lessonId)
  if (!lesson) throw noQuiz()
  const { kind } = await requireOpen(ctx, { userId, courseId: lesson.course_id, lessonId })
  return { lesson, kind }
}

async function requireStored(db: Db, lessonId: string): Promise<Quiz> {
  const quiz = await findQuiz(db, lessonId)
  if (!quiz) throw noQuiz()
  return quiz
}

const noQuiz = () => appError('not_found', 'This lesson has no quiz')
