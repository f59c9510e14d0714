import type { Language } from 'contract/languages'
import type { Context } from '../../context.ts'
import { noticeDevice, type Place } from '../auth/devices.ts'
import { openUserSession, type SessionAnswer } from '../auth/sessions.ts'
import { takeOverByMailbox } from '../auth/take-over.ts'
import { useCode } from '../mailed-codes/mailed-codes.queries.ts'
import { invalidCode, makeCode, openChallenge, requireCode } from '../mailed-codes/mailed-codes.ts'
import { findDelivery } from '../settings/settings.queries.ts'
import { findContactUser } from '../users/contacts.queries.ts'
import { findCredentials } from '../users/credentials.queries.ts'
import { findLanguage, setLanguage } from '../users/language.queries.ts'

export const isOn = async (ctx: Context): Promise<boolean> => (await findDelivery(ctx.db)).login_code

/** Opens a challenge and queues the email. */
export const sendCode = (ctx: Context, email: string): Promise<string> =>
  openChallenge(ctx, email, 'login', 'login-code-mail')

/** Makes the code of a challenge, for the email to its account; undefined without one, or once the challenge ended. */
export const makeLoginCode = (ctx: Context, challengeHash: string) =>
  makeCode(ctx, challengeHash, async (email): Promise<{ user_id: string; language: Language } | undefined> => {
    const user = await findCredentials(ctx.db, { email })
    return user && { user_id: user.user_id, language: await findLanguage(ctx.db, user.id) }
  })

/** Logs in by a code, once. 401 `invalid_credentials`. */
export async function logInByCode(
  ctx: Context,
  typed: { challenge: string; code: string },
  place: Place,
): Promise<SessionAnswer> {
  const found = await requireCode(ctx, typed, 'login')
  const account = await findCredentials(ctx.db, { email: found.email })
  if (!account) throw invalidCode()
  return ctx.db.transaction(async (trx) => {
    // The account is locked before its codes, as by whatever ends all sessions.
    const user = await findContactUser(trx, account.id)
    if (user?.email !== found.email || !(await useCode(trx, found))) throw invalidCode()
    if (place.language) await setLanguage(trx, user.id, place.language)
    const passwordHash = user.email_proven_at ? user.password_hash : await takeOverByMailbox(ctx, trx, user)
    const session = await openUserSession(ctx, trx, { ...user, password_hash: passwordHash }, place)
    if (!session) throw invalidCode()
    await noticeDevice(ctx, trx, { audience: 'user', id: user.id }, place)
    return session
  })
}
