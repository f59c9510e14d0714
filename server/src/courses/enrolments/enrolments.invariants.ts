import { invariant } from '../../platform/invariants/invariant.ts'

/** Adds a period in Indian time; null without a period. */
const later = (from: string, period: string) =>
  `((${from} at time zone 'Asia/Kolkata') + cast(${period} as interval)) at time zone 'Asia/Kolkata'`

export const accessIsItsGrants = invariant(
  'Access ends when what was given of it does, one grant after the other.',
  `with recursive given as (
    select id, user_id, course_id, granted_at, access_period, given_until, ends_at, continued,
      right(access_period, 1) = 'M' and given_until is null as monthly, cast(access_period as interval) as period,
      row_number() over (partition by user_id, course_id order by granted_at, id) as n,
      count(*) over (partition by user_id, course_id) as grants
    from enrolments where revoked_at is null
  ), followed as (
    select *, granted_at as run_from, case when monthly then period end as run,
      coalesce(given_until, ${later('granted_at', 'period')}, 'infinity') as until from given where n = 1
    union all
    select g.*, next.run_from, next.run, case when f.until = 'infinity' then f.until when g.given_until is not null then greatest(f.until, g.given_until)
      else coalesce(${later('next.run_from', 'coalesce(next.run, g.period)')}, 'infinity') end
    from followed f join given g on g.user_id = f.user_id and g.course_id = f.course_id and g.n = f.n + 1
    cross join lateral (select f.run is not null and f.until > g.granted_at as runs, f.until >= g.given_until as longer) is_
    cross join lateral (select case when longer or g.monthly and runs then f.run_from else greatest(f.until, g.granted_at) end as run_from,
      case when longer then f.run when g.monthly then case when runs then f.run else interval '0' end + g.period end as run) next
    where f.n < f.grants
  )
  select u.user_id as id, 'course ' || f.course_id || ' ends ' || coalesce(f.ends_at::text, 'never') || ', given until ' || f.until as what
  from followed f join users u on u.id = f.user_id
  where f.continued <> (f.n < f.grants) or f.n = f.grants and f.until is distinct from coalesce(f.ends_at, 'infinity')`,
)

export const waitingCourseIsGiven = invariant(
  'A course waits only for somebody who has not confirmed the address.',
  `select u.user_id as id, 'course ' || w.course_id || ' still waits' as what
  from waiting_courses w join users u on u.email = w.email and u.deleted_at is null
  where u.email_proven_at < cast(:now as timestamptz) - interval '1 hour' and w.given_at < cast(:now as timestamptz) - interval '1 hour'`,
)
