import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, mkdtemp, open, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store } from '../../../platform/files/store.ts'
import { type Manifest, mediaOfEntry, Refusal, tableOfEntry } from './archive-format.ts'
import type { BackupFile } from './backup-file.ts'
import { readEntries } from './read-archive.ts'

const STAGING = 'restoring-'

/** The library of a backup, on the disk and proved, but not in its place. */
export type StagedMedia = {
  /** Moves every file to its place. An existing file of the same address is the same. */
  place(): Promise<void>
  /** Takes away what `place` brought, when the rest failed. */
  takeBack(): Promise<void>
  close(): Promise<void>
}

/** Unpacks the library into the data folder. Refuses before it begins when there is no room for it. */
export async function stageMedia(
  dataDir: string,
  store: Store,
  file: BackupFile,
  manifest: Manifest,
): Promise<StagedMedia> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await clearLeftovers(dataDir)
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < manifest.media.bytes) {
    throw new Refusal(
      `The library needs ${megabytes(manifest.media.bytes)} MB, ${dataDir} has ${megabytes(bavail * bsize)} MB left.`,
    )
  }
  const staging = await mkdtemp(join(dataDir, STAGING))
  const brought: string[] = []
  const close = () => rm(staging, { recursive: true, force: true })
  try {
    await unpack(file, staging, new Map(manifest.entries.map(({ name, sha256 }) => [name, sha256])))
  } catch (error) {
    await close()
    throw error
  }
  return {
    async place() {
      for (const mediaId of await readdir(staging)) {
        const isNew = (await store.names(mediaId)).length === 0
        if (isNew) brought.push(mediaId)
        await store.adopt(join(staging, mediaId), mediaId)
      }
    },
    async takeBack() {
      for (const mediaId of brought) await store.removeAll(mediaId)
    },
    close,
  }
}

async function unpack(backup: BackupFile, staging: string, hashes: ReadonlyMap<string, string>): Promise<void> {
  await readEntries(
    backup,
    (name) => !tableOfEntry(name),
    async (entry, content) => {
      const media = mediaOfEntry(entry)
      if (!media) throw new Refusal(`${entry} has no place in the library.`)
      await mkdir(join(staging, media.mediaId), { recursive: true, mode: 0o700 })
      const file = await open(join(staging, media.mediaId, media.name), 'wx', 0o600)
      try {
        if ((await fill(file, content)) !== hashes.get(entry)) throw new Refusal(`${entry} changed while it was read.`)
        await file.sync()
      } finally {
        await file.close()
      }
    },
  )
}

async function fill(file: FileHandle, content: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) {
    hash.update(chunk)
    for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten
  }
  return hash.digest('hex')
}

/** Deletes what a restore that was killed has left. */
async function clearLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(STAGING)) await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1024 ** 2)
