import type { Language } from 'contract/languages'
import { generatePassword } from 'contract/password'
import type { Context } from '../../context.ts'
import { type AccountKey, findCredentials, storeTemporaryPassword } from '../users/credentials.queries.ts'
import { hashMadePassword } from './passwords.ts'

export const TEMPORARY_PASSWORD_MINUTES = 60

/** `name` is null for an unproven address. */
export type TemporaryPassword = {
  user_id: string
  name: string | null
  email: string
  language: Language
  password: string
}

/**
 * Creates a temporary password for `minutes`, replacing an earlier one; the old password works until it is used.
 * Undefined for an unknown account. Only the answer holds the password.
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
