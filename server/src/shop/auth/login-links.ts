import { randomBytes } from 'node:crypto'
import type { Profile } from 'contract/account'
import { DAY_MS } from 'contract/indian-time'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { findContactUser, findProfile } from '../users/contacts.queries.ts'
import { setLanguage } from '../users/language.queries.ts'
import { findPending } from './contact-changes.queries.ts'
import { hashOf, linkEnds } from './contact-changes.ts'
import { noticeDevice, type Place } from './devices.ts'
import { findLoginLink, storeLoginLink, takeLoginLink } from './login-links.queries.ts'
import { linkExpired } from './mailed-links.ts'
import { openUserSession, type SessionAnswer } from './sessions.ts'
import { takeOverByMailbox } from './take-over.ts'

/**
 * Creates the link that logs a student in, for an email to the account's address; undefined for an unproven one that is about to change. Only the answer holds the
 * token. The link ends with its use, the next one, and whatever ends all sessions: another password or address.
 */
export async function makeLoginLink(ctx: Context, id: number, days?: number): Promise<string | undefined> {
  return ctx.db.transaction(async (trx) => {
    const user = await findContactUser(trx, id)
    const now = ctx.now()
    if (!user) return undefined
    // An unproven address that is being replaced may be a stranger's.
    if (!user.email_proven_at && (await findPending(trx, id, now)).some(({ kind }) => kind === 'email'))
      return undefined
    const token = randomBytes(32).toString('base64url')
    const expires_at = days === undefined ? linkEnds(now) : new Date(now.getTime() + days * DAY_MS)
    await storeLoginLink(trx, { user_id: id, token_hash: hashOf(token), created_at: now, expires_at })
    return token
  })
}

/** Opens a session by a link, once. It proves an unproven address. 422 `link_expired`. */
export async function logInByLink(
  ctx: Context,
  token: string,
  place: Place,
): Promise<SessionAnswer & { user: z.output<typeof Profile> }> {
  const tokenHash = hashOf(token)
  const id = await findLoginLink(ctx.db, tokenHash, ctx.now())
  if (id === undefined) throw linkExpired()
  return ctx.db.transaction(async (trx) => {
    // The account is locked before its link, as by whatever ends all sessions.
    const user = await findContactUser(trx, id)
    if (!user || !(await takeLoginLink(trx, tokenHash, ctx.now()))) throw linkExpired()
    if (place.language) await setLanguage(trx, id, place.language)
    const passwordHash = user.email_proven_at ? user.password_hash : await takeOverByMailbox(ctx, trx, user)
    const session = await openUserSession(ctx, trx, { ...user, password_hash: passwordHash }, place)
    if (!session) throw linkExpired()
    await noticeDevice(ctx, trx, { audience: 'user', id }, place)
    return { ...session, user: await findProfile(trx, id) }
  })
}
