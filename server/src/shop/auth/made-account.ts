import { phoneKey } from 'contract/email-and-phone'
import type { Context, Db } from '../../context.ts'
import { insertUser } from '../users/credentials.queries.ts'
import { newReferralCode, newUserId } from './new-ids.ts'

export type MadeAccount = { id: number; user_id: string }

/**
 * Creates an account for a person whom an admin enters; its holder gets a password by email. Undefined when email or
 * phone is taken by now.
 */
export async function makeAccount(
  ctx: Pick<Context, 'now'>,
  trx: Db,
  { email, phone, name }: { email: string; phone: string | null; name: string | null },
): Promise<MadeAccount | undefined> {
  const user_id = newUserId()
  const id = await insertUser(trx, {
    user_id,
    email,
    name: name ?? (email.split('@', 1)[0] || email),
    phone: phone ?? '',
    phone_key: phone === null ? null : phoneKey(phone),
    password_hash: null,
    referral_code: newReferralCode(),
    referred_by: null,
    created_at: ctx.now(),
  })
  return id === undefined ? undefined : { id, user_id }
}
