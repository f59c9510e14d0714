import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'

/** Reports a sealed secret that cannot be opened; the message holds the cause and nothing of the secret. */
export class SecretBoxError extends Error {
  override readonly name = 'SecretBoxError'
  readonly kind: 'wrong_key' | 'damaged'
  constructor(kind: 'wrong_key' | 'damaged', message: string) {
    super(message)
    this.kind = kind
  }
}

/** Encryption keys of the settings, 32 bytes or more each: the first seals, any opens. */
export type EncryptionKeys = readonly [Buffer, ...Buffer[]]

/** `aad` binds the secret to its purpose. */
export type SecretBoxOptions = { keys: EncryptionKeys; aad: string }

const VERSION = 'v1'
const TAG_BYTES = 16
const NONCE_BYTES = 12

/** Encrypts a secret for the database (AES-256-GCM): `v1.<key id>.<nonce>.<ciphertext and tag>`. */
export function seal(plain: string, { keys: [key], aad }: SecretBoxOptions): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', cipherKey(key), nonce)
  const head = `${VERSION}.${keyIdOf(key)}`
  cipher.setAAD(Buffer.from(`${head}.${aad}`))
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${head}.${nonce.toString('base64url')}.${sealed.toString('base64url')}`
}

/** Decrypts the result of `seal`; throws `SecretBoxError` for another key, another `aad` or a changed byte. */
export function open(sealed: string, { keys, aad }: SecretBoxOptions): string {
  const [version, keyId, nonceText, bodyText, ...rest] = sealed.split('.')
  const nonce = Buffer.from(nonceText ?? '', 'base64url')
  const body = Buffer.from(bodyText ?? '', 'base64url')
  if (version !== VERSION || rest.length > 0 || nonce.length !== NONCE_BYTES || body.length < TAG_BYTES) {
    throw new SecretBoxError('damaged', `The stored secret (${aad}) is damaged: it is not in the form ${VERSION}`)
  }
  const key = keys.find((one) => keyIdOf(one) === keyId)
  if (!key) {
    throw new SecretBoxError('wrong_key', `The stored secret (${aad}) was encrypted with another ENCRYPTION_KEY`)
  }
  const decipher = createDecipheriv('aes-256-gcm', cipherKey(key), nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(`${version}.${keyId}.${aad}`))
  decipher.setAuthTag(body.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(body.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    throw new SecretBoxError('damaged', `The stored secret (${aad}) is damaged: its bytes were changed`)
  }
}

/** Decrypts the result of `seal`; undefined without one, or where no key opens it. */
export function openOrNone(sealed: string | null | undefined, options: SecretBoxOptions): string | undefined {
  try {
    return sealed ? open(sealed, options) : undefined
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined
    throw error
  }
}

/** Seals a secret with the current key that an older one sealed; undefined if it is current already, or unreadable. */
export function reseal(sealed: string, options: SecretBoxOptions): string | undefined {
  if (sealed.split('.')[1] === keyIdOf(options.keys[0])) return undefined
  const plain = openOrNone(sealed, options)
  return plain === undefined ? undefined : seal(plain, options)
}

/** Seals again what an older key sealed in rows of a table. `aads` names the columns of a row, each with the purpose of its secret. Returns how many. */
export async function resealRows<Row extends object>(
  rows: () => Knex.QueryBuilder,
  keys: EncryptionKeys,
  aads: (row: Row) => Record<string, string>,
): Promise<number> {
  let count = 0
  for (const row of await rows())
    for (const [column, aad] of Object.entries(aads(row))) {
      const sealed = row[column] && reseal(row[column], { keys, aad })
      if (sealed)
        count += Number(
          await rows()
            .where(column, row[column])
            .update({ [column]: sealed }),
        )
    }
  return count
}

/** Derives a 32-byte key from one of 32 bytes or more, separate from those for other uses. */
function cipherKey(key: Buffer): Buffer {
  if (key.length < 32) throw new RangeError('The encryption key must have at least 32 bytes')
  return Buffer.from(hkdfSync('sha256', key, '', 'secret-box', 32))
}

/** Identifies a key without revealing it. */
export function keyIdOf(key: Buffer): string {
  return createHmac('sha256', key).update('secret-box key id').digest('hex').slice(0, 8)
}
