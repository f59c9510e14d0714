import type { Db } from '../context.ts'

/** To whom a mail goes, unless the account is gone. */
export async function findRecipient(
  db: Db,
  userId: string,
): Promise<{ name: string; email: string; referral_code: string } | undefined> {
  return db('users').where({ user_id: userId }).whereNull('deleted_at').first('name', 'email', 'referral_code')
}
