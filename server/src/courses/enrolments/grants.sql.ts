/** Lists every grant with its order, terms and way, continued ones included, revoked ones excluded. */
export const GRANTS = `(select user_id, course_id, order_id, granted_at, access_period, given_until, case when order_id is not null then 'bought' when move_id is not null then 'moved'
  when gift_code is not null then 'gifted' else 'granted' end as way from enrolments where revoked_at is null)`
