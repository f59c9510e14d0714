import type { Context, Db } from '../../context.ts'
import type { EndKind } from './member-state.ts'
import { type Member, updateMember } from './members.queries.ts'
import { settleAccess } from './settle-member.ts'

/**
 * Ends a mandate, locked, for whoever decides it: a look at the gateway ends it there, again until the gateway heard, and its person is written to
 * once. Access ends with what is paid, or `now`. A repeat changes nothing.
 */
export async function endMandate(
  ctx: Context,
  trx: Db,
  member: Member,
  { kind, at }: { kind: EndKind; at: 'now' | 'period_end' },
): Promise<void> {
  const isLive = !member.end_wanted_at && !member.ended_at
  const cuts = at === 'now' && !member.cut_at
  if (!isLive && !cuts) return
  const now = ctx.now()
  const moment = now.toISOString()
  const changes = {
    ...(isLive ? { end_wanted_at: moment, end_kind: kind } : {}),
    ...(cuts ? { cut_at: moment } : {}),
    poll_after: moment,
  }
  const { member_id } = member
  await updateMember(trx, member_id, changes)
  await settleAccess(trx, member, now)
  await ctx.queue.send(trx, 'settle-member', { member_id }, { singletonKey: member_id })
}
