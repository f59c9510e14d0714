import { calls, requireSelf, requireUser } from '../../context.ts'
import { cancelChange, changeProfile, resendLink } from './contact-changes.ts'
import { placeOf } from './devices.ts'
import { logInByLink } from './login-links.ts'
import { confirmContact, readLink } from './mailed-links.ts'

/** Groups the account calls that this feature implements. */
export const contactHandlers = {
  updateProfile: calls.account.updateProfile.handler(async ({ input, context }) => {
    requireSelf(context, input.user_id)
    return { message: 'Profile updated' as const, ...(await changeProfile(context, input)) }
  }),

  resendLink: calls.account.resendLink.handler(async ({ input, context }) => {
    await resendLink(context, input.params.kind)
    return { message: 'Link sent' }
  }),

  cancelChange: calls.account.cancelChange.handler(async ({ input, context }) => {
    await cancelChange(context, input.params.kind)
    return { message: 'Change cancelled' }
  }),

  readLink: calls.account.readLink.handler(({ input, context }) => readLink(context.ctx, input.token)),

  confirmContact: calls.account.confirmContact.handler(({ input, context }) =>
    confirmContact(context.ctx, requireUser(context), input.token),
  ),

  logInByLink: calls.account.logInByLink.handler(({ input, context }) =>
    logInByLink(context.ctx, input.token, placeOf(context)),
  ),
}
