import { defineFeature } from '../../platform/features/define-feature.ts'
import { ACCOUNT, AGREED, COURSE, LEDGER, WHO } from '../../platform/features/manifest.sql.ts'
import { HAS_PROVEN_EMAIL } from '../../shop/users/accounts.sql.ts'
import * as invariants from './enrolments.invariants.ts'

/** Lessons of a course, and those of them that a student has done. */
const LESSONS = '(select count(*) from lessons l where l.course_id = t.course_id)'

const DONE = `from lesson_progress p join lessons l on l.lesson_id = p.lesson_id and l.course_id = t.course_id
  where p.user_id = t.user_id and p.completed_at is not null`

export default defineFeature({
  invariants,
  tables: {
    waiting_courses: {
      person: {
        // Waiting courses belong to the owner of the mailbox: a person who registered with another's address may not drop them.
        erased: ['email', 'course_id', 'given_by', 'given_until', 'given_at', 'enrolled_at', 'progress', 'move_id'],
        statement: `delete from waiting_courses where email = :email and ${HAS_PROVEN_EMAIL}`,
      },
      // The console shows it as a year.
      expires: { column: 'given_at', days: 365 },
      ownData: { without: 'they go with the proof of the address, and before it they are not known to be theirs' },
      archive: {
        file: 'waiting-enrolments.csv',
        about: 'courses that wait until a student confirms their email address',
        select: `select t.email, c.name as course, t.given_at as enrolled_on, t.given_until as access_ends, t.course_id
      from waiting_courses t ${COURSE} order by t.email, t.course_id`,
      },
    },
    enrolments: {
      stays: 'money',
      person: {
        erased: [],
        kept: { [LEDGER]: ['user_id', 'course_id', 'order_id', 'gift_code', 'access_period', 'move_id'] },
      },
      ownData: {
        title: 'Your courses',
        select: `select course_id, order_id, gift_code, granted_at, access_period, ends_at, revoked_at from enrolments where user_id = :id order by id`,
      },
      archive: {
        file: 'enrolments.csv',
        about: 'who has, or had, which course: since when, until when, how far they are',
        select: `select ${WHO}, c.name as course, coalesce(t.since, t.granted_at) as enrolled_on, t.ends_at as access_ends,
        case when t.revoked_at is not null then 'removed' when t.continued then 'renewed'
          when t.ends_at <= now() then 'ended' else 'active' end as state,
        case when t.gift_code is not null then 'gift' when t.order_id is not null then 'order'
          when t.move_id is not null then 'moved in' else 'by hand' end as source,
        case when ${LESSONS} = 0 then 0 else (select 100 * count(*) ${DONE}) / ${LESSONS} end as progress_percent,
        case when ${LESSONS} = (select count(*) ${DONE}) then (select max(p.completed_at) ${DONE}) end as completed_on,
        t.order_id, t.gift_code, t.course_id, ${AGREED}
      from enrolments t ${ACCOUNT} ${COURSE} order by t.id`,
      },
    },
  },
})
