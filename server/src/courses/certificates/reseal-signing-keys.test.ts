import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { secretsSealed } from './certificates.hooks.ts'
import { signingKey } from './signing-keys.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

test('the signing key stays readable once the former ENCRYPTION_KEY is gone', async () => {
  const [former, current] = [randomBytes(32), randomBytes(32)]
  const under = (...keys: [Buffer, ...Buffer[]]) => ({
    ...server.ctx,
    config: { ...server.ctx.config, encryptionKeys: keys },
  })
  const signer = (await signingKey(under(former))).key_id
  expect(await secretsSealed(under(current))).toBe(0)
  expect(await secretsSealed(under(current, former))).toBe(1)
  expect((await signingKey(under(current))).key_id).toBe(signer)
})
