import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { type S3StandIn, startS3StandIn } from '../../../../test/s3-stand-in.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { uploadMedia } from '../../../../test/upload.ts'
import { picture, video } from '../../../../test/upload-files.ts'
import { readConfig } from '../../../config.ts'
import { makeFolderBackup } from './folder-backup.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const log = pino({ level: 'silent' })
let store: S3StandIn
let server: TestServer
let folder: string
let empty: TestDatabase

beforeAll(async () => {
  store = await startS3StandIn()
  server = await startTestServer({ env: { ...store.env, MEDIA_S3_PREFIX: 'shop/' }, work: false })
  folder = await mkdtemp(join(tmpdir(), 'skillhaat-bucket-'))
  empty = await createTestDatabase({ empty: true })
}, 60_000)
afterAll(async () => {
  await server.stop()
  await empty.drop()
  await store.close()
  await rm(folder, { recursive: true, force: true })
}, 60_000)

const back = (name: string) =>
  makeBackup(
    { config: server.ctx.config, databaseUrl: String(server.ctx.config.databaseUrl), now: () => new Date() },
    join(folder, name),
  )
const bytesUnder = (prefix: string) =>
  [...store.objects]
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, { bytes }]) => [key.slice(prefix.length), bytes.toString('base64')])
    .sort()

it('holds the files of a bucket, and brings them back into another', async () => {
  const token = await server.adminToken()
  await uploadMedia(server, token, 'image', await picture('png'))
  await uploadMedia(server, token, 'video', video('mp4', 200_000), { file: 'a.mp4' })
  const { path, manifest } = await back('bucket.tar')
  expect(manifest.media).toMatchObject({ files: 2, missing_count: 0 })

  const config = readConfig({
    ...{ NODE_ENV: 'test', DATA_DIR: join(folder, 'restored'), DATABASE_URL: empty.url },
    ...{ ...store.env, MEDIA_S3_PREFIX: 'again/' },
  })
  store.misbehave('full')
  await expect(restoreBackup({ config, databaseUrl: empty.url, log }, path)).rejects.toThrow('no space left')
  expect(bytesUnder('again/')).toEqual([])
  store.misbehave(undefined)
  await restoreBackup({ config, databaseUrl: empty.url, log }, path)
  expect(bytesUnder('again/')).toEqual(bytesUnder('shop/'))
  expect(await readdir(join(folder, 'restored', 'media')).catch(() => [])).toEqual([])
})

it('a folder gets each file of the bucket once', async () => {
  const place = await mkdtemp(join(folder, 'nights-'))
  const options = { config: server.ctx.config, databaseUrl: String(server.ctx.config.databaseUrl) }
  const night = (day: number) =>
    makeFolderBackup({ ...options, now: () => new Date(Date.UTC(2026, 10, day)) }, place, { keep: 2 })
  const first = await night(1)
  expect(first.folder.copied.files).toBe(2)
  const read = () => store.asked.filter((asked) => /^(GET|HEAD) shop\/./.test(asked))
  expect(read()).not.toEqual([])
  store.asked.length = 0
  expect((await night(2)).folder.copied.files).toBe(0)
  expect(read()).toEqual([])

  const config = readConfig({
    ...{ NODE_ENV: 'test', DATA_DIR: join(folder, 'restored'), DATABASE_URL: empty.url },
    ...{ ...store.env, MEDIA_S3_PREFIX: 'once/' },
  })
  await restoreBackup({ config, databaseUrl: empty.url, log }, first.path, { replace: true })
  expect(bytesUnder('once/')).toEqual(bytesUnder('shop/'))
})

it('no backup is made while the bucket is away', async () => {
  await store.down()
  try {
    await expect(back('never.tar')).rejects.toThrow('The files cannot be reached')
    expect(await readdir(folder)).not.toContain('never.tar')
  } finally {
    await store.up()
  }
})
