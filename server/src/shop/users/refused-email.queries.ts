import type { Db } from '../../context.ts'

type Refused = { email: string; refusal: string; now: Date }

/** Marks the account with this address, if there is one: it refused our email for good. */
export async function markRefused(db: Db, { email, refusal, now }: Refused): Promise<void> {
  await db('users').where({ email }).update({ email_refused_at: now, email_refusal: refusal })
}

/** Removes the mark: the address accepted an email. */
export async function unmarkRefused(db: Db, email: string): Promise<void> {
  await db('users').where({ email }).whereNotNull('email_refused_at').update(UNREFUSED)
}

/** Drops the mark in an update of the address. */
export const UNREFUSED = { email_refused_at: null, email_refusal: null }
