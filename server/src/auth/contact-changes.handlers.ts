import { calls, requireSelf } from '../context.ts'
import { cancelChange, changeProfile, confirmContact, resendLink } from './contact-changes.ts'

/** Belongs to the account in the contract, and to passwords and sessions in its work. */
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

  confirmContact: calls.account.confirmContact.handler(({ input, context }) =>
    confirmContact(context.ctx, input.token),
  ),
}
