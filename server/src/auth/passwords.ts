import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { appError } from '../errors.ts'
import { createTurns, type Turn } from '../turns.ts'
import { isCommonPassword } from './common-passwords.ts'

// Argon2id is the library's default algorithm; memory is in KiB.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of a password nobody has, at the same cost: verifying against it takes as long as against a real one. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$1aikWOQ8oakCtOWk5p5slA$tqeIujpi2a+sOiH16zRPy7IiDie3DBeY4WblSE/J4DU'

// Hashing takes a core each, but short work that comes meanwhile gets its turn; of the pool's four threads one is left to
// files.
const inTurn = createTurns({
  atOnce: Math.max(2, Math.min(3, availableParallelism())),
  waiting: 2_000,
  patienceMs: 8_000,
  inOrder: true,
  says: 'Too many sign-ins at the moment. Please try again.',
})

/** Work that nobody stands and waits for, or that comes from a command. */
const LATER: Turn = { lane: 'open', rank: 1 }

/** Argon2id in the usual encoded form. 503 `unavailable` when its turn does not come. */
export function hashPassword(password: string, turn = LATER): Promise<string> {
  return inTurn(turn, () => hash(password, COST))
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
 * time does not tell whether there is an account. 503 `unavailable` when its turn does not come.
 */
export function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
  turn = LATER,
): Promise<boolean> {
  if (passwordHash?.startsWith(QUICK)) return Promise.resolve(verifyMadePassword(passwordHash, password))
  return inTurn(turn, async () => {
    const matches = await verify(passwordHash ?? NOBODY, password)
    return matches && passwordHash != null
  })
}

/** 422 `common_password` for what guessers try first. */
export function refuseCommonPassword(password: string): void {
  if (isCommonPassword(password)) throw appError('common_password', 'Please choose a less common password')
}
