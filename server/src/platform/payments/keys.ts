import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { GatewayKeys } from './gateway.ts'
import { findSavedKeys, PROVIDER, type SavedKeys } from './saved-keys.queries.ts'
import { type EncryptionKeys, open, resealRows, seal } from './secret-box.ts'

/** The settings that decide the active gateway. */
export type KeyringConfig = {
  production: boolean
  encryptionKeys: EncryptionKeys
  razorpay: {
    keyId?: string | undefined
    keySecret?: string | undefined
    webhookSecrets: readonly string[]
    baseUrl?: string | undefined
  }
  /** Absent in production. */
  sandbox?: { keyId: string; keySecret: string; webhookSecret: string } | undefined
}

/** Source of the active keys; `none` turns buying off. */
export type KeySource = 'settings' | 'saved' | 'sandbox' | 'none'

export type Keyring = {
  /** Returns the keys for gateway calls. Rejects with `SecretBoxError` when needed saved ones are unreadable. */
  activeKeys(): Promise<GatewayKeys | undefined>
  activeSource(): Promise<KeySource>
  /** Returns every valid webhook secret, the current one first. */
  webhookSecrets(): Promise<string[]>
  /** Drops the cache; call it after saving keys, and when another instance reports a change. */
  drop(): void
}

const CACHE_MS = 5000
export const UNREADABLE_KEYS = 'The saved gateway keys cannot be read with this ENCRYPTION_KEY'

/** Names a saved secret; part of the encryption, so that one cannot replace the other. */
export type SavedSecret = 'api_secret' | 'webhook_secret'

/** Encrypts a secret for the table `gateway_config`. */
export function sealGatewaySecret(which: SavedSecret, plain: string, keys: EncryptionKeys): string {
  return seal(plain, { keys, aad: `${PROVIDER}:${which}` })
}

/** Decrypts a secret of the table `gateway_config`; throws `SecretBoxError` when it or the key changed. */
export function openGatewaySecret(which: SavedSecret, sealed: string, keys: EncryptionKeys): string {
  return open(sealed, { keys, aad: `${PROVIDER}:${which}` })
}

/** Seals the saved secrets with the current key that an older one sealed; returns their number. */
export const resealSavedKeys = (db: Knex, keys: EncryptionKeys) =>
  resealRows(
    () => db('gateway_config'),
    keys,
    () => ({
      api_secret_sealed: `${PROVIDER}:api_secret`,
      webhook_secret_sealed: `${PROVIDER}:webhook_secret`,
      former_webhook_secret_sealed: `${PROVIDER}:webhook_secret`,
    }),
  )

/**
 * Decides the active keys: those of the settings; else saved ones (outside production only once verified); else,
 * outside production, the sandbox's. Saved ones are cached for 5 s, so a webhook costs no query. `sandboxUrl` returns
 * the address in front of the sandbox's `/v1`, known once the server listens.
 */
export function createKeyring(options: {
  db: Knex
  config: KeyringConfig
  sandboxUrl: () => string
  now: () => Date
  log: Pick<Logger, 'error'>
}): Keyring {
  const { db, config, sandboxUrl, now: clock, log } = options
  const { razorpay, production, sandbox, encryptionKeys } = config
  const unread = new Set<SavedSecret>()
  let cached: { until: number; row: Promise<SavedKeys | undefined> } | undefined

  function savedRow(): Promise<SavedKeys | undefined> {
    const now = performance.now()
    if (cached && cached.until > now) return cached.row
    // A query runs again for each await; a promise of it does not.
    const row = Promise.resolve(findSavedKeys(db))
    const entry = { until: now + CACHE_MS, row }
    cached = entry
    row.catch(() => {
      if (cached === entry) cached = undefined
    })
    return row
  }

  /** Opens a saved secret; logs the first failure, for someone must act, and the next one only after a success. */
  function openSaved(which: SavedSecret, sealed: string): string {
    try {
      const secret = openGatewaySecret(which, sealed, encryptionKeys)
      unread.delete(which)
      return secret
    } catch (error) {
      if (unread.size === 0) log.error({ why: (error as Error).message }, UNREADABLE_KEYS)
      unread.add(which)
      throw error
    }
  }

  async function usableRow(): Promise<SavedKeys | undefined> {
    const row = await savedRow()
    return row && (production || row.verified_at) ? row : undefined
  }

  async function activeSource(): Promise<KeySource> {
    if (razorpay.keyId && razorpay.keySecret) return 'settings'
    if (await usableRow()) return 'saved'
    return sandbox && !production ? 'sandbox' : 'none'
  }

  return {
    activeSource,
    async activeKeys() {
      const { baseUrl } = razorpay
      if (razorpay.keyId && razorpay.keySecret) {
        return { keyId: razorpay.keyId, keySecret: razorpay.keySecret, baseUrl }
      }
      const row = await usableRow()
      if (row) {
        const keySecret = openSaved('api_secret', row.api_secret_sealed)
        return { keyId: row.api_key, keySecret, baseUrl }
      }
      if (production || !sandbox) return undefined
      // The settings' address is the real gateway's: the sandbox's key pair goes to the sandbox alone.
      return { keyId: sandbox.keyId, keySecret: sandbox.keySecret, baseUrl: sandboxUrl() }
    },
    async webhookSecrets() {
      const secrets = [...razorpay.webhookSecrets]
      const row = await savedRow()
      const isFormerGood = row?.former_webhook_secret_until && new Date(row.former_webhook_secret_until) > clock()
      for (const sealed of [row?.webhook_secret_sealed, isFormerGood && row.former_webhook_secret_sealed]) {
        if (!sealed) continue
        try {
          secrets.push(openSaved('webhook_secret', sealed))
        } catch (error) {
          // A secret of the settings may still match; without one, fail so that the gateway retries the event.
          if (secrets.length === 0) throw error
        }
      }
      if (sandbox && !production) secrets.push(sandbox.webhookSecret)
      return secrets
    },
    drop() {
      cached = undefined
    },
  }
}
