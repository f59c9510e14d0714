import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { call } from '@orpc/server'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callContext } from '../../../test/call-context.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { startTestGateway, type TestGateway } from '../../../test/gateway.ts'
import type { Config } from '../../config.ts'
import { createKeyring, type Keyring } from '../../platform/payments/keys.ts'
import type { EncryptionKeys } from '../../platform/payments/secret-box.ts'
import { gatewayHandlers } from './gateway.handlers.ts'

let database: TestDatabase
let gateway: TestGateway
let config: Config
const dataDir = mkdtempSync(join(tmpdir(), 'skillhaat-gateway-'))
afterAll(() => rmSync(dataDir, { recursive: true }))
let keyring: Keyring

beforeAll(async () => {
  database = await createTestDatabase()
  gateway = await startTestGateway(database.db)
})
afterAll(async () => {
  await gateway.close()
  await database.drop()
})
let moment = new Date('2026-11-18T10:00:00Z')

beforeEach(async () => {
  await database.db('gateway_config').del()
  configure({})
})

/** Sets the environment that the keys depend on. */
function configure(
  razorpay: { keyId?: string; keySecret?: string },
  encryptionKeys: EncryptionKeys = [randomBytes(32)],
  sandbox?: Config['sandbox'],
) {
  const parts = {
    production: sandbox === undefined,
    encryptionKeys,
    razorpay: { ...razorpay, webhookSecrets: [], baseUrl: gateway.gatewayKeys.baseUrl },
    sandbox,
  }
  config = { dataDir, ...parts } as unknown as Config
  const log = pino({ level: 'silent' })
  keyring = createKeyring({ db: database.db, config, sandboxUrl: () => '', now: () => moment, log })
}

const context = () => callContext({ db: database.db, payments: gateway.payments, config, keyring, now: () => moment })
const add = (input: object) => call(gatewayHandlers.add, input as never, { context: context() })
const get = () => call(gatewayHandlers.get, undefined, { context: context() })
const test = () => call(gatewayHandlers.test, undefined, { context: context() })
const setSecret = (webhook_secret: string) =>
  call(gatewayHandlers.setWebhookSecret, { body: { webhook_secret } }, { context: context() })
const state = () => call(gatewayHandlers.state, undefined, { context: context() })
const right = () => ({ api_key: gateway.gatewayKeys.keyId, api_secret: gateway.gatewayKeys.keySecret })

describe('in the gateway settings,', () => {
  it('C7: the saved keys are absent at first', async () => {
    await expect(get()).rejects.toMatchObject({ code: 'not_found', status: 404 })
    await expect(test()).rejects.toMatchObject({ code: 'not_found' })
  })

  it('S1, S3: the saved keys show the last 4 of the secret, and are stored sealed', async () => {
    const requested = context()
    const input = { body: { api_key: 'rzp_live_1', api_secret: 'very-secret-1234', webhook_secret: 'hook-secret' } }
    expect(await add(input)).toEqual({ message: 'Payment gateway configuration updated successfully' })
    const shown = await call(gatewayHandlers.get, undefined, { context: requested })
    expect(shown).toEqual({ api_key: 'rzp_live_1', api_secret: '••••••••1234', source: 'admin', verified_at: null })
    expect(requested.sent['Cache-Control']).toBe('no-store')
    expect(JSON.stringify(await database.db('gateway_config'))).not.toMatch(/very-secret|hook-secret/)
  })

  it('the body wins over the address', async () => {
    await add({ query: { api_key: 'from_query', api_secret: 'query-secret-0001' } })
    expect(await get()).toMatchObject({ api_key: 'from_query', api_secret: '••••••••0001' })
    await add({
      query: { api_key: 'from_query', api_secret: 'x' },
      body: { api_key: 'from_body', api_secret: 'b-2222' },
    })
    expect(await get()).toMatchObject({ api_key: 'from_body', api_secret: '••••••••2222' })
  })

  it('a returned mask preserves the secret, and an absent webhook secret the saved one', async () => {
    await add({ body: { ...right(), webhook_secret: 'hook-secret' } })
    const { api_secret } = await get()
    await add({ body: { api_key: 'rzp_other', api_secret } })
    expect(await keyring.activeKeys()).toMatchObject({ keyId: 'rzp_other', keySecret: right().api_secret })
    expect(await keyring.webhookSecrets()).toEqual(['hook-secret'])
  })

  it('a new webhook secret leaves its predecessor valid for two days, for retried events', async () => {
    const save = (webhook_secret: string) => add({ body: { ...right(), webhook_secret } })
    await save('hook-one')
    await save('hook-one')
    expect(await keyring.webhookSecrets()).toEqual(['hook-one'])
    await save('hook-two')
    moment = new Date(moment.getTime() + 2 * 86_400_000 - 1)
    await add({ body: right() })
    expect(await keyring.webhookSecrets()).toEqual(['hook-two', 'hook-one'])
    moment = new Date(moment.getTime() + 1)
    expect(await keyring.webhookSecrets()).toEqual(['hook-two'])
    // Two changes in a row revoke a leaked one.
    await save('hook-three')
    await save('hook-four')
    expect(await keyring.webhookSecrets()).toEqual(['hook-four', 'hook-three'])
  })

  it.each([
    [{}, 'API Key is required', ['api_key', 'api_secret']],
    [{ api_key: ' ', api_secret: 'x' }, 'API Key is required', ['api_key']],
    [{ api_key: 'x' }, 'API Secret is required', ['api_secret']],
    [{ api_key: 'x', api_secret: '••••••••9999' }, 'API Secret is required', ['api_secret']],
  ])('the saved keys refuse %o', async (body, message, paths) => {
    await expect(add({ body })).rejects.toMatchObject({
      code: 'invalid',
      status: 422,
      message,
      data: { errors: paths.map((path) => expect.objectContaining({ path })) },
    })
    expect(await database.db('gateway_config')).toEqual([])
  })

  it('S3: the saved keys report another encryption key, and can be saved again', async () => {
    await add({ body: right() })
    configure({})
    expect(await get()).toMatchObject({ api_key: gateway.gatewayKeys.keyId, api_secret: '', source: 'admin' })
    expect((await state()).saved_unreadable).toBe(true)
    await expect(test()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('cannot be read'),
    })
    await add({ body: right() })
    expect(await get()).toMatchObject({ source: 'admin', api_secret: expect.stringMatching(/^•+/) })
    expect((await state()).saved_unreadable).toBe(false)
  })
})

describe('beside the saved keys,', () => {
  it('the webhook secret is replaced alone; keys and test stay, and its predecessor is valid for two days', async () => {
    await add({ body: right() })
    await test()
    const before = await database.db('gateway_config').first()
    expect(await setSecret('hook-one')).toEqual({ message: 'Webhook secret saved' })
    expect(await keyring.webhookSecrets()).toEqual(['hook-one'])
    await setSecret(' hook-two ')
    expect(await keyring.webhookSecrets()).toEqual(['hook-two', 'hook-one'])
    const { api_key, api_secret_sealed, verified_at } = await database.db('gateway_config').first()
    expect({ api_key, api_secret_sealed, verified_at }).toEqual({
      api_key: before.api_key,
      api_secret_sealed: before.api_secret_sealed,
      verified_at: before.verified_at,
    })
    moment = new Date(moment.getTime() + 2 * 86_400_000)
    expect(await keyring.webhookSecrets()).toEqual(['hook-two'])
  })

  it('the webhook secret needs saved keys, and a text', async () => {
    await expect(setSecret('hook-one')).rejects.toMatchObject({ code: 'conflict', status: 409 })
    await add({ body: right() })
    await expect(setSecret(' ')).rejects.toThrow('Input validation failed')
    expect(await keyring.webhookSecrets()).toEqual([])
  })
})

it('the webhook secret reports its source and the active gateway', async () => {
  const sandbox = { keyId: 'rzp_test_sandbox', keySecret: 's', webhookSecret: 'w', forEveryone: false }
  const nothing = {
    mode: null,
    saved_untested: false,
    saved_unreadable: false,
    webhook_secret: null,
    can_set_webhook_secret: false,
  }
  expect(await state()).toEqual({ ...nothing, source: 'none' })
  await add({ body: { api_key: 'rzp_live_1', api_secret: 'very-secret-1234' } })
  const saved = { ...nothing, source: 'admin', mode: 'live', can_set_webhook_secret: true }
  expect(await state()).toEqual(saved)
  await setSecret('hook-one')
  expect(await state()).toEqual({ ...saved, webhook_secret: 'admin' })

  configure({}, config.encryptionKeys, sandbox)
  const trying = { ...saved, source: 'sandbox', mode: 'test', saved_untested: true }
  expect(await state()).toEqual({ ...trying, webhook_secret: 'admin' })
  await database.db('gateway_config').del()
  configure({}, undefined, sandbox)
  expect(await state()).toEqual({ ...nothing, source: 'sandbox', mode: 'test', webhook_secret: 'sandbox' })
  configure({ keyId: 'rzp_test_1', keySecret: 'secret' })
  expect(await state()).toEqual({ ...nothing, source: 'environment', mode: 'test' })
})

describe('before keys are saved,', () => {
  const verifiedAt = async () => (await database.db('gateway_config').first())?.verified_at

  it('the test verifies correct keys until others are saved', async () => {
    await add({ body: right() })
    expect(await verifiedAt()).toBeNull()
    expect(await test()).toEqual({ verified: true, checked: true })
    expect(await verifiedAt()).not.toBeNull()
    await add({ body: right() })
    expect(await verifiedAt()).not.toBeNull()
    await add({ body: { ...right(), api_secret: 'another-secret' } })
    expect(await verifiedAt()).toBeNull()
  })

  it('the test reports why wrong keys fail', async () => {
    await add({ body: { ...right(), api_secret: 'wrong-secret' } })
    expect(await test()).toEqual({ verified: false, checked: true, reason: expect.stringMatching(/keys/) })
    expect(await verifiedAt()).toBeNull()
  })
})

it('the test shows and tries keys of the environment before saved ones', async () => {
  configure({ keyId: right().api_key, keySecret: right().api_secret })
  await add({ body: { api_key: 'rzp_saved', api_secret: 'saved-secret' } })
  const mask = `••••••••${right().api_secret.slice(-4)}`
  expect(await get()).toMatchObject({ api_key: right().api_key, api_secret: mask, source: 'environment' })
  expect(await test()).toEqual({ verified: true, checked: true })
})
