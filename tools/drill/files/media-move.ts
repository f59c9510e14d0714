import { createHash, randomBytes } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { readConfig } from '../../../server/src/config.ts'
import { createDiskStore } from '../../../server/src/platform/files/disk-store.ts'
import { openBucket, openFiles } from '../../../server/src/platform/files/open-files.ts'
import type { FileKey, ListedStore, Store } from '../../../server/src/platform/files/store.ts'
import { bucketSettings } from '../../../server/test/bucket-settings.ts'
import { startS3StandIn } from '../../../server/test/s3-stand-in.ts'
import { runCommand } from '../processes.ts'
import { type Site, withPlace } from '../shop.ts'

export type MediaMoveResult = {
  /** The kind of the store. */
  store: string
  files: number
  megabytes: number
  /** The last line of the command, each way. */
  said: string[]
  kills: number
  /** Files read through the shop's own store while they moved. */
  reads: number
  failures: string[]
}

const READERS = 2

/**
 * Moves files from the disk to a bucket and back, killed twice each way and begun again, while they are read without a
 * pause. Every file must be readable with the same hash at every moment; at the end the old place is empty. The bucket is
 * that of `TEST_S3_ENDPOINT` and its siblings, else the stand-in.
 */
export function drillMediaMove(site: Site, { files: count }: { files: number }): Promise<MediaMoveResult> {
  return withPlace(async (place) => {
    const dataDir = place.folder
    const named = bucketSettings()
    const standIn = named ? undefined : await startS3StandIn()
    if (standIn) place.atEnd(standIn.close)
    const base: Record<string, string> = {
      ...(standIn?.env ?? named),
      MEDIA_S3_PREFIX: `drill-${randomBytes(4).toString('hex')}/`,
      DATA_DIR: dataDir,
      DATABASE_URL: await (await place.databases(site)).create('media'),
      SEED: 'none',
    }
    const store = named?.MEDIA_S3_ENDPOINT ?? 'stand-in'
    const result: MediaMoveResult = { store, files: count, megabytes: 0, said: [], kills: 0, reads: 0, failures: [] }
    const hashes = await writeFiles(dataDir, count, result)
    for (const [from, to] of [
      ['disk', 's3'],
      ['s3', 'disk'],
    ] as const) {
      const env = { ...base, MEDIA_STORE: to }
      const config = readConfig(env)
      const shop = await openFiles(config, pino({ level: 'silent' }))
      const reading = readOnAndOn(shop, hashes, result)
      try {
        for (const part of [0.3, 0.7]) if (await killAt(env, [from, to], Math.floor(count * part))) result.kills += 1
        const { code, output } = await runCommand('media.ts', ['move', from, to], env)
        result.said.push(output.split('\n').at(-1) ?? '')
        if (code !== 0) result.failures.push(`move ${from} ${to}: exit code ${code}, ${output}`)
      } finally {
        await reading.end()
      }
      const { s3 } = config.media
      if (!s3) throw new Error('no bucket')
      const stores = {
        disk: createDiskStore(dataDir),
        s3: await openBucket(s3, pino({ level: 'silent' }), shop.tempPath),
      }
      result.failures.push(...(await differences(stores[to], stores[from], hashes, to)))
      await rm(shop.tempDir, { recursive: true, force: true })
    }
    return result
  })
}

type Hashes = Map<FileKey, string>

/** Writes small files, and every thousandth so large that it is sent in parts. */
async function writeFiles(dataDir: string, count: number, result: MediaMoveResult): Promise<Hashes> {
  const hashes: Hashes = new Map()
  for (let at = 0; at < count; at += 1) {
    const mediaId = randomBytes(16).toString('hex')
    const bytes = randomBytes(at % 1000 === 999 ? 9_000_000 : 500 + ((at * 7919) % 20_000))
    await mkdir(join(dataDir, 'media', mediaId), { recursive: true })
    await writeFile(join(dataDir, 'media', mediaId, 'film.mp4'), bytes)
    hashes.set({ mediaId, name: 'film.mp4' }, sha256(bytes))
    result.megabytes += bytes.length / 1e6
  }
  return hashes
}

/** Kills the move once it reports half of `files`; returns false if it ended before. */
async function killAt(env: Record<string, string>, way: readonly string[], files: number): Promise<boolean> {
  const { code } = await runCommand('media.ts', ['move', ...way], env, (child, output) => {
    const last = Number([...output.matchAll(/^(\d+) files/gm)].at(-1)?.[1] ?? 0)
    if (last >= files / 2) child.kill('SIGKILL')
  })
  return code === null
}

/** Reads one file after the other, as the shop does, until its end. */
function readOnAndOn(shop: Store, hashes: Hashes, result: MediaMoveResult) {
  const keys = [...hashes.keys()]
  let [going, at] = [true, 0]
  const reader = async () => {
    while (going) {
      const key = keys[at++ % keys.length]
      if (!key) return
      const bytes = await shop.read(key).catch((error) => Buffer.from(String(error)))
      result.reads += 1
      if (!bytes || sha256(bytes) !== hashes.get(key)) {
        result.failures.push(`${key.mediaId} read while it moved: ${bytes ? 'another file' : 'not there'}`)
      }
    }
  }
  const readers = Array.from({ length: READERS }, reader)
  return {
    async end() {
      going = false
      await Promise.all(readers)
    },
  }
}

/** Lists files that are missing, changed or still in the old place after a move. */
async function differences(now: ListedStore, before: ListedStore, hashes: Hashes, place: string): Promise<string[]> {
  const failures: string[] = []
  let listed = 0
  for await (const _ of now.list()) listed += 1
  if (listed !== hashes.size) failures.push(`${listed} files in ${place}, not ${hashes.size}`)
  for await (const { mediaId } of before.list()) failures.push(`${mediaId} is still in its old place`)
  for (const [key, expected] of hashes) {
    const bytes = await now.read(key)
    if (!bytes || sha256(bytes) !== expected) failures.push(`${key.mediaId} is another file in ${place}`)
  }
  return failures
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
