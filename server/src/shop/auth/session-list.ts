import type { Context } from '../../context.ts'
import { appError } from '../../errors.ts'
import type { Holder } from './devices.queries.ts'
import { listSessions, revokeOwnSession, revokeSessions } from './sessions.queries.ts'

type Self = Holder & { session_id: string }
type Work = Pick<Context, 'db' | 'now'>

/** Lists the holder's sessions: this device, then the latest seen first. */
export async function openSessions(ctx: Work, self: Self) {
  const rows = await listSessions(ctx.db, self, ctx.now())
  const sessions = rows.map((row) => ({ ...row, current: row.session_id === self.session_id }))
  return sessions.toSorted((one, other) => Number(other.current) - Number(one.current))
}

/** Ends a session. 404 for another's or an ended one. */
export async function endOneSession(ctx: Work, self: Self, sessionId: string): Promise<void> {
  if (!(await revokeOwnSession(ctx.db, self, sessionId, ctx.now()))) {
    throw appError('not_found', 'This device is logged out already')
  }
}

export async function endOtherSessions(ctx: Work, self: Self): Promise<void> {
  await revokeSessions(ctx.db, self, ctx.now(), [self.session_id])
}
