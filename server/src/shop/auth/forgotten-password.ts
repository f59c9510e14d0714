import type { Language } from 'contract/languages'
import { generatePassword } from 'contract/password'
import type { Context } from '../../context.ts'
import { type AccountKey, findCredentials, storeTemporaryPassword } from '../users/credentials.queries.ts'
import { hashMadePassword } from './passwords.ts'

/** How long a temporary password logs in. */
export const TEMPORARY_PASSWORD_MINUTES = 60

/** `name` is null for an address that is not proven. */
export type TemporaryPassword = {
  user_id: string
  name: string | null
  email: string
  language: Language
  password: string
}

/**
 * Gives the account a temporary password in place of an earlier one; the old password works until the new one is used.
 * Undefined when there is no such account. It logs in for `minutes`. The password is nowhere but in the answer.
 */
export async function issueTemporaryPassword(
  ctx: Context,
  account: AccountKey,
  minutes = TEMPORARY_PASSWORD_MINUTES,
): Promise<TemporaryPassword | undefined> {
  if (!(await findCredentials(ctx.db, account))) return undefined
  const password = generatePassword()
  const temporaryHash = hashMadePassword(password)
  const expiresAt = new Date(ctx.now().getTime() + minutes * 60_000)
  const user = await storeTemporaryPassword(ctx.db, account, temporaryHash, expiresAt)
  return user && { ...user, password }
}
