import { LIVING_BUYER } from '../../shop/users/accounts.sql.ts'

/** Tolerance between the clocks of browser and server, and for the network: once for a run of beats. */
const TOLERANCE_SECONDS = 2
/** A first beat claims at most one interval of the player and a little. */
const FIRST_BEAT_SECONDS = 15

const ALLOWED = 'greatest(least(last.claimed, floor(last.elapsed + last.tolerance)), 0)'

/**
 * Builds the tables of a statement. `accepted` has one row with the `seconds` that the server's clock allows at `:now`,
 * of a claim of `:claimed` whole seconds by the student `:userId`. A claim beyond the clock uses up tolerance, a
 * smaller claim refills it: over any stretch of beats the sum is at most the clock plus the tolerance once. Never
 * negative, even when the clock was set back. A claim of no time, such as a seek, leaves the clock to other beats.
 *
 * Until the transaction ends the student cannot be deleted and the row of the clock is locked, so that beats of several
 * tabs run one after another. `living` is empty for a deleted account. `accepted` alone is empty when another tab's
 * first beat was faster: nothing is written, and the statement must be repeated.
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
