import { randomBytes } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { createKeyring, type KeyringConfig, sealGatewaySecret } from './keys.ts'
import type { EncryptionKeys } from './secret-box.ts'

const encryptionKeys: EncryptionKeys = [randomBytes(32)]
const sandbox = { keyId: 'rzp_test_sandbox', keySecret: 'sandbox-secret', webhookSecret: 'sandbox-hook' }
const saved = { keyId: 'rzp_live_saved', keySecret: 'saved-secret', webhookSecret: 'saved-hook' }

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(() => database.db('gateway_config').delete())

function keyring(changes: Partial<KeyringConfig> = {}) {
  const config: KeyringConfig = {
    production: false,
    encryptionKeys,
    razorpay: { webhookSecrets: [] },
    sandbox,
    ...changes,
  }
  const log = pino({ level: 'silent' })
  return createKeyring({
    db: database.db,
    config,
    sandboxUrl: () => 'http://127.0.0.1:3000/sandbox/razorpay',
    now: () => new Date(),
    log,
  })
}

async function save(
  changes: { verified_at?: Date | null; api_secret_sealed?: string; webhook_secret_sealed?: string } = {},
) {
  await database.db('gateway_config').insert({
    provider: 'razorpay',
    api_key: saved.keyId,
    api_secret_sealed: sealGatewaySecret('api_secret', saved.keySecret, encryptionKeys),
    webhook_secret_sealed: sealGatewaySecret('webhook_secret', saved.webhookSecret, encryptionKeys),
    verified_at: null,
    updated_at: new Date(),
    ...changes,
  })
}

const production = { production: true, sandbox: undefined }
const settings = { razorpay: { keyId: 'rzp_live_env', keySecret: 'env-secret', webhookSecrets: ['now', 'before'] } }

describe('the keyring', () => {
  it('serves the keys of the sandbox outside production until others exist', async () => {
    const { activeKeys, activeSource, webhookSecrets } = keyring()
    const baseUrl = 'http://127.0.0.1:3000/sandbox/razorpay'
    expect(await activeKeys()).toEqual({ keyId: sandbox.keyId, keySecret: sandbox.keySecret, baseUrl })
    expect(await activeSource()).toBe('sandbox')
    expect(await webhookSecrets()).toEqual(['sandbox-hook'])
  })

  it('serves the keys of the sandbox at its own address, whatever address the settings name for the real gateway', async () => {
    const elsewhere = { razorpay: { webhookSecrets: [], baseUrl: 'https://gateway.example' } }
    const baseUrl = 'http://127.0.0.1:3000/sandbox/razorpay'
    const own = { keyId: sandbox.keyId, keySecret: sandbox.keySecret, baseUrl }
    expect(await keyring(elsewhere).activeKeys()).toEqual(own)
    await save()
    expect(await keyring(elsewhere).activeKeys()).toEqual(own)
    await database.db('gateway_config').update({ verified_at: new Date() })
    expect(await keyring(elsewhere).activeKeys()).toMatchObject({
      keyId: saved.keyId,
      baseUrl: 'https://gateway.example',
    })
  })

  it('C7: has no keys in production until some are saved', async () => {
    const { activeKeys, activeSource, webhookSecrets } = keyring(production)
    expect(await activeKeys()).toBeUndefined()
    expect(await activeSource()).toBe('none')
    expect(await webhookSecrets()).toEqual([])
  })

  it('uses saved keys at once in production, and elsewhere only once verified', async () => {
    await save()
    const keys = { keyId: saved.keyId, keySecret: saved.keySecret, baseUrl: undefined }
    expect(await keyring(production).activeKeys()).toEqual(keys)
    expect(await keyring().activeSource()).toBe('sandbox')
    await database.db('gateway_config').update({ verified_at: new Date() })
    expect(await keyring().activeKeys()).toEqual(keys)
    expect(await keyring().activeSource()).toBe('saved')
  })

  it('prefers keys of the settings over saved ones', async () => {
    await save({ verified_at: new Date() })
    const { activeKeys, activeSource } = keyring(settings)
    expect(await activeKeys()).toMatchObject({ keyId: 'rzp_live_env', keySecret: 'env-secret' })
    expect(await activeSource()).toBe('settings')
  })

  it('accepts the webhook secrets of the settings, the saved one and, outside production, the generated one', async () => {
    await save()
    expect(await keyring(settings).webhookSecrets()).toEqual(['now', 'before', 'saved-hook', 'sandbox-hook'])
    expect(await keyring({ ...settings, ...production }).webhookSecrets()).toEqual(['now', 'before', 'saved-hook'])
  })

  it('S3: reports unreadable saved secrets, and continues with those of the settings', async () => {
    await save()
    const otherKey = { encryptionKeys: [randomBytes(32)] as const }
    const unreadable = expect.objectContaining({ name: 'SecretBoxError', kind: 'wrong_key' })
    await expect(keyring({ ...production, ...otherKey }).activeKeys()).rejects.toEqual(unreadable)
    await expect(keyring({ ...production, ...otherKey }).webhookSecrets()).rejects.toEqual(unreadable)
    expect(await keyring({ ...settings, ...production, ...otherKey }).webhookSecrets()).toEqual(['now', 'before'])
  })

  it('S3: rejects the webhook secret in place of the API secret', async () => {
    await save({ api_secret_sealed: sealGatewaySecret('webhook_secret', saved.webhookSecret, encryptionKeys) })
    await expect(keyring(production).activeKeys()).rejects.toMatchObject({ kind: 'damaged' })
  })

  it('queries the database once for many webhooks, and again after an announced change', async () => {
    const { webhookSecrets, drop } = keyring(production)
    let queries = 0
    const count = () => {
      queries += 1
    }
    database.db.on('query', count)
    await Promise.all(Array.from({ length: 20 }, webhookSecrets))
    expect(queries).toBe(1)
    await save()
    queries = 0
    expect(await webhookSecrets()).toEqual([])
    expect(queries).toBe(0)
    drop()
    expect(await webhookSecrets()).toEqual(['saved-hook'])
    database.db.off('query', count)
  })
})
