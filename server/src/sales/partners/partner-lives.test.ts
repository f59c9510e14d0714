import { afterAll, beforeAll, expect, test } from 'vitest'
import { livePartners } from '../../../test/partner-model.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

test('statements and sums of 30 random orders equal a second model to the paisa', async () => {
  const did = await livePartners(server, 30, 20_261_130)
  expect(did).toMatchObject({ link: expect.any(Number), none: expect.any(Number) })
}, 180_000)
