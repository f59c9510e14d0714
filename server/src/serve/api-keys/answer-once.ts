import { ORPCError } from '@orpc/server'
import { errorStatus } from 'contract/errors'
import { DAY_MS } from 'contract/indian-time'
import type { Context, Db } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { hash, keyReused } from '../../platform/db/idempotency.ts'

/** A request that began so long ago and has no answer was cut: a repeat begins again. */
const CUT_MS = 2 * 60_000

/** Refusals that another try may not meet. */
const PASSING = new Set(['rate_limited', 'authentication_required', 'authentication_expired', 'scope_missing'])

type Post = {
  key_id: string
  /** Address of the call, without its query. */
  path: string
  idempotency_key: string
  request_hash: string
}

type Answer = { output?: unknown } | { error: { code: string; status: number; message: string; data: unknown } }

/**
 * Runs a post once per `Idempotency-Key`, key and path; a repeat within a day gets the first answer, refusals included, but for those of
 * the server (5xx). 409 `idempotency_mismatch` for another request, `conflict` while the first is under way.
 */
export async function answerOnce(
  ctx: Context,
  { keyId, path, idempotencyKey, input }: { keyId: string; path: string; idempotencyKey: string; input: unknown },
  work: () => Promise<unknown>,
): Promise<unknown> {
  if (!/^[\x21-\x7e]{1,128}$/.test(idempotencyKey))
    throw plainError('invalid', 'Idempotency-Key must be 1 to 128 letters, digits or signs, without spaces')
  const post = { key_id: keyId, path: hash(path), idempotency_key: idempotencyKey, request_hash: hash(input ?? null) }
  const first = await begin(ctx.db, post, ctx.now())
  if (first && 'error' in first) {
    const { code, ...more } = first.error
    throw new ORPCError(code, more)
  }
  if (first) return first.output
  try {
    const output = await work()
    await end(ctx.db, post, { output })
    return output
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal) await end(ctx.db, post, { error: refusal })
    else await rows(ctx.db, post).delete()
    throw error
  }
}

const rows = (db: Db, { key_id, path, idempotency_key }: Post) =>
  db('api_key_posts').where({ key_id, path, idempotency_key })

/** Takes the key for this request; returns the answer of an earlier one. */
async function begin(db: Db, post: Post, now: Date): Promise<Answer | undefined> {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const taken = await db('api_key_posts')
    .insert({ ...post, begun_at: now })
    .onConflict(['key_id', 'path', 'idempotency_key'])
    .merge({ request_hash: post.request_hash, answer: null, begun_at: now })
    .whereRaw('api_key_posts.begun_at < ? or (api_key_posts.answer is null and api_key_posts.begun_at < ?)', [
      before(DAY_MS),
      before(CUT_MS),
    ])
    .returning('key_id')
  if (taken.length > 0) return undefined
  const first: { request_hash: string; answer: Answer | null } | undefined = await rows(db, post).first(
    'request_hash',
    'answer',
  )
  if (first && first.request_hash !== post.request_hash) throw keyReused('request')
  if (first?.answer) return first.answer
  throw plainError('conflict', 'The first request with this Idempotency-Key is still running. Please repeat it later.')
}

async function end(db: Db, post: Post, answer: Answer): Promise<void> {
  await rows(db, post).update({ answer: JSON.stringify(answer) })
}

/** Returns a refusal that a repeat would meet again; undefined for any other error. */
function refusalOf(error: unknown) {
  if (!(error instanceof ORPCError) || !(error.code in errorStatus) || PASSING.has(error.code)) return undefined
  const { code, status, message, data } = error as ORPCError<string, unknown>
  return status >= 400 && status < 500 ? { code, status, message, data } : undefined
}
