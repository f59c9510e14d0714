// Runs before a release: restores a whole shop; backup.test.ts holds the form.

import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildPaidOrder } from '../../../../test/catalogue-factories.ts'
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { readConfig } from '../../../config.ts'
import { fileOf } from '../../../sales/documents/document-file.ts'
import { issueDocuments } from '../../../sales/documents/documents.service.ts'
import { makeFolderBackup } from './folder-backup.ts'
import { checkArchive } from './read-archive.ts'
import { restoreBackup } from './restore-backup.ts'
import { checkLibrary } from './restore-media.ts'

const log = pino({ level: 'silent' })
let server: TestServer
let empty: TestDatabase
let folder: string
let night = 0

beforeAll(async () => {
  server = await startTestServer({ work: false })
  empty = await createTestDatabase({ empty: true })
}, 60_000)
afterAll(async () => {
  await server.stop()
  await empty.drop()
}, 60_000)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skillhaat-papers-'))
  return () => rm(folder, { recursive: true, force: true })
})

/** Issues a document; returns its place below `media` of a folder of backups. */
async function issue(): Promise<string> {
  const { order_id } = await buildPaidOrder(server.db)
  const [document] = await issueDocuments(server.ctx, order_id)
  if (!document) throw new Error('no document')
  await fileOf(server.ctx, document)
  const { sha256 } = await server.db('document_files').where({ document_id: document.document_id }).first('sha256')
  return `${sha256}/paper.pdf`
}

const configWith = (keys: string, dataDir: string) =>
  readConfig({ DATA_DIR: dataDir, DATABASE_URL: empty.url, BACKUP_KEY: keys })

async function back({ keep = 9, keys = '', media = true } = {}) {
  const config = { ...server.ctx.config, backupKeys: configWith(keys, server.dataDir).backupKeys }
  const now = () => new Date(Date.UTC(2026, 10, ++night, 21))
  return makeFolderBackup({ config, databaseUrl: String(server.ctx.config.databaseUrl), now }, folder, { keep, media })
}

async function restore(path: string, keys = '') {
  const dataDir = await mkdtemp(join(tmpdir(), 'skillhaat-restored-'))
  await restoreBackup({ config: configWith(keys, dataDir), databaseUrl: empty.url, log }, path, { replace: true })
  // A document is no file of the library.
  expect(await readdir(join(dataDir, 'media')).catch(() => [])).toEqual([])
  await rm(dataDir, { recursive: true })
  return empty.db('document_files').orderBy('document_id')
}

const papersIn = async () =>
  (await readdir(join(folder, 'media'), { recursive: true })).filter((name) => name.includes('/paper.pdf')).sort()

test('a folder stores each document once, and every backup of it restores its own to the byte', {
  timeout: 240_000,
}, async () => {
  const first = [await issue(), await issue()].sort()
  const before = await server.db('document_files').orderBy('document_id')
  const one = await back()
  expect(await papersIn()).toEqual(first)
  const { ino } = await stat(join(folder, 'media', first[0] ?? ''))
  const later = await issue()
  const two = await back({ keep: 2 })
  expect(await papersIn()).toEqual([...first, later].sort())
  expect((await stat(join(folder, 'media', first[0] ?? ''))).ino).toBe(ino)
  const rows = two.manifest.entries.filter(({ name }) => name.includes('document_files'))
  expect(rows.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(1_000)
  await checkLibrary(one.path, await checkArchive(one.path), [])
  expect(await restore(one.path)).toEqual(before)
  expect(await restore(two.path)).toEqual(await server.db('document_files').orderBy('document_id'))
  await back({ keep: 1 })
  expect(await papersIn()).toEqual([...first, later].sort())
})

test('documents of an encrypted backup are encrypted, and those of one without media lie in the file', {
  timeout: 240_000,
}, async () => {
  const paper = await issue()
  const keys = 'ours: thirty-two bytes and some more'
  const sealed = await back({ keys })
  expect(await papersIn()).toContain(`${paper}.sealed`)
  expect((await readFile(join(folder, 'media', `${paper}.sealed`))).includes('%PDF')).toBe(false)
  const all = await server.db('document_files').orderBy('document_id')
  expect(await restore(sealed.path, keys)).toEqual(all)
  const whole = await back({ media: false })
  expect(whole.manifest).not.toHaveProperty('papers')
  expect(await restore(whole.path)).toEqual(all)
})

test('a changed or missing document is named, and nothing is restored', async () => {
  const paper = await issue()
  const { path } = await back()
  await restore(path)
  const copy = join(folder, 'media', paper)
  const bytes = await readFile(copy)
  bytes[100] = (bytes[100] ?? 0) ^ 1
  await writeFile(copy, bytes)
  await expect(checkLibrary(path, await checkArchive(path), [])).rejects.toThrow(`${paper} is damaged`)
  const before = await empty.db('document_files').orderBy('document_id')
  await expect(restore(path)).rejects.toThrow(`${paper} is damaged`)
  await rm(copy)
  await expect(restore(path)).rejects.toThrow('is missing or has another length')
  expect(await empty.db('document_files').orderBy('document_id')).toEqual(before)
})
