import { callName } from 'contract/call-name'
import type { CallContext, Context } from '../../context.ts'
import { appError } from '../../errors.ts'
import { type ContactKind, findContactUser, markProven, setEmail } from '../users/contacts.queries.ts'
import { takenError } from '../users/credentials.queries.ts'
import { setPhone } from '../users/held-phones.queries.ts'
import { findLinked, findPending, takeProof } from './contact-changes.queries.ts'
import { hashOf } from './contact-changes.ts'
import { revokeSessions } from './sessions.queries.ts'

export const linkExpired = () => appError('link_expired', 'This link has expired or was used already')

/** Returns the account and subject of a link. 422 `link_expired`. */
export async function readLink(ctx: Context, token: string) {
  const linked = await findLinked(ctx.db, hashOf(token), ctx.now())
  if (!linked) throw linkExpired()
  const { kind, value, email, user_id, name, created_at: since } = linked
  return { kind, changes: kind === 'phone' || value !== email, user_id, name: callName({ name, email }), since }
}

/**
 * Applies a link's change for the account that requested it; the mailbox alone proves nothing for another's account.
 * Notifies the old address; a new address ends every session but the requesting and the present one. 403 for another's
 * account; 422 `link_expired`; 409 `email_taken` when somebody was faster.
 */
export async function confirmContact(
  ctx: Context,
  self: NonNullable<CallContext['user']>,
  token: string,
): Promise<{ kind: ContactKind; changed: boolean }> {
  return ctx.db
    .transaction(async (trx) => {
      const now = ctx.now()
      // Locks the account before its link, in the order of every contact change.
      const user = await findContactUser(trx, self.id)
      const proof = await takeProof(trx, hashOf(token), now)
      if (proof && proof.user_id !== self.id) throw appError('forbidden', 'You can only do this for your own account')
      if (!user || !proof) throw linkExpired()
      const { kind, value, session_id: requested } = proof
      if (kind === 'email') await ctx.queue.send(trx, 'waiting-courses', { user_id: user.user_id })
      if (kind === 'email' && value === user.email) {
        await markProven(trx, user.id, now)
        return { kind, changed: false }
      }
      if (kind === 'phone') await setPhone(trx, user.id, value)
      else {
        await setEmail(trx, user.id, value, now)
        await revokeSessions(trx, { audience: 'user', id: user.id }, now, [requested, self.session_id])
        // The phone's link went to an address that the account no longer has.
        if ((await findPending(trx, user.id, now)).length > 0)
          await ctx.queue.send(trx, 'contact-link-mail', { user_id: user.user_id, kind: 'phone' })
      }
      const notified = {
        user_id: user.user_id,
        old_email: user.email,
        old_proven: user.email_proven_at !== null,
        changed: [kind],
      }
      await ctx.queue.send(trx, 'profile-changed-mail', notified)
      ctx.log.info({ user_id: user.user_id, kind }, 'contact changed')
      return { kind, changed: true }
    })
    .catch((error: unknown) => {
      throw takenError(error) ?? error
    })
}
