import { createHash, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { appError } from '../../errors.ts'
import { isSameSecret } from '../../platform/net/same-secret.ts'
import { isCommonPassword } from './common-passwords.ts'

// Argon2id is the library's default algorithm; memory is in KiB.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hash of a password that nobody has, at the same cost: verifying it takes as long as a real one. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$1aikWOQ8oakCtOWk5p5slA$tqeIujpi2a+sOiH16zRPy7IiDie3DBeY4WblSE/J4DU'

/** Hashes with Argon2id in encoded form. It takes a core: `count-call.ts` queues the calls. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

const QUICK = '$sha256$'

/**
 * Hashes a generated password: 70 random bits for an hour need no slow hash. A failed login then costs one slow hash
 * with or without a temporary password.
 */
export function hashMadePassword(password: string): string {
  const salt = randomBytes(16).toString('base64url')
  return `${QUICK}${salt}$${quickDigest(salt, password)}`
}

const quickDigest = (salt: string, password: string) =>
  createHash('sha256').update(`${salt}$${password}`).digest('base64url')

function verifyMadePassword(passwordHash: string, password: string): boolean {
  const [salt = '', digest = ''] = passwordHash.slice(QUICK.length).split('$')
  return isSameSecret(quickDigest(salt, password), digest)
}

/** Verifies the password; without a hash it returns false after the same time, so that time reveals no account. */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  if (passwordHash?.startsWith(QUICK)) return verifyMadePassword(passwordHash, password)
  const matches = await verify(passwordHash ?? NOBODY, password)
  return matches && passwordHash != null
}

/** Throws 422 `common_password`. */
export function refuseCommonPassword(password: string): void {
  if (isCommonPassword(password)) throw appError('common_password', 'Please choose a less common password')
}

type StoredPasswords = { password_hash: string | null; temporary_password_hash: string | null }

/** Throws 422 unless it is the student's current password; a used temporary one counts. */
export async function requireCurrentPassword(
  stored: StoredPasswords | undefined,
  password: string | undefined,
): Promise<void> {
  const current = stored?.password_hash ?? stored?.temporary_password_hash
  if (!password || !(await verifyPassword(current, password))) throw wrongPassword()
}

export const wrongPassword = () => appError('wrong_password', 'Current password is wrong')
