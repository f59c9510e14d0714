import type { RegisterBody, RegisteredUser } from 'contract/auth'
import type { Language } from 'contract/languages'
import type { z } from 'zod'
import type { Context, Db } from '../../context.ts'
import { appError } from '../../errors.ts'
import { emailTaken, findReferrer, insertUser, isEmailTaken } from '../users/credentials.queries.ts'
import { noticeDevice, type Place } from './devices.ts'
import { newReferralCode, newUserId } from './new-ids.ts'
import { hashPassword, refuseCommonPassword } from './passwords.ts'
import { openUserSession, type SessionAnswer } from './sessions.ts'

export type Registration = { user: z.output<typeof RegisteredUser>; session: SessionAnswer }

/**
 * Creates an account, its welcome email and a first session; an existing account never changes. 409 `email_taken`;
 * 422 `common_password`, `invalid_referral_code`.
 */
export async function register(ctx: Context, body: z.output<typeof RegisterBody>, place: Place): Promise<Registration> {
  refuseCommonPassword(body.password)
  const passwordHash = await hashPassword(body.password)
  return ctx.db.transaction(async (trx) => {
    const { id, ...user } = await createAccount(ctx, trx, body, { passwordHash, language: place.language })
    await ctx.queue.send(trx, 'welcome-mail', { user_id: user.user_id, password_made: body.password_made === true })
    const session = await openUserSession(ctx, trx, { id, user_id: user.user_id, password_hash: passwordHash }, place)
    await noticeDevice(ctx, trx, { audience: 'user', id }, place)
    if (!session) throw new Error('An account made in this transaction has lost its password')
    return { user, session }
  })
}

async function createAccount(
  ctx: Context,
  trx: Db,
  { email, phone, name, reffered_by: referredBy }: z.output<typeof RegisterBody>,
  { passwordHash, language }: { passwordHash: string; language: Language | undefined },
): Promise<z.output<typeof RegisteredUser> & { id: number }> {
  const referrer = referredBy ? await findReferrer(trx, referredBy) : undefined
  if (referredBy && !referrer) throw appError('invalid_referral_code', 'Invalid referral code')
  const person = { email, phone, name: name ?? (email.split('@', 1)[0] || email) }
  // A conflict is nearly always a known person; else a drawn code collided and is drawn again.
  for (let tries = 0; tries < 5; tries++) {
    const drawn = { user_id: newUserId(), referral_code: newReferralCode() }
    const id = await insertUser(trx, {
      ...person,
      ...drawn,
      password_hash: passwordHash,
      referred_by: referrer?.id ?? null,
      ...(language ? { language } : {}),
      created_at: ctx.now(),
    })
    if (id !== undefined) return { id, ...person, ...drawn, coins: 0, referred_by: referrer?.referral_code ?? null }
    if (await isEmailTaken(trx, email)) throw emailTaken()
  }
  throw new Error('No free user id and referral code found')
}
