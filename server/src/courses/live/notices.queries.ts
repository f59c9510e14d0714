import type { Language } from 'contract/languages'
import { JOIN_MINUTES } from 'contract/live-times'
import type { Db } from '../../context.ts'
import { advisoryLocks } from '../../platform/db/advisory-locks.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import { GREETED_NAME } from '../../shop/users/proven-address.ts'
import { COURSES, LESSONS } from '../courses/courses.sql.ts'
import { PRESENT_ENROLMENTS } from '../enrolments/enrolments.sql.ts'
import { isOpen } from '../learning/opening.sql.ts'
import type { CalendarLesson } from './calendar.ts'

export const noticeKinds = ['day', 'soon', 'changed', 'cancelled'] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** A notification of students about one version of a lesson. */
export type Notice = { lesson_id: string; kind: NoticeKind; version: number }

const ENDS = `starts_at + minutes * interval '1 minute'`

const DAY_BEFORE = `starts_at - interval '24 hours'`
const HOUR_BEFORE = `starts_at - interval '60 minutes'`
const LAST_CALL = `starts_at - interval '${JOIN_MINUTES} minutes'`

/** Conditions of each kind at `:now`; `told` marks it as notified, so that it is due once. */
const due: Record<NoticeKind, { when: string; told: string }> = {
  cancelled: {
    when: `cancelled_at is not null and told_starts_at is not null and ${ENDS} > :now`,
    told: 'told_starts_at = null, day_letter_for = null, soon_letter_for = null',
  },
  // The email about the new moment is the reminder, too, where that would be due now.
  changed: {
    when: 'cancelled_at is null and told_starts_at <> starts_at and starts_at > :now',
    told: `told_starts_at = starts_at,
      day_letter_for = case when ${DAY_BEFORE} <= :now then starts_at end,
      soon_letter_for = case when ${HOUR_BEFORE} <= :now then starts_at end`,
  },
  soon: {
    when: `cancelled_at is null and soon_letter_for is distinct from starts_at and ${HOUR_BEFORE} <= :now and ${LAST_CALL} > :now`,
    told: 'told_starts_at = starts_at, soon_letter_for = starts_at',
  },
  day: {
    when: `cancelled_at is null and day_letter_for is distinct from starts_at and ${DAY_BEFORE} <= :now and ${HOUR_BEFORE} > :now`,
    told: 'told_starts_at = starts_at, day_letter_for = starts_at',
  },
}

/** Blocks other rounds until the transaction ends: two that lock many lessons would deadlock. */
export async function lockRound(trx: Db): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(?)', [advisoryLocks.liveRound])
}

/** Cancels future moments of lessons that were removed or are no longer live. */
export async function cancelOrphans(trx: Db, now: Date): Promise<void> {
  await trx.raw(
    `update live_lessons v set cancelled_at = :now, updated_at = :now, version = v.version + 1
     where v.cancelled_at is null and ${ENDS} > :now
       and not exists (select from ${LESSONS} l where l.lesson_id = v.lesson_id and l.kind = 'live')`,
    { now },
  )
}

/** Takes everything of one kind that is due now, for this caller alone. */
export async function takeDue(trx: Db, kind: NoticeKind, now: Date): Promise<Notice[]> {
  const { when, told } = due[kind]
  const { rows } = await trx.raw<{ rows: { lesson_id: string; version: number }[] }>(
    `update live_lessons set ${told} where ${when} returning lesson_id, version`,
    { now },
  )
  return rows.map((row) => ({ ...row, kind }))
}

/**
 * Notes the emails of the next students (`users.id` above `after`), and returns the recipients and the last student
 * examined. A change or an end also goes to students notified before, even when the lesson is closed to them or gone by
 * now.
 */
export async function noteEmails(
  trx: Db,
  { lesson_id, kind, version }: Notice,
  { after, atOnce, now }: { after: number; atOnce: number; now: Date },
): Promise<{ userIds: number[]; last: number | undefined }> {
  const notifiedBefore = `exists (select from live_letters t where t.lesson_id = v.lesson_id and t.user_id = e.user_id)`
  const isChange = kind === 'changed' || kind === 'cancelled'
  const changed = isChange ? `or ${notifiedBefore}` : ''
  const { rows: looked } = await trx.raw<{ rows: { user_id: string }[] }>(
    `select distinct e.user_id from live_lessons v
     join ${PRESENT_ENROLMENTS} e on e.course_id = v.course_id
     join ${ACCOUNTS} u on u.id = e.user_id and u.deleted_at is null
       and (u.reminders or ${isChange})
     left join ${LESSONS} l on l.lesson_id = v.lesson_id
     where v.lesson_id = :lesson_id and e.user_id > :after and ((l.lesson_id is not null and ${isOpen('l', 'e')}) ${changed})
     order by e.user_id limit :atOnce`,
    { lesson_id, after, atOnce, now },
  )
  const ids = looked.map(({ user_id }) => Number(user_id))
  if (ids.length === 0) return { userIds: [], last: undefined }
  const noted: { user_id: string }[] = await trx('live_letters')
    .insert(ids.map((user_id) => ({ lesson_id, user_id, kind, version, told_at: now })))
    .onConflict(['lesson_id', 'user_id', 'kind', 'version'])
    .ignore()
    .returning('user_id')
  return { userIds: noted.map(({ user_id }) => Number(user_id)), last: ids.length < atOnce ? undefined : ids.at(-1) }
}

export type LiveEmailFacts = CalendarLesson & {
  name: string | null
  email: string
  language: Language
  reminders: boolean
  reminder_token: string
}

/**
 * Reads the content of an email to a student (`users.id`) about a live lesson's present state; undefined without
 * account or access.
 */
export async function findNotice(
  db: Db,
  { lesson_id, user_id }: { lesson_id: string; user_id: number },
  now: Date,
): Promise<LiveEmailFacts | undefined> {
  const { rows } = await db.raw<{ rows: LiveEmailFacts[] }>(
    `select ${GREETED_NAME}, users.email, users.language, users.reminders, users.reminder_token, coalesce(l.title, v.title) as title, v.lesson_id, v.course_id, c.name as course_name,
       v.version, v.starts_at, v.minutes, v.cancelled_at is not null as cancelled
     from live_lessons v
     join ${COURSES} c on c.course_id = v.course_id
     join ${PRESENT_ENROLMENTS} e on e.course_id = v.course_id and e.user_id = :user_id
     join ${ACCOUNTS} users on users.id = e.user_id and users.deleted_at is null and users.email is not null
     left join ${LESSONS} l on l.lesson_id = v.lesson_id
     where v.lesson_id = :lesson_id limit 1`,
    { lesson_id, user_id, now },
  )
  const [row] = rows
  return row && { ...row, starts_at: new Date(row.starts_at).toISOString() }
}
