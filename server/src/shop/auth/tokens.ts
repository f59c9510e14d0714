import { createSecretKey, type KeyObject } from 'node:crypto'
import jwt from 'jsonwebtoken'
import { z } from 'zod'
import type { Config } from '../../config.ts'

/** Students and admins have separate keys: neither side's token opens the other. */
export type Audience = 'user' | 'admin'

const ISSUER = 'skillhaat'
const TYPE = 'session'

/** Longer tokens are foreign. */
const MAX_TOKEN_LENGTH = 1000

// Only these two: `kid`, `jwk`, `jku` and `crit` would let a token choose its own check.
const Header = z.strictObject({ alg: z.literal('HS256'), typ: z.literal('JWT') })

const Claims = z.object({
  iss: z.literal(ISSUER),
  typ: z.literal(TYPE),
  aud: z.enum(['user', 'admin']),
  sub: z.string().min(1),
  jti: z.string().min(1),
  iat: z.int(),
  exp: z.int(),
})

export type SessionToken = {
  session_id: string
  /** `user_id` or `admin_id` of the holder. */
  subject: string
}

/** Signs a token (RFC 7519) that names its session; every call checks the session. */
export function signToken(
  config: Pick<Config, 'sessionKeys'>,
  audience: Audience,
  token: SessionToken & { issuedAt: Date; expiresAt: Date },
): string {
  const claims = { typ: TYPE, iat: toSeconds(token.issuedAt), exp: toSeconds(token.expiresAt) }
  return jwt.sign(claims, keyObject(config.sessionKeys[audience]), {
    algorithm: 'HS256',
    issuer: ISSUER,
    audience,
    subject: token.subject,
    jwtid: token.session_id,
  })
}

/** Reads a token; undefined for a foreign one, another audience, or after its time. */
export function readToken(
  config: Pick<Config, 'sessionKeys'>,
  audience: Audience,
  token: string,
  now: Date,
): SessionToken | undefined {
  if (token.length > MAX_TOKEN_LENGTH) return undefined
  const decoded = verify(token, config.sessionKeys[audience], audience, now)
  const claims = Claims.safeParse(decoded?.payload)
  if (!decoded || !claims.success || !Header.safeParse(decoded.header).success) return undefined
  return { session_id: claims.data.jti, subject: claims.data.sub }
}

function verify(token: string, key: Buffer, audience: Audience, now: Date): jwt.Jwt | undefined {
  try {
    return jwt.verify(token, keyObject(key), {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience,
      clockTimestamp: toSeconds(now),
      complete: true,
    })
  } catch {
    return undefined
  }
}

const keyObjects = new WeakMap<Buffer, KeyObject>()

/** Wraps the key: the library first tries bare bytes as a public key and throws at every call. */
function keyObject(key: Buffer): KeyObject {
  const known = keyObjects.get(key)
  if (known) return known
  const made = createSecretKey(key)
  keyObjects.set(key, made)
  return made
}

function toSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}
