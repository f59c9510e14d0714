// Runs before a release: the nightly backup to a bucket; night-backup.test.ts holds the night, backup-bucket.release.test.ts the bucket.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type S3StandIn, startS3StandIn } from '../../../test/s3-stand-in.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { uploadMedia } from '../../../test/upload.ts'
import { picture } from '../../../test/upload-files.ts'
import { backUpTonight } from './backups.jobs.ts'

let store: S3StandIn
let server: TestServer

beforeAll(async () => {
  store = await startS3StandIn()
  server = await startTestServer({ env: { ...store.env, MEDIA_S3_PREFIX: 'shop/' }, work: false })
}, 60_000)
afterAll(async () => {
  await server.stop()
  await store.close()
}, 60_000)

const newest = () =>
  [...store.objects.keys()]
    .filter((key) => key.startsWith('shop/backups/'))
    .sort()
    .at(-1)

it('an owner chooses the bucket, and the night writes into it', async () => {
  const token = await server.adminToken()
  await uploadMedia(server, token, 'image', await picture('png'))
  const owner = server.api(token)
  expect(await owner.backups.get({})).toMatchObject({ plan: null, bucket: 'shop-files/shop/backups' })
  const choose = () => owner.backups.setPlan({ body: { plan: { folder: null, keep: 2 } } })
  store.misbehave('full')
  await expect(choose()).rejects.toMatchObject({ status: 422, message: 'The bucket shop-files is full.' })
  store.misbehave(undefined)
  expect((await choose()).plan).toEqual({ folder: null, keep: 2 })
  const tonight = { ...server.ctx, now: () => new Date('2026-11-08T21:00:00Z') }
  await backUpTonight(tonight)
  expect(newest()).toContain('skillhaat-2026-11-08')
  expect((await owner.backups.get({})).backup).toMatchObject({ ok: true, last_at: '2026-11-08T21:00:00.000Z' })
  store.misbehave('busy')
  await backUpTonight({ ...tonight, now: () => new Date('2026-11-09T21:00:00Z') })
  store.misbehave(undefined)
  expect((await owner.backups.get({})).backup).toMatchObject({
    ok: false,
    last_at: '2026-11-08T21:00:00.000Z',
    message: 'The bucket shop-files cannot be reached, or refuses us.',
  })
})
