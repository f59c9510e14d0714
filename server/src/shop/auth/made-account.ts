import type { Language } from 'contract/languages'
import type { Context, Db } from '../../context.ts'
import { insertUser, insertUsers } from '../users/credentials.queries.ts'
import { newReferralCode, newUserId } from './new-ids.ts'

export type MadeAccount = { id: number; user_id: string }

/**
 * Creates an account for a person whom an admin enters, or a visitor; its holder gets a password by email. Undefined when
 * the email is taken by now.
 */
export async function makeAccount(
  ctx: Pick<Context, 'now'>,
  trx: Db,
  { email, phone, name, byVisitor = false }: NewPerson & { byVisitor?: boolean },
): Promise<MadeAccount | undefined> {
  const user_id = newUserId()
  const id = await insertUser(trx, {
    user_id,
    email,
    name: name ?? (email.split('@', 1)[0] || email),
    phone: phone ?? '',
    phone_proven: !byVisitor,
    password_hash: null,
    referral_code: newReferralCode(),
    referred_by: null,
    created_at: ctx.now(),
    made_by_visitor: byVisitor,
  })
  return id === undefined ? undefined : { id, user_id }
}

/** `joined_at` is ISO 8601, for somebody who was with the shop before. */
type NewPerson = {
  email: string
  phone: string | null
  name: string | null
  language?: Language | null
  joined_at?: string | null
}

/** Creates accounts for many people in one statement; returns them by email, without those whose email is taken by now. */
export async function makeAccounts(
  trx: Db,
  people: readonly NewPerson[],
  now: Date,
): Promise<Map<string, MadeAccount & { email: string }>> {
  if (people.length === 0) return new Map()
  // Sorted, so that two lists with the same new people never deadlock.
  const sorted = people.toSorted((a, b) => (a.email < b.email ? -1 : 1))
  const made = await insertUsers(
    trx,
    sorted.map(({ email, phone, name, language, joined_at = null }) => ({
      user_id: newUserId(),
      email,
      name: name ?? (email.split('@', 1)[0] || email),
      phone: phone ?? '',
      referral_code: newReferralCode(),
      language: language ?? 'en',
      joined_at,
    })),
    now,
  )
  return new Map(made.map((account) => [account.email, account]))
}
