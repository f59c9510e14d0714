import { createHash, randomBytes } from 'node:crypto'
import type { NewAdminPasswordBody } from 'contract/auth'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { noteChangeOf } from '../activity/note-change.ts'
import { findLinkedAdmin, storeLink, takeLink } from './admin-links.queries.ts'
import { updateAdmin } from './admin-list.queries.ts'
import { type AdminLoginAnswer, letIn, refuse } from './admin-login.ts'
import { findAdminByEmail } from './admins.queries.ts'
import type { Place } from './devices.ts'
import { linkExpired } from './mailed-links.ts'
import { hashPassword, refuseCommonPassword } from './passwords.ts'
import { answerChallenge, challenge, findChallenge } from './second-factor.ts'
import { revokeSessions } from './sessions.queries.ts'

export const ADMIN_LINK_MINUTES = 60

export const linkHash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Creates a link, replacing an earlier one; undefined for an unknown address. Only the answer holds the token. */
export async function makeAdminLink(
  ctx: Pick<Context, 'db' | 'now'>,
  email: string,
): Promise<{ admin_id: string; email: string; token: string } | undefined> {
  const admin = await findAdminByEmail(ctx.db, email)
  if (!admin) return undefined
  const token = randomBytes(24).toString('base64url')
  const expires_at = new Date(ctx.now().getTime() + ADMIN_LINK_MINUTES * 60_000)
  await storeLink(ctx.db, { admin_id: admin.id, token_hash: linkHash(token), expires_at })
  return { admin_id: admin.admin_id, email: admin.email, token }
}

/**
 * Sets the password behind a link, after the second step where one exists; ends every session and opens one. 422
 * `link_expired`, `common_password`; 401 `second_factor_required`, `invalid_credentials`.
 */
export async function setAdminPassword(
  ctx: Context,
  { token, new_password, challenge_id, code, passkey }: z.output<typeof NewAdminPasswordBody>,
  place: Place,
): Promise<AdminLoginAnswer & { email: string }> {
  const admin = await findLinkedAdmin(ctx.db, linkHash(token), ctx.now())
  if (!admin) throw linkExpired()
  refuseCommonPassword(new_password)
  // The challenge confirms but logs nobody in: its answer is worthless without the link.
  const requested = challenge_id === null ? undefined : await findChallenge(ctx, challenge_id, 'confirm')
  const missing = requested ? undefined : await challenge(ctx, admin, 'confirm')
  if (missing) throw plainError('second_factor_required', 'Confirm with your second factor', missing)
  const password_hash = await hashPassword(new_password)
  const answer = await ctx.db.transaction(async (trx) => {
    if (
      requested &&
      (requested.admin_id !== admin.id || !(await answerChallenge(ctx, trx, requested, { code, passkey })))
    )
      return
    if (!(await takeLink(trx, linkHash(token)))) throw linkExpired()
    await updateAdmin(trx, admin.id, { password_hash, must_change_password: false, one_time_until: null })
    await revokeSessions(trx, { audience: 'admin', id: admin.id }, ctx.now())
    const change = { kind: 'admin', id: admin.admin_id, name: admin.email, after: { password: 'changed' } } as const
    await noteChangeOf(trx, { admin, call: 'auth.newAdminPassword', now: ctx.now() }, change)
    return letIn(ctx, trx, { ...admin, password_hash, must_change_password: false }, place, 'mailed link')
  })
  if (!answer) throw await refuse(ctx, admin, place, 'wrong second factor', 'That is not right. Please try again.')
  return { ...answer, email: admin.email }
}
