import { calls, requireUser } from '../../context.ts'
import { sessionExpired } from '../../errors.ts'
import { placeOf } from '../../shop/auth/devices.ts'
import { setLanguage } from '../../shop/users/language.queries.ts'
import { findOwnProfile } from './account.queries.ts'
import { readDashboard } from './account.service.ts'
import { claimAccount } from './claim-account.ts'
import { deleteOwnAccount } from './delete-own-account.ts'
import { readOwnData } from './own-data.ts'

export const accountHandlers = {
  dashboard: calls.account.dashboard.handler(({ context }) => readDashboard(context.ctx, requireUser(context).id)),

  profile: calls.account.profile.handler(async ({ context }) => {
    const profile = await findOwnProfile(context.ctx.db, requireUser(context).id, context.ctx.now())
    if (!profile) throw sessionExpired()
    return profile
  }),

  claim: calls.account.claim.handler(({ input, context }) => claimAccount(context.ctx, input, placeOf(context))),

  setLanguage: calls.account.setLanguage.handler(async ({ input: { language }, context }) => {
    await setLanguage(context.ctx.db, requireUser(context).id, language)
    return { language }
  }),

  ownData: calls.account.ownData.handler(({ context }) => readOwnData(context.ctx, requireUser(context))),

  deleteOwn: calls.account.deleteOwn.handler(async ({ input, context }) => {
    await deleteOwnAccount(context.ctx, requireUser(context).id, input.current_password)
    return { message: 'Account deleted' }
  }),
}
