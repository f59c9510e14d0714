import { appError } from '../errors.ts'
import { calls, requireSelf, requireUser } from '../implement.ts'
import { findProfile } from './account.queries.ts'
import { changeProfile, readDashboard } from './account.service.ts'

export const accountHandlers = {
  dashboard: calls.account.dashboard.handler(({ context }) => readDashboard(context.ctx, requireUser(context).id)),

  profile: calls.account.profile.handler(async ({ context }) => {
    const profile = await findProfile(context.ctx.db, requireUser(context).id)
    if (!profile) throw appError('authentication_expired', 'Session expired. Please login again')
    return profile
  }),

  updateProfile: calls.account.updateProfile.handler(async ({ input, context }) => {
    const self = requireSelf(context, input.user_id)
    return { message: 'Profile updated' as const, user: await changeProfile(context.ctx, self.id, input) }
  }),
}
