import { DAY_MS } from 'contract/indian-time'
import type { MemberState } from 'contract/memberships/memberships'
import type { SubscriptionStatus } from '../../platform/payments/razorpay-subscriptions.ts'

export type EndKind = 'student' | 'erased' | 'bank' | 'done' | 'unpaid' | 'shop' | 'dispute'

/** A mandate as stored, with the end of what is paid: refunded and stray debits do not count. */
type Standing = {
  gateway_state: SubscriptionStatus
  paid_until: string | null
  /** It had a debit, whatever became of its money. */
  begun: boolean
  starts_at: string | null
  grace_days: number
  cut_at: string | null
  /** A later mandate of the same membership goes on. */
  continued: boolean
  end_wanted_at: string | null
  ended_at: string | null
  end_kind: EndKind | null
}

/** Ends of a mandate that somebody decided. */
const CANCELLED: readonly (EndKind | null)[] = ['student', 'erased', 'bank', 'shop', 'dispute']

export function stateOf(
  { gateway_state, paid_until, begun, starts_at, end_wanted_at, ended_at, end_kind }: Standing,
  now: Date,
): MemberState {
  if (ended_at !== null) return CANCELLED.includes(end_kind) ? 'cancelled' : 'ended'
  if (end_wanted_at !== null) return 'cancelled'
  if (gateway_state === 'halted' || gateway_state === 'paused') return 'stopped'
  if (gateway_state === 'pending') return 'late'
  // A mandate alone is no money: `activated` may precede the debit, or have none.
  if (!begun && (gateway_state === 'created' || starts_at === null)) return 'starting'
  // The money of its debits went back, or none is due so far: the next one opens again.
  if (paid_until === null) return 'active'
  return new Date(paid_until) <= now ? 'late' : 'active'
}

/** Returns until when a paid cycle gives access: the days of grace count while this mandate, or one that continues it, may still pay. */
export function accessUntil({
  paid_until,
  grace_days,
  cut_at,
  continued,
  end_wanted_at,
  ended_at,
}: Pick<Standing, 'paid_until' | 'grace_days' | 'cut_at' | 'continued' | 'end_wanted_at' | 'ended_at'>): Date | null {
  if (paid_until === null) return null
  const isOver = !continued && (end_wanted_at !== null || ended_at !== null)
  const until = new Date(paid_until).getTime() + (isOver ? 0 : grace_days * DAY_MS)
  return new Date(cut_at ? Math.min(until, Date.parse(cut_at)) : until)
}

/** Returns the grants of a debit: until the end of its cycle and the days of grace. */
export const grantsOf = (
  terms: Parameters<typeof accessUntil>[0],
  { course_ids, to_at }: { course_ids: readonly string[]; to_at: string },
) => {
  const given_until = accessUntil({ ...terms, paid_until: to_at })
  return course_ids.map((course_id) => ({ course_id, access_period: null, given_until, continues: true, silent: true }))
}

/** Returns the end of a mandate at the gateway; undefined while it lives. */
export function endAt(state: SubscriptionStatus, endWanted: boolean, erased: boolean): EndKind | undefined {
  if (state === 'completed') return 'done'
  if (state === 'expired') return 'unpaid'
  if (state !== 'cancelled') return undefined
  return erased ? 'erased' : endWanted ? 'student' : 'bank'
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** The next look at the gateway: events may be lost, and a debit takes up to a day. Null once all is over and no money can follow. */
export function nextLook(
  {
    state,
    created_at,
    charge_at,
    ended_at,
  }: { state: MemberState; created_at: string; charge_at: Date | null; ended_at: Date | null },
  now: Date,
): Date | null {
  const after = (ms: number) => new Date(now.getTime() + ms)
  // Money that was on its way arrives up to five days after the end.
  if (ended_at) return now.getTime() - ended_at.getTime() > 5 * DAY_MS ? null : after(12 * HOUR)
  if (state === 'cancelled') return after(10 * MINUTE)
  if (state === 'starting') return after(now.getTime() - Date.parse(created_at) < HOUR ? 5 * MINUTE : HOUR)
  if (state !== 'active') return after(3 * HOUR)
  const day = after(DAY_MS)
  const charged = charge_at && new Date(charge_at.getTime() + HOUR)
  if (!charged || charged > day) return day
  return charged > now ? charged : after(HOUR)
}
