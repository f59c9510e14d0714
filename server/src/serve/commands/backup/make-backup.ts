import { access, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import pino, { type Logger } from 'pino'
import { type Config, keyId, VERSION } from '../../../config.ts'
import { holdFiles } from '../../../courses/media/backup-hold.queries.ts'
import { failpoint } from '../../../platform/db/failpoint.ts'
import { openStore } from '../../../platform/files/open-files.ts'
import type { FileKey, Store } from '../../../platform/files/store.ts'
import { FORMAT, type Manifest, mediaEntry, mediaOfEntry, Refusal } from './archive-format.ts'
import { dumpDatabase, prepareSession, type StorePaper } from './dump-database.ts'
import { unknownSteps } from './restore-database.ts'
import { listUnknownTables, readSequences } from './tables.queries.ts'
import { type ArchiveWriter, openArchive } from './write-archive.ts'

const MISSING_NAMED = 100

export type Backup = { path: string; bytes: number; manifest: Manifest }

/** Settings and clock of a backup; `signal` cancels it. */
export type BackupOptions = {
  config: Pick<Config, 'dataDir' | 'media' | 'encryptionKeys' | 'backupKeys' | 'failpoint'>
  databaseUrl: string
  now: () => Date
  signal?: AbortSignal | undefined
  log?: Logger
}

/** Takes a backup and its library. No other backup of the shop runs during these calls. */
export type Place = {
  format: Manifest['format']
  /** Clears what a killed run has left; returns the path of the new file. */
  prepare(): Promise<string>
  /** Stores a document apart; without it documents are in the file. */
  storePaper?: StorePaper | undefined
  addLibrary(
    archive: ArchiveWriter,
    store: Store,
    rows: { url: string }[],
  ): Promise<Pick<Manifest, 'media' | 'library' | 'papers'>>
  /** Runs once the file has its name. */
  finished?(backup: Backup): Promise<void>
  /** Runs after a failure, if nothing has its name. */
  failed?(error: unknown): Promise<void>
}

/**
 * Writes database and library, as they are at one moment, into one file, while the shop runs. All tables come from one
 * snapshot; files never change, and none is removed while this runs, so every file that a row of the snapshot names is in
 * it. `target` is a new file, or a folder, which gets one named by the time. Throws a `Refusal` or the failure, and leaves
 * nothing behind.
 */
export function makeBackup(options: BackupOptions, target: string): Promise<Backup> {
  const madeAt = options.now()
  const ending = options.config.backupKeys.length > 0 ? '.tar.enc' : '.tar'
  return writeBackup(options, madeAt, {
    format: FORMAT,
    prepare: () => placeOf(target, madeAt, ending),
    addLibrary: async (archive, store, rows) => ({ media: await addMedia(archive, store, rows) }),
  })
}

/** Writes a backup to a place, under the lock that holds the library's files and lets one backup run at a time. */
export async function writeBackup(
  { config, databaseUrl, signal, log = pino({ level: 'silent' }) }: BackupOptions,
  madeAt: Date,
  place: Place,
): Promise<Backup> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await prepareSession(client)
    await holdFiles(client).catch((error) => {
      throw new Refusal(`Another backup of this shop is being made, or its files are being moved (${error.message}).`)
    })
    const path = await place.prepare()
    const archive = await openArchive(path, { signal, key: config.backupKeys[0] }).catch((error) => {
      throw placeProblem(path, error)
    })
    try {
      const content = await dump(client, archive, place.storePaper)
      failpoint({ config }, 'backup:before-media')
      const { rows, ...known } = content
      const manifest: Manifest = {
        format: place.format,
        program: 'skillhaat',
        version: VERSION,
        made_at: madeAt.toISOString(),
        encryption_key_id: keyId(config.encryptionKeys[0]),
        ...known,
        ...(await place.addLibrary(archive, await openStore(config, log), rows)),
        entries: archive.entries,
      }
      failpoint({ config }, 'backup:before-name')
      const backup = { path, bytes: await archive.finish(manifest), manifest }
      failpoint({ config }, 'backup:after-name')
      await place.finished?.(backup)
      return backup
    } catch (error) {
      await archive.abandon()
      await place.failed?.(error)
      throw roomProblem(path, error)
    }
  } finally {
    // The snapshot and the hold on the files go with it.
    await client.end().catch(() => {})
  }
}

type Content = Pick<
  Manifest,
  'postgres' | 'migrations' | 'tables' | 'sequences' | 'unknown_tables' | 'schema_version'
> & {
  rows: { url: string }[]
}

/** Adds the tables of one snapshot; returns their part of the manifest, and the addresses of the library's files. */
async function dump(client: pg.Client, archive: ArchiveWriter, storePaper: StorePaper | undefined): Promise<Content> {
  await client.query('begin isolation level repeatable read read only')
  const { rows: steps } = await client
    .query<{ name: string }>('select name from migrations order by name')
    .catch(() => {
      throw new Refusal(
        'There is no shop in this database: nothing to back up. Are DATABASE_URL and DATA_DIR those of the shop?',
      )
    })
  const migrations = steps.map(({ name }) => name)
  // This happens after a return from a later version to this one.
  const later = await unknownSteps(migrations)
  const unknown = later.length > 0 ? await listUnknownTables(client) : []
  const schemaVersion = await findVersionOf(client, later)
  const tables = await dumpDatabase(client, archive, unknown, storePaper)
  const sequences = await readSequences(client, tables)
  // A shop of an earlier version has no work of students.
  const work = tables.some(({ name }) => name === 'hand_in_files')
    ? 'union all select file_id, url from hand_in_files'
    : ''
  const { rows } = await client.query<{ url: string }>(
    `select url from (select media_id, url from media ${work}) files order by media_id`,
  )
  const { rows: server } = await client.query<{ server_version: string }>('show server_version')
  await client.query('commit')
  return {
    postgres: server[0]?.server_version ?? '',
    migrations,
    tables,
    sequences,
    rows,
    ...(unknown.length > 0 ? { unknown_tables: unknown.map(({ name }) => name) } : {}),
    ...(schemaVersion ? { schema_version: schemaVersion } : {}),
  }
}

/** Returns the version that brought the last of these steps, if it noted itself. */
async function findVersionOf(client: pg.Client, steps: readonly string[]): Promise<string | undefined> {
  // An earlier schema has no such column.
  const { rows } = await client.query<{ version: string | null }>(
    `select to_jsonb(m) ->> 'version' as version from migrations m where name = any($1) order by name desc limit 1`,
    [steps],
  )
  return rows[0]?.version ?? undefined
}

/** Names a moment in a file name, such as `2026-11-20T14-30-00Z`. */
export const stampOf = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

async function placeOf(target: string, madeAt: Date, ending: string): Promise<string> {
  const input = resolve(target)
  const folder = await stat(input).then(
    (found) => found.isDirectory(),
    () => false,
  )
  // A disk that is not there must not become a file of its name, and the backup of every night after it a refusal.
  if (!folder && /[\\/]$/.test(target)) throw new Refusal(`There is no folder ${input}.`)
  const path = folder ? join(input, `skillhaat-${stampOf(madeAt)}${ending}`) : input
  const there = await access(path).then(
    () => true,
    () => false,
  )
  if (there) throw new Refusal(`${path} is there already; a backup replaces nothing.`)
  return path
}

/** Explains why a file cannot be made there; returns every other error unchanged. */
export function placeProblem(path: string, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return new Refusal(`${dirname(path)} cannot be written to.`)
  return ['ENOENT', 'ENOTDIR'].includes(code)
    ? new Refusal(`There is no folder ${dirname(path)}.`)
    : roomProblem(path, error)
}

export const isFull = (error: unknown) =>
  ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '')

function roomProblem(path: string, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (!isFull(error)) return error
  return new Refusal(`There is no room for the backup in ${dirname(path)} (${code}); nothing of it was kept.`)
}

/** Adds all files under the ids of these rows: originals, image widths, video sets. */
async function addMedia(archive: ArchiveWriter, store: Store, rows: { url: string }[]): Promise<Manifest['media']> {
  const sum = emptySum()
  for await (const key of filesOf(store, rows, sum)) {
    const file = await store.open(key)
    if (!file) continue
    await archive.add(mediaEntry(key.mediaId, key.name), file.bytes, file.stream)
    sum.files++
    sum.bytes += file.bytes
  }
  return sum
}

export const emptySum = (): Manifest['media'] => ({ files: 0, bytes: 0, missing: [], missing_count: 0 })

/** Yields the stored files of rows; counts originals that are missing in `sum`. */
export async function* filesOf(
  store: Pick<Store, 'names'>,
  rows: { url: string }[],
  sum: Manifest['media'],
): AsyncGenerator<FileKey> {
  for (const { url } of rows) {
    const [, , mediaId = '', original = ''] = url.split('/')
    const names = await store.names(mediaId)
    if (!names.includes(original)) {
      sum.missing_count++
      if (sum.missing.length < MISSING_NAMED) sum.missing.push(url)
    }
    for (const name of names) if (mediaOfEntry(mediaEntry(mediaId, name))) yield { mediaId, name }
  }
}
