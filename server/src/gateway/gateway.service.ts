import type { FieldError } from '../../contract/errors.ts'
import { changedFields, noteChange } from '../activity.ts'
import type { Context } from '../context.ts'
import { appError } from '../errors.ts'
import { openGatewaySecret, sealGatewaySecret } from '../payments/keys.ts'
import { SecretBoxError } from '../payments/secret-box.ts'
import { findSavedKeys, markKeysVerified, type SavedKeys, saveKeys } from './gateway.queries.ts'

type Gateway = Pick<Context, 'config' | 'db' | 'keyring' | 'now' | 'payments'>

/** What was sent of the keys; null = not sent, or empty. */
export type GivenKeys = { api_key: string | null; api_secret: string | null; webhook_secret: string | null }

export type ShownKeys = { api_key: string; api_secret: string; source: 'admin' | 'environment' }

/** Hides a secret but for its last 4 characters, and how long it is. */
function maskSecret(secret: string): string {
  return `••••••••${secret.length > 4 ? secret.slice(-4) : ''}`
}

/** The keys in force with their secret masked; 404 when none are set. Keys of the environment come before saved ones. */
export async function shownKeys({ config, db }: Gateway): Promise<ShownKeys> {
  const { keyId, keySecret } = config.razorpay
  if (keyId && keySecret) return { api_key: keyId, api_secret: maskSecret(keySecret), source: 'environment' }
  const saved = await findSavedKeys(db)
  if (!saved) throw noKeys()
  return { api_key: saved.api_key, api_secret: maskSecret(openOrSay(saved, config.encryptionKey)), source: 'admin' }
}

/**
 * Saves keys, sealed, without trying them. The mask of the saved secret keeps it; no webhook secret keeps the saved one.
 * Other keys than before must pass the test anew. 422 for a missing key or secret.
 */
export async function saveGatewayKeys({ config, db, keyring, now }: Gateway, given: GivenKeys): Promise<void> {
  const saved = await findSavedKeys(db)
  const savedSecret = saved && openIfReadable(saved, config.encryptionKey)
  const kept = savedSecret !== undefined && given.api_secret === maskSecret(savedSecret)
  const api_secret = kept ? savedSecret : given.api_secret
  const missing: FieldError[] = []
  if (!given.api_key) missing.push({ path: 'api_key', message: 'API Key is required' })
  // A mask that fits no saved secret is not a secret.
  if (!api_secret || api_secret.startsWith('•')) missing.push({ path: 'api_secret', message: 'API Secret is required' })
  if (!given.api_key || !api_secret || missing.length > 0) {
    throw appError('invalid', missing[0]?.message ?? '', { errors: missing })
  }
  const same = saved?.api_key === given.api_key && savedSecret === api_secret
  const { encryptionKey } = config
  const webhook = given.webhook_secret
  const keys: SavedKeys = {
    api_key: given.api_key,
    api_secret_sealed: sealGatewaySecret('api_secret', api_secret, encryptionKey),
    webhook_secret_sealed: webhook
      ? sealGatewaySecret('webhook_secret', webhook, encryptionKey)
      : (saved?.webhook_secret_sealed ?? null),
    verified_at: same ? saved.verified_at : null,
  }
  const shown = (key: string | undefined, plain: string | undefined, sealedWebhook: string | null | undefined) => ({
    api_key: key ?? null,
    api_secret: plain === undefined ? null : maskSecret(plain),
    webhook_secret: sealedWebhook ? '••••' : null,
  })
  const before = shown(saved?.api_key, savedSecret, saved?.webhook_secret_sealed)
  const after = shown(given.api_key, api_secret, keys.webhook_secret_sealed)
  await db.transaction(async (trx) => {
    await saveKeys(trx, keys, now())
    const changed = changedFields(before, after)
    if (webhook && !('webhook_secret' in changed.after)) changed.after.webhook_secret = '•••• (another one)'
    await noteChange(trx, { kind: 'gateway', id: 'razorpay', name: 'Razorpay', ...changed })
  })
  keyring.drop()
}

/** Tries the keys that `shownKeys` shows; saved ones that pass are in force from then on. 404 when there are none. */
export async function testGatewayKeys(ctx: Gateway): Promise<{ verified: boolean; reason?: string }> {
  const { config, db, keyring, payments } = ctx
  const { keyId, keySecret, baseUrl } = config.razorpay
  if (keyId && keySecret) return payments.testKeys({ keyId, keySecret, baseUrl })
  const saved = await findSavedKeys(db)
  if (!saved) throw noKeys()
  const savedSecret = openOrSay(saved, config.encryptionKey)
  const answer = await payments.testKeys({ keyId: saved.api_key, keySecret: savedSecret, baseUrl })
  if (answer.verified) {
    await markKeysVerified(db, saved, ctx.now())
    keyring.drop()
  }
  return answer
}

const noKeys = () => appError('not_found', 'No payment gateway keys are set')

function openIfReadable(saved: SavedKeys, encryptionKey: Buffer): string | undefined {
  try {
    return openGatewaySecret('api_secret', saved.api_secret_sealed, encryptionKey)
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined
    throw error
  }
}

function openOrSay(saved: SavedKeys, encryptionKey: Buffer): string {
  const secret = openIfReadable(saved, encryptionKey)
  if (secret !== undefined) return secret
  throw appError(
    'unavailable',
    'The saved API secret cannot be read with the present encryption key. Save the keys again.',
  )
}
