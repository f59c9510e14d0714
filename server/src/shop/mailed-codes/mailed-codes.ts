import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { CODE_MINUTES } from 'contract/mailed-codes'
import type { Context } from '../../context.ts'
import { appError } from '../../errors.ts'
import { isSameSecret } from '../../platform/net/same-secret.ts'
import { hashOf } from '../auth/contact-changes.ts'
import {
  type CodePurpose,
  countTry,
  findChallengedEmail,
  insertChallenge,
  storeCode,
  type Try,
} from './mailed-codes.queries.ts'

/**
 * Guesses of one code, by the browser that holds its challenge. Others of the address go on: strangers get 30 codes of it a day, all
 * together, so 150 guesses of a million.
 */
const TRIES = 5

export const invalidCode = () => appError('invalid_credentials', 'Invalid or expired code')

/** Opens a challenge and queues `job`, which does all work that differs between a known and an unknown address. */
export async function openChallenge(ctx: Context, email: string, purpose: CodePurpose, job: string): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  const now = ctx.now()
  const expires_at = new Date(now.getTime() + CODE_MINUTES * 60_000)
  await ctx.db.transaction(async (trx) => {
    const challenge_hash = hashOf(challenge)
    await insertChallenge(trx, { challenge_hash, email, purpose, created_at: now, expires_at })
    await ctx.queue.send(trx, job, { challenge_hash })
  })
  return challenge
}

/** Makes the code of a challenge, once `find` knows its address; undefined without it, or once the challenge ended. Only the answer holds the code. */
export async function makeCode<Found extends object>(
  ctx: Context,
  challengeHash: string,
  find: (email: string) => Promise<Found | undefined>,
): Promise<(Found & { email: string; code: string }) | undefined> {
  const email = await findChallengedEmail(ctx.db, challengeHash, ctx.now())
  const found = email === undefined ? undefined : await find(email)
  if (email === undefined || !found) return undefined
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await storeCode(ctx.db, challengeHash, codeHash(ctx, challengeHash, code))
  return { ...found, email, code }
}

/** Compares a code, each try counted. `useCode` then uses it up, in the transaction of its work. 401 `invalid_credentials`. */
export async function requireCode(
  ctx: Context,
  { challenge, code }: { challenge: string; code: string },
  purpose: CodePurpose,
): Promise<Try> {
  const challengeHash = hashOf(challenge)
  const now = ctx.now()
  const found = await countTry(ctx.db, { challengeHash, purpose, now, most: TRIES })
  const matches = isSameSecret(codeHash(ctx, challengeHash, code), found?.code_hash ?? codeHash(ctx, '', ''))
  if (!found || !matches) throw invalidCode()
  return found
}

/** A reader of the database cannot try all codes without the key. */
const codeHash = ({ config }: Context, challengeHash: string, code: string) =>
  createHmac('sha256', config.sessionKeys.user).update(`login code ${challengeHash} ${code}`).digest('base64url')
