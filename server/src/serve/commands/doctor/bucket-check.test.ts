import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type S3StandIn, startS3StandIn } from '../../../../test/s3-stand-in.ts'
import { readConfig } from '../../../config.ts'
import { firstFailure } from '../../../platform/db/database-away.ts'
import { bytesUnder, putBytes } from '../../../platform/files/s3/objects.ts'
import { createS3Client, type S3Settings } from '../../../platform/files/s3/s3-client.ts'
import { checkBucket } from './bucket-check.ts'

let store: S3StandIn
beforeAll(async () => {
  store = await startS3StandIn()
})
afterAll(() => store.close())
beforeEach(() => store.behind(undefined))

const config = () => readConfig({ NODE_ENV: 'test', DATA_DIR: '/nowhere', ...store.env })
const look = async () => [await checkBucket(config())].flat()

test('a good bucket is found good, and nothing is left in it', async () => {
  expect(await look()).toMatchObject([{ level: 'ok' }])
  expect(store.objects.size).toBe(0)
})

test('a proxy that compresses for whoever takes it changes nothing', async () => {
  store.behind('compresses')
  expect(await look()).toMatchObject([{ level: 'ok' }])
  const client = createS3Client(config().media.s3 as S3Settings, { warn() {}, error() {} })
  const text = Buffer.from('WEBVTT '.repeat(500))
  await putBytes(client, 'media/a.vtt', text, 'text/vtt')
  expect(await bytesUnder(client, 'media/a.vtt')).toBe(text.length)
  store.objects.clear()
})

test('a proxy that always compresses is named by doctor and by whatever reads', async () => {
  store.behind('always compresses')
  expect(await look()).toMatchObject([{ level: 'FAIL', says: expect.stringContaining('Content-Encoding: gzip') }])
  expect(store.objects.size).toBe(0)
  const client = createS3Client(config().media.s3 as S3Settings, { warn() {}, error() {} })
  await putBytes(client, 'media/a.vtt', Buffer.from('WEBVTT '.repeat(500)), 'text/vtt')
  const failure = await bytesUnder(client, 'media/a.vtt').catch((error) => error)
  expect(failure).toMatchObject({ code: 'unavailable' })
  expect((firstFailure(failure) as Error).message).toContain('compresses files')
})

test('a store that ignores the names of downloads is named', async () => {
  store.behind('ignores names')
  expect(await look()).toMatchObject([{ level: 'warn', says: expect.stringContaining('response-content-disposition') }])
})
