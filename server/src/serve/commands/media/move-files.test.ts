import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type S3StandIn, startS3StandIn } from '../../../../test/s3-stand-in.ts'
import { readConfig } from '../../../config.ts'
import { createDiskStore } from '../../../platform/files/disk-store.ts'
import { createFiles } from '../../../platform/files/files.ts'
import { openBucket, openFiles } from '../../../platform/files/open-files.ts'
import type { FileKey, ListedStore } from '../../../platform/files/store.ts'
import { moveFiles } from './move-files.ts'

const log = pino({ level: 'silent' })
let store: S3StandIn
let dataDir: string
let disk: ListedStore
let bucket: ListedStore
let tempPath: () => string
let hashes: Map<FileKey, string>

beforeEach(async () => {
  store = await startS3StandIn()
  dataDir = await mkdtemp(join(tmpdir(), 'skillhaat-move-'))
  const { s3 } = configOf('s3').media
  if (!s3) throw new Error('no bucket')
  tempPath = createFiles({ dataDir }).tempPath
  disk = createDiskStore(dataDir)
  bucket = await openBucket(s3, log, tempPath)
  hashes = new Map()
  for (let at = 0; at < 30; at += 1) {
    const key = { mediaId: randomBytes(16).toString('hex'), name: 'film.mp4' }
    const bytes = randomBytes(at === 7 ? 5_300_000 : 100 + at)
    await mkdir(join(dataDir, 'media', key.mediaId))
    await writeFile(join(dataDir, 'media', key.mediaId, key.name), bytes)
    hashes.set(key, sha256(bytes))
  }
})
afterEach(async () => {
  await store.close()
  await rm(dataDir, { recursive: true, force: true })
})

const configOf = (place: string) =>
  readConfig({ ...store.env, NODE_ENV: 'test', DATA_DIR: dataDir, MEDIA_STORE: place })
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const never = new AbortController().signal
const move = (from: ListedStore, to: ListedStore, change: object = {}) =>
  moveFiles({ from, to, tempPath, graceMs: 0, signal: never, ...change })

async function listed(store: ListedStore): Promise<FileKey[]> {
  const keys: FileKey[] = []
  for await (const key of store.list()) keys.push(key)
  return keys
}

async function expectAllIn(now: ListedStore, before: ListedStore) {
  for (const [key, expected] of hashes) expect(sha256((await now.read(key)) ?? Buffer.alloc(0))).toBe(expected)
  expect(await listed(now)).toHaveLength(hashes.size)
  expect(await listed(before)).toEqual([])
  const left = await readdir(join(dataDir, 'uploads'), { recursive: true, withFileTypes: true })
  expect(left.filter((entry) => entry.isFile())).toEqual([])
}

it('a move takes all files there and back, also when interrupted, and each stays readable', async () => {
  for (const [place, from, to] of [
    ['s3', disk, bucket],
    ['disk', bucket, disk],
  ] as const) {
    const shop = await openFiles(configOf(place), log)
    let going = true
    const reading = (async () => {
      while (going) {
        for (const [key, expected] of hashes) {
          expect(sha256((await shop.read(key)) ?? Buffer.alloc(0))).toBe(expected)
          expect(await shop.names(key.mediaId)).toEqual([key.name])
        }
      }
    })()
    const stop = new AbortController()
    const onMoved = ({ files }: { files: number }) => files >= 12 && stop.abort()
    await expect(move(from, to, { signal: stop.signal, onMoved })).rejects.toThrow()
    expect((await move(from, to)).files).toBeLessThan(25)
    going = false
    await reading
    await expectAllIn(to, from)
  }
})

it('a move removes nothing from its old place that is not the same in the new one, or that somebody may still be led to', async () => {
  const [first] = hashes.keys()
  const open = async (key: FileKey) => {
    const object = store.objects.get(`media/${key.mediaId}/${key.name}`)
    if (object && key.mediaId === first?.mediaId) object.bytes = Buffer.from('something else')
    return bucket.open(key)
  }
  await expect(move(disk, { ...bucket, open })).rejects.toThrow('is another file after it was copied')
  expect(await disk.has(first as FileKey)).toBe(true)
  // Wrong files are replaced, copied ones not sent again.
  expect((await move(disk, bucket)).files).toBeGreaterThan(0)
  await expectAllIn(bucket, disk)

  const stop = new AbortController()
  const onMoved = ({ files }: { files: number }) => files === hashes.size && stop.abort()
  await expect(move(bucket, disk, { graceMs: 60_000, signal: stop.signal, onMoved })).rejects.toThrow()
  expect(await listed(bucket)).toHaveLength(hashes.size)
  expect(await move(bucket, disk)).toMatchObject({ files: hashes.size, known: hashes.size })
  await expectAllIn(disk, bucket)
})
