import { LIVING_BUYER } from '../../shop/users/accounts.sql.ts'

/** What the clocks of browser and server, and the way between them, may differ by: once for a run of beats. */
const TOLERANCE_SECONDS = 2
/** With no beat before it, a beat can claim no more than one interval of the player and a little. */
const FIRST_BEAT_SECONDS = 15

const ALLOWED = 'greatest(least(last.claimed, floor(last.elapsed + last.tolerance)), 0)'

/**
 * Tables of a statement, of which `accepted` has in its one row the `seconds` that the server's own clock allows at `:now` of a claim of
 * `:claimed` whole seconds by the student `:userId`. What was claimed beyond the clock is taken from the tolerance, what the clock had beyond
 * the claim fills it up again: over any stretch of beats the sum is at most the clock and the tolerance once. Never negative, also when that
 * clock was set back. A claim of no time, such as a step in the lesson, leaves the clock to the beats that do.
 *
 * Until the transaction ends the student is kept from being deleted, then the row of their clock is held, so that beats of several tabs come
 * one after the other. `living` has no row once the account is gone. `accepted` alone has none where the first beat of another tab was
 * quicker: nothing is written then, and the statement has to be made again.
 */
export const ACCEPTED = `living as (${LIVING_BUYER}), claim as (
    select id as user_id, cast(:claimed as bigint) as claimed, cast(:now as timestamptz) as claimed_at from living
  ), last as (
    select user_id, claim.claimed, claim.claimed_at, clock.beat_at, clock.tolerance_seconds as tolerance,
      cast(extract(epoch from claim.claimed_at - clock.beat_at) as double precision) as elapsed
    from claim join learning_beats clock using (user_id)
    where claim.claimed > 0
    for update of clock
  ), moved as (
    update learning_beats set
      beat_at = greatest(last.beat_at, last.claimed_at),
      tolerance_seconds = least(greatest(last.tolerance + greatest(last.elapsed, 0) - ${ALLOWED}, 0), ${TOLERANCE_SECONDS})
    from last where learning_beats.user_id = last.user_id
    returning ${ALLOWED} as seconds
  ), begun as (
    insert into learning_beats (user_id, beat_at)
    select user_id, claimed_at from claim where claimed > 0 and not exists (select from last)
    on conflict (user_id) do nothing
    returning user_id
  ), accepted as (
    select cast(seconds as bigint) as seconds from moved
    union all select least(claimed, ${FIRST_BEAT_SECONDS}) from claim join begun using (user_id)
    union all select 0 from claim where claimed = 0
  )`
