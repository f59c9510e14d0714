import type { Profile } from 'contract/account'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { dropPending, findLinked, takeProof } from '../../shop/auth/contact-changes.queries.ts'
import { hashOf } from '../../shop/auth/contact-changes.ts'
import { forgetDevicesOf } from '../../shop/auth/devices.queries.ts'
import { noticeDevice, type Place } from '../../shop/auth/devices.ts'
import { linkExpired } from '../../shop/auth/mailed-links.ts'
import { hashPassword, refuseCommonPassword } from '../../shop/auth/passwords.ts'
import { revokeSessions } from '../../shop/auth/sessions.queries.ts'
import { openUserSession, type SessionAnswer } from '../../shop/auth/sessions.ts'
import { takeBackConsents } from '../../shop/consents/consents.queries.ts'
import { findContactUser, findProfile } from '../../shop/users/contacts.queries.ts'
import { isMadeByVisitor, setHoldersPassword } from '../../shop/users/credentials.queries.ts'
import { setLanguage } from '../../shop/users/language.queries.ts'

/**
 * Gives an account to the holder of its mailbox, whoever made it: former logins, requests and consents end. 422
 * `link_expired`, `common_password`.
 */
export async function claimAccount(
  ctx: Context,
  { token, new_password: password }: { token: string; new_password: string },
  place: Place,
): Promise<SessionAnswer & { user: z.output<typeof Profile> }> {
  const linked = await findLinked(ctx.db, hashOf(token), ctx.now())
  if (linked?.kind !== 'email' || linked.value !== linked.email) throw linkExpired()
  refuseCommonPassword(password)
  const password_hash = await hashPassword(password)
  return ctx.db.transaction(async (trx) => {
    const now = ctx.now()
    const { id, user_id } = linked
    // The account is locked before its link, as by whatever else changes a contact.
    const user = await findContactUser(trx, id)
    const proof = await takeProof(trx, hashOf(token), now)
    // Meanwhile a new link was requested, or an admin corrected the address.
    if (!user || proof?.kind !== 'email' || proof.value !== user.email) throw linkExpired()
    await setHoldersPassword(trx, id, password_hash, now)
    await revokeSessions(trx, { audience: 'user', id }, now)
    await dropPending(trx, id)
    await forgetDevicesOf(trx, id)
    // A visitor's wish came with the address, and its email was opened now.
    if (!(await isMadeByVisitor(trx, id))) await takeBackConsents(trx, id, now)
    await ctx.queue.send(trx, 'waiting-courses', { user_id })
    if (place.language) await setLanguage(trx, id, place.language)
    const session = await openUserSession(ctx, trx, { id, user_id, password_hash }, place)
    if (!session) throw linkExpired()
    await noticeDevice(ctx, trx, { audience: 'user', id }, place)
    ctx.log.info({ user_id }, 'account claimed')
    return { ...session, user: await findProfile(trx, id) }
  })
}
