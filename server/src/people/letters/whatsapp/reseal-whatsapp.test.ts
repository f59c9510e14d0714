import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { resealWhatsapp, saveWhatsapp, sealWhatsapp } from '../../../platform/whatsapp/whatsapp-keys.queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

test('the keys of WhatsApp are sealed with the first ENCRYPTION_KEY', async () => {
  const [former, current] = [randomBytes(32), randomBytes(32)]
  const { db } = server
  const keys = {
    phone_number_id: '10000000001',
    waba_id: '10000000002',
    api_version: 'v24.0',
    token_sealed: sealWhatsapp('token', 'token', [former]),
    app_secret_sealed: sealWhatsapp('app_secret', 'secret', [former]),
    verify_token_sealed: sealWhatsapp('verify_token', 'verify', [former]),
  }
  await saveWhatsapp(db, keys, new Date())
  expect(await resealWhatsapp(db, [current, former])).toBe(3)
  const row = await db('whatsapp_config').first('token_sealed', 'app_secret_sealed', 'verify_token_sealed')
  const ids = new Set(Object.values(row).map((sealed) => String(sealed).split('.')[1]))
  expect([ids.size, ids.has(keys.token_sealed.split('.')[1] ?? '')]).toEqual([1, false])
})
