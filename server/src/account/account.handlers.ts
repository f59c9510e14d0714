import { calls, requireUser } from '../context.ts'
import { appError } from '../errors.ts'
import { findOwnProfile } from './account.queries.ts'
import { readDashboard } from './account.service.ts'

export const accountHandlers = {
  dashboard: calls.account.dashboard.handler(({ context }) => readDashboard(context.ctx, requireUser(context).id)),

  profile: calls.account.profile.handler(async ({ context }) => {
    const profile = await findOwnProfile(context.ctx.db, requireUser(context).id, context.ctx.now())
    if (!profile) throw appError('authentication_expired', 'Session expired. Please login again')
    return profile
  }),
}
