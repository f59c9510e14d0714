import type { FieldError } from 'contract/errors'
import type { GatewayState } from 'contract/gateway'
import { DAY_MS } from 'contract/indian-time'
import { keyMode } from 'contract/key-mode'
import type { Context } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { openGatewaySecret, type SavedSecret, sealGatewaySecret } from '../../platform/payments/keys.ts'
import {
  findSavedKeys,
  lockSavedKeys,
  markKeysVerified,
  type SavedKeys,
  saveKeys,
} from '../../platform/payments/saved-keys.queries.ts'
import { type EncryptionKeys, SecretBoxError } from '../../platform/payments/secret-box.ts'
import { changedFields, noteChange } from '../activity/note-change.ts'

type Gateway = Pick<Context, 'config' | 'db' | 'keyring' | 'now' | 'payments'>

/** Submitted keys; null means not sent, or empty. */
export type SubmittedKeys = { api_key: string | null; api_secret: string | null; webhook_secret: string | null }

export type ShownKeys = {
  api_key: string
  api_secret: string
  source: 'admin' | 'environment'
  verified_at: string | null
}

/** The gateway retries an event for a day, so the former secret must outlive that. */
const FORMER_SECRET_MS = 2 * DAY_MS

/** Masks a secret except its last 4 characters, and hides its length. */
function maskSecret(secret: string): string {
  return `••••••••${secret.length > 4 ? secret.slice(-4) : ''}`
}

/** Returns the active keys with a masked secret, empty if unreadable; 404 without any. Keys of the environment win over saved ones. */
export async function shownKeys({ config, db }: Gateway): Promise<ShownKeys> {
  const { keyId, keySecret } = config.razorpay
  if (keyId && keySecret)
    return { api_key: keyId, api_secret: maskSecret(keySecret), source: 'environment', verified_at: null }
  const saved = await findSavedKeys(db)
  if (!saved) throw noKeys()
  const secret = openIfReadable('api_secret', saved.api_secret_sealed, config.encryptionKeys)
  const api_secret = secret === undefined ? '' : maskSecret(secret)
  return { api_key: saved.api_key, api_secret, source: 'admin', verified_at: saved.verified_at }
}

/**
 * Saves keys sealed and untested. The mask of the saved secret preserves it. An absent webhook secret preserves the
 * saved one, if readable; another one leaves its predecessor valid for two days, for retried events. Changed keys need a
 * new test.
 * 422 for a missing key or secret.
 */
export async function saveGatewayKeys({ config, db, keyring, now }: Gateway, input: SubmittedKeys): Promise<void> {
  const saved = withoutUnreadable(await findSavedKeys(db), config.encryptionKeys)
  const savedSecret = saved && openIfReadable('api_secret', saved.api_secret_sealed, config.encryptionKeys)
  const stored = savedSecret !== undefined && input.api_secret === maskSecret(savedSecret)
  const api_secret = stored ? savedSecret : input.api_secret
  const missing: FieldError[] = []
  if (!input.api_key) missing.push({ path: 'api_key', message: 'API Key is required' })
  // A mask that matches no saved secret is not a secret.
  if (!api_secret || api_secret.startsWith('•')) missing.push({ path: 'api_secret', message: 'API Secret is required' })
  if (!input.api_key || !api_secret || missing.length > 0) {
    throw plainError('invalid', missing[0]?.message ?? '', { errors: missing })
  }
  const same = saved?.api_key === input.api_key && savedSecret === api_secret
  const { encryptionKeys } = config
  const webhook = input.webhook_secret
  const moment = now()
  const keys: SavedKeys = {
    api_key: input.api_key,
    api_secret_sealed: sealGatewaySecret('api_secret', api_secret, encryptionKeys),
    webhook_secret_sealed: webhook
      ? sealGatewaySecret('webhook_secret', webhook, encryptionKeys)
      : (saved?.webhook_secret_sealed ?? null),
    ...formerSecret(saved, webhook, moment, encryptionKeys),
    verified_at: same ? saved.verified_at : null,
  }
  const shown = (key: string | undefined, plain: string | undefined, sealedWebhook: string | null | undefined) => ({
    api_key: key ?? null,
    api_secret: plain === undefined ? null : maskSecret(plain),
    webhook_secret: sealedWebhook ? '••••' : null,
  })
  const before = shown(saved?.api_key, savedSecret, saved?.webhook_secret_sealed)
  const after = shown(input.api_key, api_secret, keys.webhook_secret_sealed)
  await db.transaction(async (trx) => {
    await saveKeys(trx, keys, moment)
    const changed = changedFields(before, after)
    if (webhook && !('webhook_secret' in changed.after)) changed.after.webhook_secret = '•••• (another one)'
    await noteChange(trx, { kind: 'gateway', id: 'razorpay', name: 'Razorpay', ...changed })
  })
  keyring.drop()
}

/** Sets the webhook secret of saved keys. 409 without saved keys. */
export async function setWebhookSecret({ config, db, keyring, now }: Gateway, webhook: string): Promise<void> {
  const { encryptionKeys } = config
  const moment = now()
  await db.transaction(async (trx) => {
    const saved = await lockSavedKeys(trx)
    if (!saved) throw plainError('conflict', 'Save the API key and secret first')
    const sealed = sealGatewaySecret('webhook_secret', webhook, encryptionKeys)
    const secrets = { webhook_secret_sealed: sealed, ...formerSecret(saved, webhook, moment, encryptionKeys) }
    await saveKeys(trx, { ...saved, ...secrets }, moment)
    const before = { webhook_secret: saved.webhook_secret_sealed ? '••••' : null }
    const after = { webhook_secret: saved.webhook_secret_sealed ? '•••• (another one)' : '••••' }
    await noteChange(trx, { kind: 'gateway', id: 'razorpay', name: 'Razorpay', before, after })
  })
  keyring.drop()
}

const sources = { settings: 'environment', saved: 'admin', sandbox: 'sandbox', none: 'none' } as const

/** Returns the active gateway and the source of its webhook secret. */
export async function gatewayState({ config, db, keyring }: Gateway): Promise<GatewayState> {
  const saved = await findSavedKeys(db)
  const source = sources[await keyring.activeSource()]
  const keyId = source === 'environment' ? config.razorpay.keyId : source === 'admin' ? saved?.api_key : undefined
  const inEnvironment = config.razorpay.webhookSecrets.length > 0
  return {
    source,
    mode: source === 'none' ? null : (keyMode(keyId) ?? 'test'),
    saved_untested: saved !== undefined && source === 'sandbox',
    webhook_secret: inEnvironment
      ? 'environment'
      : saved?.webhook_secret_sealed
        ? 'admin'
        : source === 'sandbox'
          ? 'sandbox'
          : null,
    can_set_webhook_secret: saved !== undefined,
    saved_unreadable: saved !== undefined && isUnreadable(saved, config.encryptionKeys),
  }
}

type FormerSecret = Pick<SavedKeys, 'former_webhook_secret_sealed' | 'former_webhook_secret_until'>

/** Returns the webhook secret that stays valid beside the new one; saving the same one changes nothing. */
function formerSecret(
  saved: SavedKeys | undefined,
  webhook: string | null,
  moment: Date,
  encryptionKeys: EncryptionKeys,
): FormerSecret {
  const sealed = saved?.webhook_secret_sealed
  const before = sealed && openIfReadable('webhook_secret', sealed, encryptionKeys)
  if (webhook && before && before !== webhook) {
    const until = new Date(moment.getTime() + FORMER_SECRET_MS)
    return { former_webhook_secret_sealed: sealed, former_webhook_secret_until: until.toISOString() }
  }
  return {
    former_webhook_secret_sealed: saved?.former_webhook_secret_sealed ?? null,
    former_webhook_secret_until: saved?.former_webhook_secret_until ?? null,
  }
}

/** Tests the keys that `shownKeys` returns; saved ones that pass become active. 404 without any. */
export async function testGatewayKeys(ctx: Gateway): Promise<{ verified: boolean; checked: boolean; reason?: string }> {
  const { config, db, keyring, payments } = ctx
  const { keyId, keySecret, baseUrl } = config.razorpay
  if (keyId && keySecret) return payments.testKeys({ keyId, keySecret, baseUrl })
  const saved = await findSavedKeys(db)
  if (!saved) throw noKeys()
  const savedSecret = openOrExplain(saved, config.encryptionKeys)
  const answer = await payments.testKeys({ keyId: saved.api_key, keySecret: savedSecret, baseUrl })
  if (answer.verified) {
    await markKeysVerified(db, saved, ctx.now())
    keyring.drop()
  }
  return answer
}

/** Drops webhook secrets that no key opens: one of them would refuse every event. */
function withoutUnreadable(saved: SavedKeys | undefined, keys: EncryptionKeys): SavedKeys | undefined {
  const readable = (sealed: string | null) => (sealed && openIfReadable('webhook_secret', sealed, keys) ? sealed : null)
  return (
    saved && {
      ...saved,
      webhook_secret_sealed: readable(saved.webhook_secret_sealed),
      former_webhook_secret_sealed: readable(saved.former_webhook_secret_sealed),
    }
  )
}

function isUnreadable({ api_secret_sealed, webhook_secret_sealed }: SavedKeys, keys: EncryptionKeys): boolean {
  const secret = openIfReadable('api_secret', api_secret_sealed, keys)
  const hook = webhook_secret_sealed === null || openIfReadable('webhook_secret', webhook_secret_sealed, keys)
  return secret === undefined || hook === undefined
}

const noKeys = () => plainError('not_found', 'No payment gateway keys are set')

function openIfReadable(which: SavedSecret, sealed: string, encryptionKeys: EncryptionKeys): string | undefined {
  try {
    return openGatewaySecret(which, sealed, encryptionKeys)
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined
    throw error
  }
}

function openOrExplain(saved: SavedKeys, encryptionKeys: EncryptionKeys): string {
  const secret = openIfReadable('api_secret', saved.api_secret_sealed, encryptionKeys)
  if (secret !== undefined) return secret
  throw plainError(
    'unavailable',
    'The saved API secret cannot be read with the present encryption key. Save the keys again.',
  )
}
