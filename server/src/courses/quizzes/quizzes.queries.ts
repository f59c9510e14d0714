import { STORED_TRIES } from 'contract/limits'
import type { Quiz, QuizQuestion, SubmittedAnswer } from 'contract/quizzes'
import type { QuizInput } from 'contract/quizzes/input'
import type { Db } from '../../context.ts'
import type { LessonOfCourse } from '../courses/lesson-of-course.ts'

const columns = ['version', 'intro', 'pass_mark', 'gate', 'max_tries', 'reveals', 'questions'] as const

export function findQuiz(db: Db, lessonId: string): Promise<Quiz | undefined> {
  return db('quizzes').where({ lesson_id: lessonId }).first(columns)
}

export async function writeQuiz(
  trx: Db,
  { lesson_id, course_id }: Pick<LessonOfCourse, 'lesson_id' | 'course_id'>,
  quiz: Omit<QuizInput, 'questions'> & { version: number; questions: QuizQuestion[] },
  now: Date,
): Promise<void> {
  await trx('quizzes')
    .insert({ ...quiz, questions: JSON.stringify(quiz.questions), lesson_id, course_id, updated_at: now })
    .onConflict('lesson_id')
    .merge()
}

export async function deleteQuiz(trx: Db, lessonId: string): Promise<void> {
  await trx('quizzes').where({ lesson_id: lessonId }).delete()
}

export type Attempt = {
  /** Number of the student's attempt at this quiz, from 1. */
  number: number
  version: number
  answers: SubmittedAnswer[]
  /** Correctness by question. */
  marks: Record<string, boolean>
  right_count: number
  question_count: number
  passed: boolean
  submitted_at: Date
}

const attemptColumns = [
  ...(['number', 'version', 'answers', 'marks', 'right_count', 'question_count', 'passed', 'submitted_at'] as const),
]

/** Blocks further attempts of the student (`users.id`) until the transaction ends. */
export async function lockTries(trx: Db, userId: number): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`quiz_attempts ${userId}`])
}

export function findAttempt(
  db: Db,
  userId: number,
  key: string,
): Promise<(Attempt & { lesson_id: string }) | undefined> {
  return db('quiz_attempts')
    .where({ user_id: userId, key })
    .first([...attemptColumns, 'lesson_id'])
}

/** The best of equal attempts is the first. */
const BEST_FIRST = 'right_count::numeric / question_count desc, attempt_id'
/**
 * Counts a student's attempts at a quiz: older ones are dropped, and an instance of an earlier version numbers none.
 */
const TRIES_MADE = 'greatest(max(number), count(*))::int'

/** Returns a student's attempts at a lesson's quiz: the count, a pass, the best and the last. */
export async function findTries(
  db: Db,
  userId: number,
  lessonId: string,
): Promise<{ tries: number; passed: boolean; best: Attempt | undefined; last: Attempt | undefined }> {
  const own = db('quiz_attempts').where({ user_id: userId, lesson_id: lessonId })
  const counted = await own
    .clone()
    .first(db.raw(`coalesce(${TRIES_MADE}, 0) as tries`), db.raw('coalesce(bool_or(passed), false) as passed'))
  const best = await own.clone().orderByRaw(BEST_FIRST).first(attemptColumns)
  const last = await own.clone().orderBy('attempt_id', 'desc').first(attemptColumns)
  return { ...counted, best, last }
}

/**
 * Stores an attempt, and drops those that are neither among the last `STORED_TRIES` nor the best nor the first pass.
 */
export async function insertAttempt(trx: Db, attempt: AttemptRow): Promise<void> {
  const { answers, marks, user_id, lesson_id } = attempt
  await trx('quiz_attempts').insert({ ...attempt, answers: JSON.stringify(answers), marks: JSON.stringify(marks) })
  await trx.raw(
    `with own as (select * from quiz_attempts where user_id = :user_id and lesson_id = :lesson_id)
     delete from quiz_attempts where attempt_id in (select attempt_id from own order by attempt_id desc offset :stored)
       and attempt_id <> (select attempt_id from own order by ${BEST_FIRST} limit 1)
       and attempt_id is distinct from (select min(attempt_id) from own where passed)`,
    { user_id, lesson_id, stored: STORED_TRIES },
  )
}

export type AttemptRow = Attempt & { user_id: number; course_id: string; lesson_id: string; key: string }

/** Counts all students' results at a lesson's quiz; by question, only stored attempts. */
export async function countAnswers(db: Db, lessonId: string) {
  const each = db('quiz_attempts')
    .where({ lesson_id: lessonId })
    .groupBy('user_id')
    .select(db.raw(`${TRIES_MADE} as made`), db.raw('bool_or(passed) as passed'))
  const [totals, marks] = await Promise.all([
    db
      .from(each.as('each'))
      .first(
        db.raw('count(*)::int as students'),
        db.raw('(count(*) filter (where passed))::int as passed'),
        db.raw('coalesce(sum(made), 0)::int as tries'),
      ),
    db.raw<{ rows: { question_id: string; answered: number; right: number }[] }>(
      `select m.key as question_id, count(*)::int as answered, (count(*) filter (where m.value = 'true'))::int as right
       from quiz_attempts a, jsonb_each_text(a.marks) m where a.lesson_id = :lessonId group by m.key`,
      { lessonId },
    ),
  ])
  return { ...totals, questions: marks.rows } as {
    students: number
    passed: number
    tries: number
    questions: { question_id: string; answered: number; right: number }[]
  }
}
