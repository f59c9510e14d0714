import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import { appError } from '../../errors.ts'

const KEPT_MS = 24 * 60 * 60_000

/** A request that carries an `Idempotency-Key`. */
export type KeyedRequest = {
  /** Says whose key it is and for what: `buy:7`. */
  scope: string
  key: string
  /** What the request is called in errors: "purchase". */
  what: string
  /** Everything that the request says. */
  said: unknown
  now: Date
}

/** A short name of a value, equal for equal ones. */
export function hash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}

export const keyReused = (what: string) =>
  appError('idempotency_mismatch', `This Idempotency-Key was used for another ${what}`)

const oldest = (now: Date) => new Date(now.getTime() - KEPT_MS).toISOString()

/** What this key was answered in the last 24 hours. 409 `idempotency_mismatch` when its request said something else. */
export async function findAnswer<Answer>(db: Knex, { scope, key, ...request }: KeyedRequest) {
  const kept: { request_hash: string; answer: Answer } | undefined = await db('idempotency_keys')
    .where({ scope, key })
    .where('created_at', '>', oldest(request.now))
    .first('request_hash', 'answer')
  if (kept && kept.request_hash !== hash(request.said)) throw keyReused(request.what)
  return kept?.answer
}

/** False, and nothing done, when the key has an answer; one that another transaction is about to keep is waited for. */
export async function keepAnswer(db: Knex, { scope, key, said, now }: KeyedRequest, answer?: object): Promise<boolean> {
  const kept = await db('idempotency_keys')
    .insert({ scope, key, request_hash: hash(said), answer: JSON.stringify(answer ?? null), created_at: now })
    .onConflict(['scope', 'key'])
    .merge()
    .where('idempotency_keys.created_at', '<=', oldest(now))
    .returning('key')
  return kept.length > 0
}

export async function forgetAnswer(db: Knex, { scope, key }: KeyedRequest): Promise<void> {
  await db('idempotency_keys').where({ scope, key }).delete()
}

export async function forgetOldAnswers(db: Knex, now: Date): Promise<void> {
  await db('idempotency_keys').where('created_at', '<', oldest(now)).delete()
}

/** Acts once per key, in the transaction that keeps the answer; a repeat answers the same and does nothing. */
export async function answerOnce<Answer extends object>(
  trx: Knex,
  keyed: KeyedRequest,
  act: () => Promise<Answer>,
): Promise<{ answer: Answer; repeated: boolean }> {
  const { scope, key } = keyed
  if (!(await keepAnswer(trx, keyed)))
    return { answer: (await findAnswer<Answer>(trx, keyed)) as Answer, repeated: true }
  const answer = await act()
  await trx('idempotency_keys')
    .where({ scope, key })
    .update({ answer: JSON.stringify(answer) })
  return { answer, repeated: false }
}
