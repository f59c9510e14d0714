import { callName } from 'contract/call-name'
import { type AdminQuestion, MAX_QUESTIONS, type Question, type QuestionBody } from 'contract/questions'
import type { z } from 'zod'
import type { Context, Db } from '../../context.ts'
import { appError, plainError } from '../../errors.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { factStored } from '../../shop/moments/moments.ts'
import { findDelivery } from '../../shop/settings/settings.queries.ts'
import { findShownUser, lockLiving } from '../../shop/users/users.queries.ts'
import { requireOpen } from '../learning/learning.service.ts'
import {
  countQuestions,
  deleteQuestion,
  findForAdmins,
  findQuestionByKey,
  insertQuestion,
  listQuestions,
  rewordQuestion,
  saveAnswer,
} from './questions.queries.ts'

type Lesson = { courseId: string; lessonId: string }

export async function readQuestions(
  ctx: Pick<Context, 'db' | 'now'>,
  userId: number,
  lesson: Lesson,
): Promise<{ open: boolean; questions: Question[] }> {
  await requireOpen(ctx, { userId, ...lesson })
  const [{ questions: open }, questions] = await Promise.all([
    findDelivery(ctx.db),
    listQuestions(ctx.db, { userId, ...lesson }),
  ])
  return { open, questions }
}

/** Stores a question once, however often it is sent; a repeat with changed text updates it. */
export async function addQuestion(
  ctx: Context,
  userId: number,
  { show_name, ...asked }: z.output<typeof QuestionBody>,
): Promise<Question> {
  await requireOpen(ctx, { userId, courseId: asked.course_id, lessonId: asked.lesson_id })
  const { questions: open, question_mails: mails } = await findDelivery(ctx.db)
  if (!open) throw appError('forbidden', 'The shop takes no questions here')
  return ctx.db.transaction(async (trx) => {
    await lockLiving(trx, userId)
    const count = await countQuestions(trx, userId, asked.course_id)
    const name = show_name ? callName((await findShownUser(trx, userId)) ?? {}) : null
    const known = await findQuestionByKey(trx, userId, asked.key)
    if (known) {
      if (known.text === asked.text) return known
      return (await rewordQuestion(trx, { userId, id: known.question_id, text: asked.text, name })) ?? known
    }
    if (count >= MAX_QUESTIONS) {
      const values = { count: MAX_QUESTIONS }
      throw appError('conflict', 'You can ask at most {count} questions in a course', { values })
    }
    const at = ctx.now()
    const question = await insertQuestion(trx, { ...asked, user_id: userId, shown_name: name, now: at })
    const { question_id, text } = question
    await factStored(trx, {
      event: 'question.asked',
      subject: question_id,
      userId,
      courseId: asked.course_id,
      detail: { question_id, lesson_id: asked.lesson_id, text },
      at,
    })
    if (mails) await ctx.queue.send(trx, 'question-mail', { question_id: question.question_id })
    return question
  })
}

const notFound = () => plainError('not_found', 'Question not found')

/** Reads the question; 404. */
export async function readForAdmins(db: Db, id: string): Promise<AdminQuestion> {
  const question = await findForAdmins(db, id)
  if (!question) throw notFound()
  return question
}

/** Reduces a question to its fields in the activity, without its text. */
const activityOf = (question: AdminQuestion) => ({
  kind: 'ticket' as const,
  id: `Q-${question.question_id}`,
  name: question.lesson_title ?? question.course_name,
})

/** Writes or changes the answer; new words are mailed. 404; 409 when another admin has answered since `seen`. */
export async function answerQuestion(
  ctx: Context,
  id: string,
  { text, shown, seen }: { text: string; shown: boolean; seen: string | null },
): Promise<AdminQuestion> {
  return ctx.db.transaction(async (trx) => {
    const before = await findForAdmins(trx, id, { lock: true })
    if (!before) throw notFound()
    // The answer to the same request was lost.
    if (before.answer !== seen && before.answer !== text)
      throw plainError('edit_conflict', 'Somebody else answered this question meanwhile', { current: before })
    await saveAnswer(trx, { id, text, shown, now: ctx.now() })
    if (before.answer !== text) await ctx.queue.send(trx, 'question-answer-mail', { question_id: id })
    const state = before.answer === null ? 'waiting' : 'answered'
    await noteChange(trx, {
      ...activityOf(before),
      before: { status: state, shown: before.shown },
      after: { status: 'answered', shown },
    })
    return readForAdmins(trx, id)
  })
}

/** Deletes the question; 404. */
export async function removeQuestion(ctx: Pick<Context, 'db'>, id: string): Promise<void> {
  await ctx.db.transaction(async (trx) => {
    const before = await findForAdmins(trx, id, { lock: true })
    if (!before) throw notFound()
    await deleteQuestion(trx, id)
    const status = before.answer === null ? 'waiting' : 'answered'
    await noteChange(trx, { ...activityOf(before), before: { status, shown: before.shown } })
  })
}
