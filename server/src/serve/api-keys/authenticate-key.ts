import { limit, MINUTE } from 'contract/call-cost'
import type { CallContext, Context } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { countWindow, refusePast } from '../../shop/limits/rate-limits.ts'
import { findKeyByHash, noteUse } from './api-keys.queries.ts'
import { isEnded } from './api-keys.service.ts'
import { hashOfKey, isWellFormed } from './key-form.ts'

/** Requests of one key, whatever they do. */
const REQUESTS = limit('api_key', 'caller', 600, MINUTE)

/** Bounds the writes that note a key's use. */
const USED_MS = MINUTE * 1000

/** A caller with a key. It acts as the owner who made it, in what its scopes open. */
export type KeyedAdmin = NonNullable<CallContext['admin']> & Required<Pick<NonNullable<CallContext['admin']>, 'key'>>

const wrong = () => plainError('authentication_expired', 'Could not validate admin credentials')

/** Reads the API key of an `Authorization` header; undefined for a header of another kind. */
export function keyIn(authorization: string | undefined): string | undefined {
  const [scheme = '', token = ''] = (authorization ?? '').trim().split(/\s+/, 2)
  return /^bearer$/i.test(scheme) && token.startsWith('shk_') ? token : undefined
}

/**
 * Finds the holder of a key and counts the request. 401 for an unknown or revoked key, for one whose check value is wrong without a look
 * at the database, and `key_ended` for one that has ended; 429 past the limit. Every known key has its limit in the headers.
 */
export async function authenticateKey(
  ctx: Context,
  key: string,
  setHeader: CallContext['setHeader'],
): Promise<KeyedAdmin> {
  if (!isWellFormed(key)) throw wrong()
  // One look-up by hash for every key, known or not: the time of the answer says nothing about it.
  const found = await findKeyByHash(ctx.db, hashOfKey(key))
  if (!found) throw wrong()
  const now = ctx.now()
  if (isEnded(found, now)) throw plainError('key_ended', 'This API key has ended. An owner can make a new one.')
  const { key_id, name, scopes } = found
  await countRequest(ctx, key_id, setHeader)
  if (found.last_used_at === null || now.getTime() - Date.parse(found.last_used_at) > USED_MS)
    await noteUse(ctx.db, key_id, now)
  return {
    id: found.maker_id,
    admin_id: found.maker_admin_id,
    email: found.maker_email,
    role: 'owner',
    must_change_password: false,
    session_id: key_id,
    // The maker of the key confirmed what its scopes open.
    confirmed: true,
    second_factor_due_at: null,
    key: { key_id, name, scopes },
  }
}

/** Counts a request of a key; `RateLimit` says what is left of this minute (draft 11 of the field). */
async function countRequest(ctx: Context, keyId: string, setHeader: CallContext['setHeader']): Promise<void> {
  setHeader('RateLimit-Policy', `"default";q=${REQUESTS.points};w=${REQUESTS.seconds}`)
  const show = (left: number, seconds: number) => setHeader('RateLimit', `"default";r=${left};t=${seconds}`)
  const call: Pick<CallContext, 'ctx' | 'setHeader'> = {
    ctx,
    setHeader: (name, value) => {
      if (name === 'Retry-After') show(0, Number(value))
      setHeader(name, value)
    },
  }
  refusePast(call, REQUESTS, [keyId])
  const { left, seconds } = await countWindow(call, REQUESTS, [keyId])
  show(left, seconds)
}
