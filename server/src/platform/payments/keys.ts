import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { GatewayKeys } from './gateway.ts'
import { findSavedKeys, PROVIDER, type SavedKeys } from './saved-keys.queries.ts'
import { open, seal } from './secret-box.ts'

/** The part of the settings that decides which gateway is called. */
export type KeyringConfig = {
  production: boolean
  encryptionKey: Buffer
  razorpay: {
    keyId?: string | undefined
    keySecret?: string | undefined
    webhookSecrets: readonly string[]
    baseUrl?: string | undefined
  }
  /** Absent in production. */
  sandbox?: { keyId: string; keySecret: string; webhookSecret: string } | undefined
}

/** Where the active keys come from; `none` = buying is off. */
export type KeySource = 'settings' | 'saved' | 'sandbox' | 'none'

export type Keyring = {
  /** Keys to call the gateway with. Rejects with `SecretBoxError` when saved ones are needed and cannot be read. */
  activeKeys(): Promise<GatewayKeys | undefined>
  activeSource(): Promise<KeySource>
  /** Every secret that a webhook may be signed with, the current one first. */
  webhookSecrets(): Promise<string[]>
  /** Forgets what was read; call it after saving keys, and when another instance says that it did. */
  drop(): void
}

const CACHE_MS = 5000

/** Which of the two saved secrets; part of the encryption, so that one cannot be put in the place of the other. */
export type SavedSecret = 'api_secret' | 'webhook_secret'

/** Encrypts a secret for the table `gateway_config`. */
export function sealGatewaySecret(which: SavedSecret, plain: string, encryptionKey: Buffer): string {
  return seal(plain, { key: encryptionKey, aad: `${PROVIDER}:${which}` })
}

/** Reads a secret of the table `gateway_config`; throws `SecretBoxError` when it was changed or the key is another. */
export function openGatewaySecret(which: SavedSecret, sealed: string, encryptionKey: Buffer): string {
  return open(sealed, { key: encryptionKey, aad: `${PROVIDER}:${which}` })
}

/**
 * Decides which keys are in force: those of the settings; else saved ones (outside production only once they passed the
 * test); else, outside production, the sandbox's. What was saved is read at most every 5 s, so a webhook costs no query.
 * `sandboxUrl` gives the address in front of the sandbox's `/v1`, known once the server listens.
 */
export function createKeyring(options: {
  db: Knex
  config: KeyringConfig
  sandboxUrl: () => string
  now: () => Date
  log: Pick<Logger, 'error'>
}): Keyring {
  const { db, config, sandboxUrl, now: clock, log } = options
  const { razorpay, production, sandbox, encryptionKey } = config
  let cached: { until: number; row: Promise<SavedKeys | undefined> } | undefined

  function savedRow(): Promise<SavedKeys | undefined> {
    const now = performance.now()
    if (cached && cached.until > now) return cached.row
    // A query runs each time that somebody waits for it; a promise of it is one.
    const row = Promise.resolve(findSavedKeys(db))
    const entry = { until: now + CACHE_MS, row }
    cached = entry
    row.catch(() => {
      if (cached === entry) cached = undefined
    })
    return row
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
        const keySecret = openGatewaySecret('api_secret', row.api_secret_sealed, encryptionKey)
        return { keyId: row.api_key, keySecret, baseUrl }
      }
      if (production || !sandbox) return undefined
      // The address of the settings is the real gateway's: the sandbox's key pair goes to the sandbox alone.
      return { keyId: sandbox.keyId, keySecret: sandbox.keySecret, baseUrl: sandboxUrl() }
    },
    async webhookSecrets() {
      const secrets = [...razorpay.webhookSecrets]
      const row = await savedRow()
      const isFormerGood = row?.former_webhook_secret_until && new Date(row.former_webhook_secret_until) > clock()
      for (const sealed of [row?.webhook_secret_sealed, isFormerGood && row.former_webhook_secret_sealed]) {
        if (!sealed) continue
        try {
          secrets.push(openGatewaySecret('webhook_secret', sealed, encryptionKey))
        } catch (error) {
          // A secret of the settings may still fit; without one the event must come again later, not be refused.
          if (secrets.length === 0) throw error
          log.error({ err: error }, 'the saved webhook secret cannot be read')
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
