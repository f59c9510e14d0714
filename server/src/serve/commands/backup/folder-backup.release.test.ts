// Runs before a release: backs up and restores whole folders; backup.test.ts holds the form.

import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { runCommand } from '../../../../test/program.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { uploadMedia } from '../../../../test/upload.ts'
import { picture, video } from '../../../../test/upload-files.ts'
import { readConfig } from '../../../config.ts'
import { openBackup } from './backup-file.ts'
import { listBackups, makeFolderBackup, pickBackup } from './folder-backup.ts'
import { checkArchive, readManifest } from './read-archive.ts'
import { restoreBackup } from './restore-backup.ts'
import { checkLibrary } from './restore-media.ts'

const log = pino({ level: 'silent' })
const KEY = 'ours: thirty-two bytes and some more'
let server: TestServer
let token: string
let folder: string
let empty: TestDatabase
let night = 0

beforeAll(async () => {
  server = await startTestServer({ work: false })
  token = await server.adminToken()
  empty = await createTestDatabase({ empty: true })
}, 60_000)
afterAll(async () => {
  await server.stop()
  await empty.drop()
}, 60_000)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skillhaat-folder-'))
  return () => rm(folder, { recursive: true, force: true })
})

const settings = (keys = '') => ({ ...server.ctx.config, backupKeys: readConfig(withKeys(keys)).backupKeys })
const withKeys = (keys: string) => ({ DATA_DIR: server.dataDir, BACKUP_KEY: keys })
/** Makes the backup of the next night. */
const back = async ({ keep = 3, keys = '', ...form }: { keep?: number; keys?: string; media?: boolean } = {}) => {
  const now = () => new Date(Date.UTC(2026, 10, 1 + night, 21))
  night++
  const options = { config: settings(keys), databaseUrl: String(server.ctx.config.databaseUrl), now }
  const made = await makeFolderBackup(options, folder, { keep, ...form })
  return { ...made, ...made.folder }
}
const addFilm = async (bytes: number) => {
  const { url } = await uploadMedia(server, token, 'video', video('mp4', bytes), { file: 'a.mp4' })
  return url.replace('/media/', '')
}
const removeFilm = (name: string) =>
  server.request(`/api/admin/media/${name.split('/')[0]}`, {
    method: 'DELETE',
    headers: { authorization: `bearer ${token}` },
  })
/** The files below the folder `media`. */
async function mediaFiles(): Promise<string[]> {
  const found = await readdir(join(folder, 'media'), { recursive: true, withFileTypes: true })
  const names = found
    .filter((one) => one.isFile() && one.name !== 'SHA256SUMS')
    .map((one) => join(one.parentPath, one.name))
  return names.map((name) => name.slice(join(folder, 'media').length + 1)).sort()
}
async function restoreInto(path: string, keys = '') {
  const dataDir = await mkdtemp(join(tmpdir(), 'skillhaat-restored-'))
  const config = { ...readConfig({ ...withKeys(keys), DATA_DIR: dataDir, DATABASE_URL: empty.url }) }
  await restoreBackup({ config, databaseUrl: empty.url, log }, path, { replace: true })
  return dataDir
}

test('the second night copies nothing twice, and the newest or a named one restores with its media', async () => {
  await uploadMedia(server, token, 'image', await picture('png'))
  const film = await addFilm(300_000)
  const first = await back()
  expect(first.copied.files).toBe(2)
  expect((await stat(first.path)).size).toBeLessThan(300_000)
  expect(await mediaFiles()).toContain(film)
  const later = await addFilm(100_000)
  const second = await back()
  expect(second.copied).toMatchObject({ files: 1 })
  expect((await back()).copied).toEqual({ files: 0, bytes: 0 })

  const [, , stamp] = (await listBackups(folder)).map((one) => one.stamp)
  expect(await pickBackup(folder, stamp?.slice(0, 10))).toBe(first.path)
  expect(await pickBackup(folder)).not.toBe(first.path)
  await expect(pickBackup(folder, '2031')).rejects.toThrow(/There is no backup of 2031 in .* The newest are: 2026/)
  const old = await restoreInto(first.path)
  expect(await readFile(join(old, 'media', film))).toEqual(await readFile(join(server.dataDir, 'media', film)))
  await expect(stat(join(old, 'media', later))).rejects.toThrow('ENOENT')
  const newest = await restoreInto(await pickBackup(folder))
  expect(await readFile(join(newest, 'media', later))).toEqual(await readFile(join(server.dataDir, 'media', later)))
})

test('the oldest backups are removed, and media that no other one names', async () => {
  const film = await addFilm(50_000)
  await back({ keep: 2 })
  await removeFilm(film)
  await back({ keep: 2 })
  expect(await mediaFiles()).toContain(film)
  const third = await back({ keep: 2 })
  expect(third.removed).toEqual({ backups: 1, files: 1 })
  expect(await mediaFiles()).not.toContain(film)
  const stored = await listBackups(folder)
  expect(stored).toHaveLength(2)
  for (const { path } of stored) await checkLibrary(path, await checkArchive(path), [])
  expect(await readManifest(await openBackup(third.path, []))).toEqual(await checkArchive(third.path))
})

test('media stays while a backup cannot be read, and older backups stay while files are missing', async () => {
  const film = await addFilm(50_000)
  await back({ keep: 2, keys: `${KEY} and another` })
  await removeFilm(film)
  expect(await back({ keep: 2, keys: KEY })).toMatchObject({
    removed: { files: 0 },
    left: expect.stringContaining('another BACKUP_KEY'),
  })
  expect(await mediaFiles()).toContain(`${film}.sealed`)
  const lost = await addFilm(60_000)
  await rm(join(server.dataDir, 'media', lost))
  expect(await back({ keep: 1, keys: KEY })).toMatchObject({ removed: { backups: 0 }, left: expect.any(String) })
  expect(await listBackups(folder)).toHaveLength(3)
  await removeFilm(lost)
})

test('BACKUP_KEY encrypts the library too, converts a plain one, and opens it with an older key', async () => {
  const film = await addFilm(200_000)
  await back({ keep: 1 })
  expect(await mediaFiles()).toContain(film)
  const sealed = await back({ keep: 1, keys: KEY })
  expect(await mediaFiles()).toContain(`${film}.sealed`)
  expect(await mediaFiles()).not.toContain(film)
  expect((await readFile(join(folder, 'media', `${film}.sealed`))).toString('latin1')).not.toContain('ftyp')
  const rotated = `${KEY} and newer,${KEY}`
  expect((await back({ keep: 2, keys: rotated })).copied.files).toBe(0)
  await expect(restoreInto(sealed.path)).rejects.toThrow('is encrypted')
  const dataDir = await restoreInto(sealed.path, rotated)
  expect(await readFile(join(dataDir, 'media', film))).toEqual(await readFile(join(server.dataDir, 'media', film)))
})

test('a changed or missing media file is named, and nothing is restored', async () => {
  const film = await addFilm(70_000)
  const { path } = await back()
  const copy = join(folder, 'media', film)
  const bytes = await readFile(copy)
  bytes[1_000] = (bytes[1_000] ?? 0) ^ 1
  await writeFile(copy, bytes)
  await expect(checkLibrary(path, await checkArchive(path), [])).rejects.toThrow(`${film} is damaged`)
  await expect(restoreInto(path)).rejects.toThrow(`${film} is damaged`)
  await rm(copy)
  await expect(restoreInto(path)).rejects.toThrow('is missing or has another length')
  // The next night mends it.
  await appendFile(copy, 'half')
  await back()
  await restoreInto(await pickBackup(folder))
})

test('without media the backup says so, and touches no folder of media', async () => {
  const { manifest } = await back({ media: false })
  expect(manifest).not.toHaveProperty('library')
  expect(await readdir(folder)).not.toContain('media')
})

test.each(['before-media', 'mid-media', 'before-name', 'after-name', 'mid-prune'])(
  'a run killed at %s leaves only whole backups, and the next one clears up',
  { timeout: 240_000 },
  async (point) => {
    await back({ keep: 1 })
    await addFilm(40_000)
    const killed = await command('backup.ts', [folder, '--keep', '1'], { FAILPOINT: `backup:${point}` })
    expect(killed).toMatchObject({ signal: 'SIGKILL' })
    for (const { path } of await listBackups(folder)) await checkLibrary(path, await checkArchive(path), [])
    expect(await command('backup.ts', [folder, '--keep', '1'])).toMatchObject({ code: 0 })
    expect((await readdir(folder)).filter((name) => name !== 'media')).toHaveLength(1)
    const { library = [] } = await checkArchive(await pickBackup(folder))
    expect(await mediaFiles()).toEqual(library.map(({ name }) => name).sort())
    expect(await server.db('backups').where({ ok: true, place: folder }).first()).toBeTruthy()
  },
)

test('the command refuses a wrong number and an absent folder, and records the failure', async () => {
  expect(await command('backup.ts', [folder, '--keep', '0'])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Usage: npm run backup/),
  })
  const absent = join(folder, 'absent')
  expect(await command('backup.ts', [absent, '--keep', '2'])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/There is no folder/),
  })
  expect(await server.db('backups').where({ place: absent }).first()).toMatchObject({
    ok: false,
    message: `There is no folder ${absent}.`,
  })
  expect(await command('restore.ts', [folder])).toMatchObject({
    code: 1,
    output: expect.stringMatching(/There is no backup in/),
  })
})

function command(file: string, args: string[], env: Record<string, string> = {}) {
  const place = { DATABASE_URL: String(server.ctx.config.databaseUrl), DATA_DIR: server.dataDir }
  return runCommand(file, args, { ...place, ...env })
}
