import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, mkdtemp, open, readdir, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Config } from '../../../config.ts'
import type { Store } from '../../../platform/files/store.ts'
import { type LibraryEntry, type Manifest, mediaOfEntry, Refusal, tableOfEntry } from './archive-format.ts'
import type { BackupFile } from './backup-file.ts'
import { openMediaFolder } from './media-folder.ts'
import { readEntries } from './read-archive.ts'

const STAGING = 'restoring-'

type Settings = Pick<Config, 'dataDir' | 'backupKeys'>

/** The library of a backup, on the disk and proved, but not in its place. */
export type StagedMedia = {
  /** Moves every file to its place. An existing file of the same address is the same. */
  place(): Promise<void>
  /** Takes away what `place` brought, when the rest failed. */
  takeBack(): Promise<void>
  close(): Promise<void>
}

/**
 * Copies the library of a backup, from the file or from the folder beside it, into the data folder. Refuses before it
 * begins when there is no room for it. Skips what the store has already.
 */
export async function stageMedia({
  config,
  store,
  file,
  manifest,
}: {
  config: Settings
  store: Store
  file: BackupFile
  manifest: Manifest
}): Promise<StagedMedia> {
  const { dataDir } = config
  const apart = await newFiles(store, manifest.library)
  const bytes = manifest.library ? apart.reduce((all, entry) => all + entry.bytes, 0) : manifest.media.bytes
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await clearLeftovers(dataDir)
  const { bavail, bsize } = await statfs(dataDir)
  if (bavail * bsize < bytes) {
    throw new Refusal(`The library needs ${megabytes(bytes)} MB, ${dataDir} has ${megabytes(bavail * bsize)} MB left.`)
  }
  const staging = await mkdtemp(join(dataDir, STAGING))
  const brought: string[] = []
  const close = () => rm(staging, { recursive: true, force: true })
  try {
    await unpack(file, staging, new Map(manifest.entries.map(({ name, sha256 }) => [name, sha256])))
    if (apart.length > 0) await copyLibrary(file, staging, { entries: apart, keys: config.backupKeys })
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

/** Files of a library that the store lacks; the content of a name never changes. */
async function newFiles(store: Store, library: readonly LibraryEntry[] = []): Promise<LibraryEntry[]> {
  const lacking: LibraryEntry[] = []
  for (const entry of library) {
    const key = mediaOfEntry(`media/${entry.name}`)
    if (!key || (await store.bytes(key)) !== entry.bytes) lacking.push(entry)
  }
  return lacking
}

type Library = { entries: readonly LibraryEntry[]; keys: readonly Buffer[] }

async function copyLibrary(backup: BackupFile, staging: string, { entries, keys }: Library): Promise<void> {
  const folder = await openMediaFolder(join(dirname(backup.path), 'media'), keys)
  for (const entry of entries) await write(join(staging, entry.name), await folder.read(entry), entry)
}

/** Reads every file of a backup's library and compares it with its hash; a `Refusal` names the first that differs. */
export async function checkLibrary(path: string, manifest: Manifest, keys: readonly Buffer[]): Promise<void> {
  const folder = await openMediaFolder(join(dirname(path), 'media'), keys)
  for (const entry of [...(manifest.library ?? []), ...(manifest.papers ?? [])]) {
    const { name, sha256 } = entry
    const hash = createHash('sha256')
    for await (const chunk of await folder.read(entry)) hash.update(chunk)
    if (hash.digest('hex') !== sha256) throw changed(name)
  }
}

/** Opens the documents beside a backup: returns their bytes by hash. A missing one is a `Refusal`. */
export async function openPapers(
  { path }: BackupFile,
  { papers = [] }: Manifest,
  keys: readonly Buffer[],
): Promise<(sha256: string) => Promise<Buffer>> {
  const folder = await openMediaFolder(join(dirname(path), 'media'), keys)
  const entries = new Map(papers.map((entry) => [entry.sha256, entry]))
  return async (sha256) => {
    const entry = entries.get(sha256)
    if (!entry) throw changed(sha256)
    const bytes = await buffer(await folder.read(entry))
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw changed(entry.name)
    return bytes
  }
}

async function write(path: string, content: AsyncIterable<Buffer>, { name, sha256 }: Hashed): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'wx', 0o600)
  try {
    if ((await fill(file, content)) !== sha256) throw changed(name)
    await file.sync()
  } finally {
    await file.close()
  }
}

type Hashed = { name: string; sha256: string | undefined }
const changed = (name: string) => new Refusal(`${name} is damaged: it differs from what the backup has noted.`)

async function unpack(backup: BackupFile, staging: string, hashes: ReadonlyMap<string, string>): Promise<void> {
  await readEntries(
    backup,
    (name) => !tableOfEntry(name),
    async (entry, content) => {
      const media = mediaOfEntry(entry)
      if (!media) throw new Refusal(`${entry} has no place in the library.`)
      const { mediaId, name } = media
      await write(join(staging, mediaId, name), content, { name: entry, sha256: hashes.get(entry) })
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
