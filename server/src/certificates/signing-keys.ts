import { createHash, createPrivateKey, generateKeyPair, type JsonWebKey, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { Context } from '../context.ts'
import { advisoryLocks } from '../db/advisory-locks.ts'
import { open, SecretBoxError, seal } from '../payments/secret-box.ts'
import { findKeys, insertKey, type StoredKey } from './signing-keys.queries.ts'

type Signer = Pick<Context, 'db' | 'config' | 'now'>

/** A key that signs, and the one that others check by. */
export type SigningKey = { key_id: string; privateKey: KeyObject; publicJwk: JsonWebKey }

const DAY_MS = 24 * 60 * 60_000
/** A key signs for a year; what it signed is checked by it for good. */
const SIGNS_MS = 365 * DAY_MS

const aadOf = (keyId: string) => `certificates.key.${keyId}`

/**
 * The shop's key of the present: made when the first certificate is signed, after a year, and when the stored one was sealed with
 * another ENCRYPTION_KEY. Of several instances that want one at once, one makes it. RSA: Open Badges 3.0 asks checkers for RS256 alone.
 */
export async function signingKey(ctx: Signer): Promise<SigningKey> {
  return (await presentKey(ctx)) ?? makeKey(ctx)
}

async function presentKey(ctx: Signer): Promise<SigningKey | undefined> {
  const [newest] = await findKeys(ctx.db)
  if (!newest || new Date(newest.made_at).getTime() + SIGNS_MS <= ctx.now().getTime()) return undefined
  return opened(ctx, newest)
}

function opened({ config }: Signer, { key_id, public_jwk, private_sealed }: StoredKey): SigningKey | undefined {
  try {
    const pem = open(private_sealed, { key: config.encryptionKey, aad: aadOf(key_id) })
    return { key_id, privateKey: createPrivateKey(pem), publicJwk: public_jwk }
  } catch (error) {
    if (error instanceof SecretBoxError && error.kind === 'wrong_key') return undefined
    throw error
  }
}

function makeKey(ctx: Signer): Promise<SigningKey> {
  return ctx.db.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(?)', [advisoryLocks.certificateKeys])
    const present = await presentKey({ ...ctx, db: trx })
    if (present) return present
    const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
    const publicJwk = publicKey.export({ format: 'jwk' })
    const key_id = thumbprint(publicJwk)
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    const private_sealed = seal(pem, { key: ctx.config.encryptionKey, aad: aadOf(key_id) })
    await insertKey(trx, { key_id, public_jwk: publicJwk, private_sealed, made_at: ctx.now().toISOString() })
    return { key_id, privateKey, publicJwk }
  })
}

/** The name of a key after what it is (RFC 7638). */
function thumbprint({ e, kty, n }: JsonWebKey): string {
  return createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url')
}
