import type { ShownNextStep } from 'contract/courses/next-step'
import type { Db } from '../../context.ts'
import { isOwned } from '../../courses/enrolments/enrolments.sql.ts'
import { pieces } from '../../platform/features/pieces.ts'

export type ProfileRow = {
  name: string
  user_id: string
  email: string
  phone: string
  coins: number
  referral_code: string
}

export type OwnProfileRow = ProfileRow & {
  email_confirmed: boolean
  pending?: { email?: string; phone?: string }
  reminders: boolean
}

/** Finds the profile with its unconfirmed changes. */
export async function findOwnProfile(db: Db, userId: number, now: Date): Promise<OwnProfileRow | undefined> {
  const { rows } = await db.raw<{
    rows: (Omit<OwnProfileRow, 'pending'> & { pending: OwnProfileRow['pending'] | null })[]
  }>(
    `select u.name, u.user_id, u.email, u.phone, u.coins, u.referral_code,
      u.email_proven_at is not null as email_confirmed, u.reminders,
      (
        select jsonb_object_agg(c.kind, c.value)
        from contact_changes c
        where c.user_id = u.id and c.expires_at > :now
          and c.value is distinct from case c.kind when 'email' then u.email else u.phone end
      ) as pending
    from users u
    where u.id = :userId and u.deleted_at is null`,
    { userId, now },
  )
  if (!rows[0]) return undefined
  const { pending, ...profile } = rows[0]
  return { ...profile, ...(pending ? { pending } : {}) }
}

export type DashboardRow = ProfileRow & {
  referred_by: string | null
  /** Newest enrolment first. */
  courses: {
    course_id: string
    course_name: string
    course_banner: string
    lessons: number
    lessons_done: number
    moved_in: boolean
    last_lesson_id: string | null
    last_watched_at: string | null
    access: {
      ends_at: string
      ended: boolean
      renewable: boolean
      plan_id?: string
      renews?: true
      membership?: true
    } | null
    next_step: ShownNextStep | null
    certificate: 'taken' | 'offered' | null
  }[]
}

/** The student with the courses of all living enrolments, those that ended and those that left the catalogue included. */
export async function findDashboard(db: Db, userId: number, now: Date): Promise<DashboardRow | undefined> {
  const { rows } = await db.raw<{ rows: DashboardRow[] }>(
    `select u.name, u.user_id, u.email, u.phone, u.coins, u.referral_code, referrer.referral_code as referred_by,
      coalesce((
        select jsonb_agg(
          jsonb_build_object('course_id', c.course_id, 'course_name', c.name, 'course_banner', c.banner,
            'lessons', done.lessons, 'lessons_done', done.completed, 'moved_in', done.moved_in,
            'last_lesson_id', done.watched[1][1], 'last_watched_at', done.watched[1][2],
            'access', case when e.ends_at is not null then jsonb_strip_nulls(jsonb_build_object(
              'plan_id', (select min(n.plan_id) from ${pieces.openPlans} n where n.user_id = u.id and n.course_id = c.course_id),
              'renews', case when exists (select from ${pieces.renewedCourses} r where r.course_id = c.course_id) then true end,
              'membership', case when exists (select from ${pieces.followedDebits} f where f.order_id = e.order_id) then true end,
              'ends_at', to_char(e.ends_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'ended', e.ends_at <= cast(:now as timestamptz), 'renewable', c.course_id not in (select d.course_id from ${pieces.datedCourses} d)
                and not ${isOwned('e', { run: 'null', order: 'null' }, "'infinity'")})) end,
            'next_step', case when coalesce(e.ends_at > cast(:now as timestamptz), true) then ${pieces.nextStep('c.course_id', 'u.id')} end,
            'certificate', case
              when exists (select from ${pieces.takenCertificates} t where t.user_id = u.id and t.course_id = c.course_id) then 'taken'
              when exists (select from ${pieces.certificateCourses} g where g.course_id = c.course_id) then 'offered'
            end)
          order by coalesce(e.since, e.granted_at) desc, e.id desc)
        from (select *, granted_at as renewed_at from enrolments) e
        join courses c using (course_id)
        cross join lateral (
          select count(*) as lessons, count(p.completed_at) as completed,
            coalesce(bool_or(p.completed_at is not null and p.moved_in_at is not null), false) as moved_in,
            (array_agg(array[l.lesson_id, to_char(p.updated_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')]
              order by p.updated_at desc, l.position desc) filter (where p.updated_at is not null))[1:1] as watched
          from lessons l
          left join lesson_progress p on p.user_id = u.id and p.course_id = l.course_id and p.lesson_id = l.lesson_id
          where l.course_id = c.course_id
        ) done
        where e.user_id = u.id and e.revoked_at is null and not e.continued
      ), '[]') as courses
    from users u
    left join users referrer on referrer.id = u.referred_by
    where u.id = :userId and u.deleted_at is null`,
    { userId, now },
  )
  return rows[0]
}
