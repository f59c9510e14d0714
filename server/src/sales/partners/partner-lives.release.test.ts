import { afterAll, beforeAll, expect, test } from 'vitest'
import { livePartners } from '../../../test/partner-model.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

test('statements and sums of 300 random orders equal a second model to the paisa', async () => {
  const did = await livePartners(server, 300, Number(process.env.SEED ?? 7))
  for (const what of ['own', 'old', 'both', 'dispute lost', 'refund after the statement', 'minus that waits', 'TDS'])
    expect(did[what], what).toBeGreaterThan(0)
}, 900_000)
