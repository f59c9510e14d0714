import type { Language } from 'contract/languages'
import type { Db } from '../../context.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import { GREETED_NAME } from '../../shop/users/proven-address.ts'
import { lockBuyers } from '../../shop/users/users.queries.ts'
import { COURSES, LESSONS } from '../courses/courses.sql.ts'
import { PRESENT_ENROLMENTS } from '../enrolments/enrolments.sql.ts'
import { isOpen, opensAt } from '../learning/opening.sql.ts'

export type DueWork = { user_id: number; lesson_id: string; due_at: string }

/** Lists open work with a deadline: of a first attempt from the lesson's opening, of a new one from its request. */
const OPEN_WORK = `
  select e.user_id, a.lesson_id, l.title, e.course_id, opened.at as since,
    case when newest.status = 'again' then newest.again_due_at else opened.at + a.due_days * interval '1 day' end as due_at
  from assignments a
  join ${LESSONS} l on l.lesson_id = a.lesson_id
  join ${PRESENT_ENROLMENTS} e on e.course_id = a.course_id
  cross join lateral (select greatest(e.granted_at, ${opensAt('l', 'e')}) as at) opened
  left join lateral (
    select h.status, h.again_due_at from hand_ins h where h.user_id = e.user_id and h.lesson_id = a.lesson_id
    order by h.hand_in_id desc limit 1
  ) newest on true
  where (newest.status is null and a.due_days > 1 or newest.status = 'again') and ${isOpen('l', 'e')}`

/** Takes work that is due within a day and that nobody was reminded of yet; a deadline that moved counts anew. */
export async function takeDueWork(trx: Db, now: Date, limit: number): Promise<DueWork[]> {
  const { rows } = await trx.raw<{ rows: DueWork[] }>(
    `select w.user_id, w.lesson_id, w.due_at from (${OPEN_WORK}) w
     join ${ACCOUNTS} u on u.id = w.user_id and u.deleted_at is null and u.email is not null and u.reminders
     where w.due_at > cast(:now as timestamptz) and w.due_at <= cast(:now as timestamptz) + interval '1 day' and not exists (
       select from work_reminders r where r.user_id = w.user_id and r.lesson_id = w.lesson_id and r.due_at = w.due_at)
     order by w.due_at, w.user_id limit :limit`,
    { now, limit },
  )
  const living = new Set((await lockBuyers(trx, [...new Set(rows.map(({ user_id }) => Number(user_id)))])).map(Number))
  const due = rows.filter(({ user_id }) => living.has(Number(user_id)))
  if (due.length === 0) return []
  return trx('work_reminders')
    .insert(due.map((work) => ({ ...work, told_at: now })))
    .onConflict(['user_id', 'lesson_id', 'due_at'])
    .ignore()
    .returning(['user_id', 'lesson_id', 'due_at'])
}

export type WorkEmailFacts = {
  name: string | null
  email: string
  language: Language
  reminder_token: string
  title: string
  course_id: string
  course_name: string
}

/** Finds what a reminder says; undefined once the work was submitted, its deadline moved, or its student wants no reminders. */
export async function findDueWork(db: Db, work: DueWork, now: Date): Promise<WorkEmailFacts | undefined> {
  const { rows } = await db.raw<{ rows: WorkEmailFacts[] }>(
    `select ${GREETED_NAME}, users.email, users.language, users.reminder_token, w.title, w.course_id, c.name as course_name
     from (${OPEN_WORK}) w join ${COURSES} c on c.course_id = w.course_id
     join ${ACCOUNTS} users on users.id = w.user_id and users.deleted_at is null and users.email is not null and users.reminders
     where w.user_id = :user_id and w.lesson_id = :lesson_id and w.due_at = cast(:due_at as timestamptz)
       and w.due_at > cast(:now as timestamptz) limit 1`,
    { ...work, now },
  )
  return rows[0]
}
