// Runs before a release: backs up to a bucket; backup.test.ts holds the form.

import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { environmentOf } from '../../../../test/program.ts'
import { type S3StandIn, startS3StandIn } from '../../../../test/s3-stand-in.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { uploadMedia } from '../../../../test/upload.ts'
import { picture, video } from '../../../../test/upload-files.ts'
import { readConfig } from '../../../config.ts'
import { backupOutcome } from '../messages.ts'
import { fetchBackup, makeBucketBackup } from './bucket-backup.ts'
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

it('a backup holds the files of a bucket, and restores them into another', async () => {
  const token = await server.adminToken()
  await uploadMedia(server, token, 'image', await picture('png'))
  await uploadMedia(server, token, 'video', video('mp4', 200_000), { file: 'a.mp4' })
  const { path, manifest } = await back('bucket.tar')
  expect(manifest.media).toMatchObject({ files: 2, missing_count: 0 })

  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: join(folder, 'restored'),
    DATABASE_URL: empty.url,
    ...store.env,
    MEDIA_S3_PREFIX: 'again/',
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
  const copy = (day: number) =>
    makeFolderBackup({ ...options, now: () => new Date(Date.UTC(2026, 10, day)) }, place, { keep: 2 })
  const first = await copy(1)
  expect(first.folder.copied.files).toBe(2)
  const read = () => store.asked.filter((requested) => /^(GET|HEAD) shop\/./.test(requested))
  expect(read()).not.toEqual([])
  store.asked.length = 0
  expect((await copy(2)).folder.copied.files).toBe(0)
  expect(read()).toEqual([])

  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: join(folder, 'restored'),
    DATABASE_URL: empty.url,
    ...store.env,
    MEDIA_S3_PREFIX: 'once/',
  })
  await restoreBackup({ config, databaseUrl: empty.url, log }, first.path, { replace: true })
  expect(bytesUnder('once/')).toEqual(bytesUnder('shop/'))
})

const night = (day: number, config = server.ctx.config) =>
  makeBucketBackup(
    { config, databaseUrl: String(config.databaseUrl), now: () => new Date(Date.UTC(2026, 10, day, 21)) },
    { keep: 2 },
  )
const backups = () => [...store.objects.keys()].filter((key) => key.startsWith('shop/backups/')).sort()
const named = (day: string) => `shop/backups/skillhaat-2026-11-${day}T21-00-00Z.backup`

it('the bucket itself takes the nights without a copy of its files, and one of them restores', async () => {
  const media = bytesUnder('shop/media/')
  const key = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: server.dataDir,
    BACKUP_KEY: 'ours: thirty-two bytes and some more',
  })
  const config = { ...server.ctx.config, backupKeys: key.backupKeys }
  for (const day of [3, 4, 5]) {
    const made = await night(day, config)
    expect(made.manifest.media.missing_count).toBe(0)
  }
  expect(backups()).toEqual([named('04'), named('05')])
  expect(bytesUnder('shop/media/')).toEqual(media)
  expect(store.open.size).toBe(0)

  const into = await mkdtemp(join(folder, 'fetched-'))
  await expect(fetchBackup(config, { at: '2026-11-03', into })).rejects.toThrow(
    'There is no backup of 2026-11-03 in s3://shop-files/shop/backups/. The newest are: 2026-11-05T21-00-00Z',
  )
  const path = await fetchBackup(config, { at: '2026-11-04', into })
  const restored = { ...config, dataDir: join(folder, 'fetched-shop') }
  const { manifest } = await restoreBackup({ config: restored, databaseUrl: empty.url, log }, path, { replace: true })
  expect(manifest.made_at).toBe('2026-11-04T21:00:00.000Z')
  expect(bytesUnder('shop/media/')).toEqual(media)
})

it('a file that is not in the bucket makes it no good backup', async () => {
  const [lost = ''] = [...store.objects.keys()].filter((key) => key.startsWith('shop/media/'))
  const object = store.objects.get(lost)
  store.objects.delete(lost)
  const made = await night(6)
  expect(backupOutcome(made, { inBucket: true })).toMatchObject({
    ok: false,
    message: expect.stringContaining('1 files of the library are not in the bucket'),
  })
  if (object) store.objects.set(lost, object)
})

it.each([
  ['full', 'The bucket shop-files is full.'],
  ['busy', 'The bucket shop-files cannot be reached, or refuses us.'],
] as const)('a bucket that is %s leaves older backups in place, and no incomplete one', async (fault, message) => {
  const before = backups()
  store.misbehave(fault)
  await expect(night(7)).rejects.toThrow(message)
  store.misbehave(undefined)
  expect(backups()).toEqual(before)
  expect(store.open.size).toBe(0)
  expect(await readdir(join(server.dataDir, 'uploads'))).toHaveLength(1)
})

it('the commands write into the bucket and read from it', async () => {
  const place = { DATA_DIR: server.dataDir, DATABASE_URL: String(server.ctx.config.databaseUrl) }
  const env = environmentOf({ ...place, ...store.env, MEDIA_S3_PREFIX: 'shop/' })
  const command = (file: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, '..', file), 'bucket:', ...args], { env })
  const made = await command('backup.ts', '--keep', '2')
  const [path = ''] = made.stdout.split('\n')
  expect(path).toMatch(/^s3:\/\/shop-files\/shop\/backups\/skillhaat-.*\.backup$/)
  expect(backups()).toContain(path.replace('s3://shop-files/', ''))
  const { stdout } = await command('restore.ts', '--check')
  expect(stdout).toContain(`${basename(path)} is whole`)
  expect(await readdir(join(server.dataDir, 'uploads'))).toHaveLength(1)
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
