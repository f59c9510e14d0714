import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { appError } from '../errors.ts'
import { isCommonPassword } from './common-passwords.ts'

// Argon2id is the library's default algorithm; memory is in KiB.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of a password nobody has, at the same cost: verifying against it takes as long as against a real one. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$1aikWOQ8oakCtOWk5p5slA$tqeIujpi2a+sOiH16zRPy7IiDie3DBeY4WblSE/J4DU'

// Hashing takes a core each, but short work that comes meanwhile gets its turn; of the pool's four threads one is left to
// files.
const LANES = Math.min(3, availableParallelism())
const MAX_WAITING = 64

let busy = 0
const waiting: (() => void)[] = []

/** Runs `work` when a lane is free, first come first served. 503 `unavailable` when too many wait already. */
async function inLane<T>(work: () => Promise<T>): Promise<T> {
  if (busy < LANES) busy += 1
  else if (waiting.length >= MAX_WAITING)
    throw appError('unavailable', 'Too many sign-ins at the moment. Please try again.')
  // Whoever leaves hands the lane over, so that nobody who comes later can overtake.
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else busy -= 1
  }
}

/** Argon2id in the usual encoded form. 503 `unavailable` when the queue is full. */
export function hashPassword(password: string): Promise<string> {
  return inLane(() => hash(password, COST))
}

/**
 * Whether the password belongs to the hash. Without a hash the answer is false and takes as long as with one, so that
 * time does not tell whether there is an account. 503 `unavailable` when the queue is full.
 */
export function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  return inLane(async () => {
    const matches = await verify(passwordHash ?? NOBODY, password)
    return matches && passwordHash != null
  })
}

/** 422 `common_password` for what guessers try first. */
export function refuseCommonPassword(password: string): void {
  if (isCommonPassword(password)) throw appError('common_password', 'Please choose a less common password')
}
