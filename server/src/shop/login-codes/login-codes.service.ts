import { createHmac, randomBytes, randomInt } from 'node:crypto'
import type { Language } from 'contract/languages'
import { LOGIN_CODE_MINUTES } from 'contract/login-codes'
import { generatePassword } from 'contract/password'
import type { Context } from '../../context.ts'
import { appError } from '../../errors.ts'
import { isSameSecret } from '../../platform/net/same-secret.ts'
import { hashOf } from '../auth/contact-changes.ts'
import { noticeDevice, type Place } from '../auth/devices.ts'
import { hashMadePassword } from '../auth/passwords.ts'
import { revokeSessions } from '../auth/sessions.queries.ts'
import { openUserSession, type SessionAnswer } from '../auth/sessions.ts'
import { findDelivery } from '../settings/settings.queries.ts'
import { findContactUser } from '../users/contacts.queries.ts'
import { findCredentials, proveByMailbox } from '../users/credentials.queries.ts'
import { findLanguage, setLanguage } from '../users/language.queries.ts'
import { countTry, findChallengedEmail, insertChallenge, storeCode, useCode } from './login-codes.queries.ts'

/** Guesses of one code, and of all codes of an address within a day: 20 of a million. */
const TRIES = 5
const TRIES_OF_DAY = 20

const invalidCode = () => appError('invalid_credentials', 'Invalid or expired code')

export const isOn = async (ctx: Context): Promise<boolean> => (await findDelivery(ctx.db)).login_code

/** Opens a challenge and queues the email; the job does all work that differs between a known and an unknown address. */
export async function sendCode(ctx: Context, email: string): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + LOGIN_CODE_MINUTES * 60_000)
  await ctx.db.transaction(async (trx) => {
    const challenge_hash = hashOf(challenge)
    await insertChallenge(trx, { challenge_hash, email, created_at: now, expires_at: expiresAt })
    await ctx.queue.send(trx, 'login-code-mail', { challenge_hash })
  })
  return challenge
}

/**
 * Makes the code of a challenge, for the email to its account; undefined without one, or once the challenge ended. Only the answer holds
 * the code.
 */
export async function makeCode(
  ctx: Context,
  challengeHash: string,
): Promise<{ email: string; user_id: string; language: Language; code: string } | undefined> {
  const email = await findChallengedEmail(ctx.db, challengeHash, ctx.now())
  const user = email === undefined ? undefined : await findCredentials(ctx.db, { email })
  if (email === undefined || !user) return undefined
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await storeCode(ctx.db, challengeHash, codeHash(ctx, challengeHash, code))
  return { email, user_id: user.user_id, language: await findLanguage(ctx.db, user.id), code }
}

/** Logs in by a code, once. 401 `invalid_credentials`. */
export async function logInByCode(
  ctx: Context,
  { challenge, code }: { challenge: string; code: string },
  place: Place,
): Promise<SessionAnswer> {
  const challengeHash = hashOf(challenge)
  const now = ctx.now()
  const found = await countTry(ctx.db, { challengeHash, now, most: TRIES, mostOfDay: TRIES_OF_DAY })
  const matches = isSameSecret(codeHash(ctx, challengeHash, code), found?.code_hash ?? codeHash(ctx, '', ''))
  const account = found && matches ? await findCredentials(ctx.db, { email: found.email }) : undefined
  if (!found || !account) throw invalidCode()
  return ctx.db.transaction(async (trx) => {
    // The account is locked before its codes, as by whatever ends all sessions.
    const user = await findContactUser(trx, account.id)
    if (user?.email !== found.email || !(await useCode(trx, found))) throw invalidCode()
    if (place.language) await setLanguage(trx, user.id, place.language)
    if (!user.email_proven_at) {
      // Somebody else may have typed the address: only the mailbox's holder stays in.
      await proveByMailbox(trx, user.id, hashMadePassword(generatePassword()), now)
      await revokeSessions(trx, { audience: 'user', id: user.id }, now)
      await ctx.queue.send(trx, 'waiting-courses', { user_id: user.user_id })
    }
    const passwordHash = user.email_proven_at ? user.password_hash : null
    const session = await openUserSession(ctx, trx, { ...user, password_hash: passwordHash }, place)
    if (!session) throw invalidCode()
    await noticeDevice(ctx, trx, { audience: 'user', id: user.id }, place)
    return session
  })
}

/** A reader of the database cannot try all codes without the key. */
const codeHash = ({ config }: Context, challengeHash: string, code: string) =>
  createHmac('sha256', config.sessionKeys.user).update(`login code ${challengeHash} ${code}`).digest('base64url')
