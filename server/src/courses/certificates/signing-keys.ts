import { createHash, createPrivateKey, generateKeyPair, type JsonWebKey, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { DAY_MS } from 'contract/indian-time'
import type { Context } from '../../context.ts'
import { advisoryLocks } from '../../platform/db/advisory-locks.ts'
import { open, reseal, SecretBoxError, seal } from '../../platform/payments/secret-box.ts'
import { findKeys, insertKey, replaceSealedKey } from './signing-keys.queries.ts'

type Signer = Pick<Context, 'db' | 'config' | 'now' | 'log'>

/** A private key for signing, and the public one for checkers. */
export type SigningKey = { key_id: string; privateKey: KeyObject; publicJwk: JsonWebKey }

/** A key signs for a year; its signatures are checked with it indefinitely. */
const SIGNS_MS = 365 * DAY_MS

const UNREAD = 'the key of certificates cannot be opened: a new one signs from now on, and what was signed stays valid'

const aadOf = (keyId: string) => `certificates.key.${keyId}`

/**
 * Returns the shop's present key: created at the first certificate, after a year, and when no stored one can be opened,
 * as after a change of ENCRYPTION_KEY. One of several instances creates it. RSA: Open Badges 3.0 requires checkers to
 * support RS256 alone.
 */
export async function signingKey(ctx: Signer): Promise<SigningKey> {
  return (await presentKey(ctx)).key ?? makeKey(ctx)
}

/**
 * Returns the newest key that opens, and the errors of newer ones: two instances may have different settings for a
 * while.
 */
async function presentKey({ db, config, now }: Signer): Promise<{ key?: SigningKey; unread: SecretBoxError[] }> {
  const unread: SecretBoxError[] = []
  for (const { key_id, public_jwk, private_sealed, made_at } of await findKeys(db)) {
    if (new Date(made_at).getTime() + SIGNS_MS <= now().getTime()) break
    try {
      const pem = open(private_sealed, { keys: config.encryptionKeys, aad: aadOf(key_id) })
      return { key: { key_id, privateKey: createPrivateKey(pem), publicJwk: public_jwk }, unread }
    } catch (error) {
      if (!(error instanceof SecretBoxError)) throw error
      unread.push(error)
    }
  }
  return { unread }
}

function makeKey(ctx: Signer): Promise<SigningKey> {
  return ctx.db.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(?)', [advisoryLocks.certificateKeys])
    const { key, unread } = await presentKey({ ...ctx, db: trx })
    if (key) return key
    const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
    const publicJwk = publicKey.export({ format: 'jwk' })
    const key_id = thumbprint(publicJwk)
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    const private_sealed = seal(pem, { keys: ctx.config.encryptionKeys, aad: aadOf(key_id) })
    await insertKey(trx, { key_id, public_jwk: publicJwk, private_sealed, made_at: ctx.now().toISOString() })
    for (const error of unread) ctx.log.warn({ key_id, why: error.message }, UNREAD)
    return { key_id, privateKey, publicJwk }
  })
}

/** Seals the private keys with the current key that an older one sealed; returns their number. */
export async function resealSigningKeys({ db, config }: Pick<Context, 'config' | 'db'>): Promise<number> {
  let count = 0
  for (const { key_id, private_sealed } of await findKeys(db)) {
    const refresh = reseal(private_sealed, { keys: config.encryptionKeys, aad: aadOf(key_id) })
    if (refresh) count += await replaceSealedKey(db, key_id, private_sealed, refresh)
  }
  return count
}

/** Derives a key's id from its content (RFC 7638). */
function thumbprint({ e, kty, n }: JsonWebKey): string {
  return createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url')
}
