import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import { plainError } from '../../errors.ts'

const KEPT_MS = 24 * 60 * 60_000

export type KeyedRequest = {
  /** Holder and purpose of the key: `buy:7`. */
  scope: string
  key: string
  /** The request's noun in errors: "purchase". */
  what: string
  /** Every value of the request. */
  said: unknown
  now: Date
}

/** Hashes a value; equal values have equal hashes. */
export function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}

export const keyReused = (what: string) =>
  plainError('idempotency_mismatch', `This Idempotency-Key was used for another ${what}`)

const oldest = (now: Date) => new Date(now.getTime() - KEPT_MS).toISOString()

/** Returns the key's answer of the last 24 hours. 409 `idempotency_mismatch` when its request differed. */
export async function findAnswer<Answer>(db: Knex, { scope, key, ...request }: KeyedRequest) {
  const stored: { request_hash: string; answer: Answer } | undefined = await db('idempotency_keys')
    .where({ scope, key })
    .where('created_at', '>', oldest(request.now))
    .first('request_hash', 'answer')
  if (stored && stored.request_hash !== hash(request.said)) throw keyReused(request.what)
  return stored?.answer
}

/** Stores the answer; returns false when the key has one. Waits for another transaction that is about to store it. */
export async function storeAnswer(
  db: Knex,
  { scope, key, said, now }: KeyedRequest,
  answer?: object,
): Promise<boolean> {
  const stored = await db('idempotency_keys')
    .insert({ scope, key, request_hash: hash(said), answer: JSON.stringify(answer ?? null), created_at: now })
    .onConflict(['scope', 'key'])
    .merge()
    .where('idempotency_keys.created_at', '<=', oldest(now))
    .returning('key')
  return stored.length > 0
}

export async function forgetAnswer(db: Knex, { scope, key }: KeyedRequest): Promise<void> {
  await db('idempotency_keys').where({ scope, key }).delete()
}

export async function forgetOldAnswers(db: Knex, now: Date): Promise<void> {
  await db('idempotency_keys').where('created_at', '<', oldest(now)).delete()
}

/** Acts once per key, in the transaction that stores the answer; a repeat returns the same without acting. */
export async function answerOnce<Answer extends object>(
  trx: Knex,
  keyed: KeyedRequest,
  act: () => Promise<Answer>,
): Promise<{ answer: Answer; repeated: boolean }> {
  const { scope, key } = keyed
  if (!(await storeAnswer(trx, keyed)))
    return { answer: (await findAnswer<Answer>(trx, keyed)) as Answer, repeated: true }
  const answer = await act()
  await trx('idempotency_keys')
    .where({ scope, key })
    .update({ answer: JSON.stringify(answer) })
  return { answer, repeated: false }
}
