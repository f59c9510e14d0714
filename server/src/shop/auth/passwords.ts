import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { appError } from '../../errors.ts'
import { isCommonPassword } from './common-passwords.ts'

// Argon2id is the library's default algorithm; memory is in KiB.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of a password nobody has, at the same cost: verifying against it takes as long as against a real one. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$1aikWOQ8oakCtOWk5p5slA$tqeIujpi2a+sOiH16zRPy7IiDie3DBeY4WblSE/J4DU'

/** Argon2id in the usual encoded form. It takes a core: a call that hashes has waited for its turn (`count-call.ts`). */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

const QUICK = '$sha256$'

/**
 * Of a password that the program made, 70 bits that live for an hour: nobody guesses it, so its hash need not be slow, and a
 * wrong log-in costs one slow hash whether or not such a password is about.
 */
export function hashMadePassword(password: string): string {
  const salt = randomBytes(16).toString('base64url')
  return `${QUICK}${salt}$${quickDigest(salt, password)}`
}

const quickDigest = (salt: string, password: string) =>
  createHash('sha256').update(`${salt}$${password}`).digest('base64url')

function verifyMadePassword(passwordHash: string, password: string): boolean {
  const [salt = '', digest = ''] = passwordHash.slice(QUICK.length).split('$')
  const [given, stored] = [Buffer.from(quickDigest(salt, password)), Buffer.from(digest)]
  return given.length === stored.length && timingSafeEqual(given, stored)
}

/**
 * Whether the password belongs to the hash. Without a hash the answer is false and takes as long as with one, so that
 * time does not tell whether there is an account.
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  if (passwordHash?.startsWith(QUICK)) return verifyMadePassword(passwordHash, password)
  const matches = await verify(passwordHash ?? NOBODY, password)
  return matches && passwordHash != null
}

/** 422 `common_password` for what guessers try first. */
export function refuseCommonPassword(password: string): void {
  if (isCommonPassword(password)) throw appError('common_password', 'Please choose a less common password')
}

type StoredPasswords = { password_hash: string | null; temporary_password_hash: string | null }

/** 422 unless it is the student's current password; the temporary one of a mail is, once it has logged in. */
export async function requireCurrentPassword(
  stored: StoredPasswords | undefined,
  password: string | undefined,
): Promise<void> {
  const current = stored?.password_hash ?? stored?.temporary_password_hash
  if (!password || !(await verifyPassword(current, password))) throw wrongPassword()
}

export const wrongPassword = () => appError('wrong_password', 'Current password is wrong')
