import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { failpoint } from '../../../platform/db/failpoint.ts'
import type { FileKey, Store } from '../../../platform/files/store.ts'
import { syncFolder } from '../../../platform/files/sync-folder.ts'
import { APART_FORMAT, type LibraryEntry, type Manifest, PAPERS_FORMAT, Refusal } from './archive-format.ts'
import { openBackup } from './backup-file.ts'
import {
  type Backup,
  type BackupOptions,
  emptySum,
  filesOf,
  isFull,
  placeProblem,
  stampOf,
  writeBackup,
} from './make-backup.ts'
import { type MediaFolder, openMediaFolder } from './media-folder.ts'
import { paperKey, storePaper } from './papers-apart.ts'
import { readManifest } from './read-archive.ts'

const BACKUP = /^skillhaat-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.backup$/
/** A backup leaves so much of the disk that the shop itself writes to: a full one ends its database. */
const LEFT_FREE = 256 * 1024 ** 2
const STAMPS_SHOWN = 10

export type FolderReport = {
  /** Files of the library that were copied by this run, and their bytes. */
  copied: { files: number; bytes: number }
  /** Backups and files of the library that this run removed. */
  removed: { backups: number; files: number }
  /** Explains why older backups or files were not removed. */
  left?: string | undefined
}

/**
 * Writes `skillhaat-<stamp>.backup`, with database, settings and documents, and brings the folder `media` beside it up to
 * date: only new files are copied. Then removes all but the newest `keep` backups, and files that none of them names. The
 * backup gets its name after its files, so each visible one restores. A failure leaves older backups untouched.
 */
export async function makeFolderBackup(
  options: BackupOptions,
  target: string,
  { keep, media = true }: { keep?: number | undefined; media?: boolean } = {},
): Promise<Backup & { folder: FolderReport }> {
  const { config, signal } = options
  const folder = resolve(target)
  await requireFolder(folder)
  const madeAt = options.now()
  const library = await openMediaFolder(join(folder, 'media'), config.backupKeys)
  const brought: FileKey[] = []
  const papers: LibraryEntry[] = []
  const copied = { files: 0, bytes: 0 }
  const end: Pick<FolderReport, 'removed' | 'left'> = { removed: { backups: 0, files: 0 } }

  async function addLibrary(
    store: Store,
    rows: { url: string }[],
  ): Promise<Pick<Manifest, 'media' | 'library' | 'papers'>> {
    const sum = emptySum()
    const entries: NonNullable<Manifest['library']> = []
    const missing: { key: FileKey; bytes: number }[] = []
    for await (const key of filesOf(store, rows, sum)) {
      const known = await library.find(key)
      // A look at a bucket costs a request for each file.
      const bytes = known && config.media.s3 ? known.bytes : await store.bytes(key)
      if (known && known.bytes === bytes) entries.push(known)
      else if (bytes !== undefined) missing.push({ key, bytes })
    }
    await requireRoom(
      folder,
      config.dataDir,
      missing.reduce((all, { bytes }) => all + bytes, 0),
    )
    for (const { key } of missing) {
      const file = await store.open(key)
      if (!file) continue
      entries.push(await library.add(key, file, signal))
      brought.push(key)
      copied.files++
      copied.bytes += file.bytes
      failpoint({ config }, 'backup:mid-media')
    }
    await syncFolder(join(folder, 'media'))
    const bytes = entries.reduce((all, entry) => all + entry.bytes, 0)
    return { media: { ...sum, files: entries.length, bytes }, library: entries, papers }
  }

  async function addPaper(sha256: string, bytes: Buffer): Promise<void> {
    const { entry, isNew } = await storePaper(library, sha256, bytes)
    if (isNew) brought.push(paperKey(sha256))
    papers.push(entry)
  }

  const backup = await writeBackup(options, madeAt, {
    format: media ? PAPERS_FORMAT : APART_FORMAT,
    async prepare() {
      await clearHalves(folder)
      await library.clear()
      if (media)
        await mkdir(join(folder, 'media'), { recursive: true, mode: 0o700 }).catch((error) => {
          throw placeProblem(join(folder, 'media'), error)
        })
      await requireRoom(folder, config.dataDir, 0)
      return join(folder, backupName(madeAt))
    },
    storePaper: media ? addPaper : undefined,
    addLibrary: async (_archive, store, rows) => (media ? addLibrary(store, rows) : { media: emptySum() }),
    async finished({ path, manifest }) {
      if (keep === undefined) return
      // Such folders may hold the only copy of a file that is not where it belongs.
      if (manifest.media.missing_count > 0)
        end.left = 'Older backups were not removed: they may hold the missing files.'
      else Object.assign(end, await removeOlder(options, folder, { keep, newest: path, library }))
    },
    async failed(error) {
      if (isFull(error)) for (const key of brought) await library.remove(key)
    },
  })
  return { ...backup, folder: { copied, ...end } }
}

export const backupName = (at: Date) => `skillhaat-${stampOf(at)}.backup`

/** Picks the backups among names, newest first. */
export function sortBackups(names: readonly string[]): { stamp: string; name: string }[] {
  const found = names.flatMap((name) => {
    const stamp = BACKUP.exec(name)?.[1]
    return stamp ? [{ stamp, name }] : []
  })
  return found.toSorted((a, b) => (a.stamp < b.stamp ? 1 : -1))
}

/** Lists the backups of a folder, newest first. */
export async function listBackups(folder: string): Promise<{ stamp: string; path: string }[]> {
  return sortBackups(await readdir(folder)).map(({ stamp, name }) => ({ stamp, path: join(folder, name) }))
}

/**
 * Picks the backup of a path: the file itself, or of a folder the newest, or the newest whose stamp begins with `at`, such
 * as `2026-11-20`.
 */
export async function pickBackup(path: string, at?: string): Promise<string> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) {
    if (at) throw new Refusal(`--at picks a backup of a folder, and ${path} is none.`)
    return path
  }
  return join(resolve(path), pickName(await readdir(path), at, path))
}

/** Picks the newest backup among names, or the newest whose stamp begins with `at`; `place` names them in a `Refusal`. */
export function pickName(names: readonly string[], at: string | undefined, place: string): string {
  const backups = sortBackups(names)
  const picked = backups.find(({ stamp }) => stamp.startsWith(at ?? ''))
  if (picked) return picked.name
  const stamps = backups.slice(0, STAMPS_SHOWN).map(({ stamp }) => stamp)
  throw new Refusal(
    stamps.length === 0
      ? `There is no backup in ${place}.`
      : `There is no backup of ${at} in ${place}. The newest are: ${stamps.join(', ')}.`,
  )
}

async function removeOlder(
  { config }: BackupOptions,
  folder: string,
  { keep, newest, library }: { keep: number; newest: string; library: MediaFolder },
): Promise<Pick<FolderReport, 'removed' | 'left'>> {
  // A clock that ran ahead must not remove the one just made.
  const others = (await listBackups(folder)).filter(({ path }) => path !== newest)
  const old = others.slice(keep - 1)
  for (const { path } of old) {
    await rm(path, { force: true })
    failpoint({ config }, 'backup:mid-prune')
  }
  await syncFolder(folder)
  const removed = { backups: old.length, files: 0 }
  const named = new Set<string>()
  for (const { path } of [{ path: newest }, ...others.slice(0, keep - 1)]) {
    try {
      const { library: files = [], papers = [] } = await readManifest(await openBackup(path, config.backupKeys))
      for (const { name } of [...files, ...papers]) named.add(name)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { removed, left: `Media of older backups was not removed, for one cannot be read: ${error.message}` }
    }
  }
  removed.files = await library.prune(named)
  return { removed }
}

async function requireFolder(folder: string): Promise<void> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) throw new Refusal(`There is no folder ${folder}.`)
}

/** Removes halves of a run that was killed; no other one writes meanwhile. */
async function clearHalves(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (/^\.skillhaat-.*\.backup\.[0-9a-f]+\.part$/.test(name)) await rm(join(folder, name), { force: true })
  }
}

/** Throws a `Refusal` for a disk without room for so many bytes, or where the shop itself would have none left. */
export async function requireRoom(folder: string, dataDir: string, bytes: number): Promise<void> {
  const [of, shop] = await Promise.all([stat(folder), stat(dataDir).catch(() => undefined)])
  const { bavail, bsize } = await statfs(folder)
  const needed = bytes + (of.dev === shop?.dev ? LEFT_FREE : 0)
  if (bavail * bsize >= needed) return
  const [megabytes, free] = [needed, bavail * bsize].map((count) => Math.ceil(count / 1e6))
  throw new Refusal(
    `There is no room for the backup in ${folder}: it needs ${megabytes} MB, ${free} MB are free. Nothing was written.`,
  )
}
