import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { lookForUpdateJob } from './look-for-update.jobs.ts'

let answer: unknown
let requests = 0
const feed = createServer((_req, res) => {
  requests += 1
  res.end(JSON.stringify(answer))
})
let shop: TestServer
beforeAll(async () => {
  await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve))
  const { port } = feed.address() as AddressInfo
  shop = await startTestServer({ work: false, env: { UPDATE_CHECK: `http://127.0.0.1:${port}/` } })
})
afterAll(async () => {
  await shop.stop()
  feed.close()
})

const newest = async (input: unknown) => {
  answer = input
  await lookForUpdateJob(shop.ctx).run({}, 'job')
  return (await shop.api(await shop.adminToken()).overview.health({})).update.newest
}

test('health names a newer release once the daily look found one', async () => {
  expect(await newest({ tag_name: 'v999.10.0' })).toBe('999.10.0')
  // An answer that is none changes nothing.
  expect(await newest({ tag_name: '<script>' })).toBe('999.10.0')
  expect(await newest({ tag_name: 'v0.0.9' })).toBeUndefined()
})

test('the update check is off with UPDATE_CHECK=off, and outside production without the setting', async () => {
  const before = requests
  for (const env of [{ UPDATE_CHECK: 'off' }, { UPDATE_CHECK: '' }]) {
    const other = await startTestServer({ work: false, beside: shop, env })
    await lookForUpdateJob(other.ctx).run({}, 'job')
    await other.stop()
  }
  expect(requests).toBe(before)
})
