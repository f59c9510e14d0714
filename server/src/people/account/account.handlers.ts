import { type Context, calls, requireUser } from '../../context.ts'
import { sessionExpired } from '../../errors.ts'
import { placeOf } from '../../shop/auth/devices.ts'
import { requireCurrentPassword } from '../../shop/auth/passwords.ts'
import { writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { findContactUser } from '../../shop/users/contacts.queries.ts'
import { findCredentialsById } from '../../shop/users/credentials.queries.ts'
import { setLanguage } from '../../shop/users/language.queries.ts'
import { setReminders } from '../../shop/users/reminders.queries.ts'
import { findToErase } from '../../shop/users/users.queries.ts'
import { findOwnProfile } from './account.queries.ts'
import { readDashboard } from './account.service.ts'
import { claimAccount } from './claim-account.ts'
import { DELETED, erasePerson } from './erase-person.ts'
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

  setReminders: calls.account.setReminders.handler(async ({ input: { reminders }, context }) => {
    await setReminders(context.ctx.db, requireUser(context).id, reminders)
    return { reminders }
  }),

  ownData: calls.account.ownData.handler(({ context }) => readOwnData(context.ctx, requireUser(context))),

  deleteOwn: calls.account.deleteOwn.handler(async ({ input, context }) => {
    await deleteOwnAccount(context.ctx, requireUser(context).id, input.current_password)
    return { message: 'Account deleted' }
  }),
}

/**
 * Deletes the student's own account after a password check; mails the present address. 422 `wrong_password`; a second
 * call finds no account.
 */
async function deleteOwnAccount(ctx: Context, userId: number, password: string): Promise<void> {
  const stored = await findCredentialsById(ctx.db, userId)
  await requireCurrentPassword(stored, password)
  // Public pages may show a review with a first name.
  await writeCatalogue(ctx.db, async (trx) => {
    const held = await findContactUser(trx, userId)
    // The account may have been claimed, or its password changed, since the request.
    const same =
      held?.password_hash === stored?.password_hash &&
      // A one-time password that was mailed meanwhile ends no other.
      (held?.password_hash !== null || held.temporary_password_hash === stored?.temporary_password_hash)
    if (!held || !same) throw sessionExpired()
    const person = await findToErase(trx, userId)
    if (!person) throw sessionExpired()
    await erasePerson(ctx, trx, { ...person, nobody: DELETED, now: ctx.now() })
    // The email is queued after the erasure, for that removes queued emails to this address.
    await ctx.queue.send(trx, 'account-deleted-mail', { email: person.email, language: person.language })
  })
  ctx.log.info({ user_id: stored?.user_id }, 'user deleted by the student')
}
