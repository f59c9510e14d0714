import { access, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import pg from 'pg'
import pino, { type Logger } from 'pino'
import { type Config, keyId, VERSION } from '../../../config.ts'
import { holdFiles } from '../../../courses/media/backup-hold.queries.ts'
import { failpoint } from '../../../platform/db/failpoint.ts'
import { openStore } from '../../../platform/files/open-files.ts'
import type { Store } from '../../../platform/files/store.ts'
import { FORMAT, type Manifest, mediaEntry, mediaOfEntry, Refusal } from './archive-format.ts'
import { dumpDatabase, prepareSession } from './dump-database.ts'
import { unknownSteps } from './restore-database.ts'
import { readSequences } from './tables.queries.ts'
import { type ArchiveWriter, openArchive } from './write-archive.ts'

const MISSING_NAMED = 100

export type Backup = { path: string; bytes: number; manifest: Manifest }

/**
 * Writes database and library, as they are at one moment, into one file, while the shop goes on. All tables come from one
 * snapshot; files never change, and none is removed while this runs, so every file that a row of the snapshot names is in
 * it. `target` is a file that is not there yet, or a folder, which gets one named by the time. Throws a `Refusal`, or what
 * went wrong, and leaves nothing behind.
 */
export async function makeBackup(
  {
    config,
    databaseUrl,
    now,
    signal,
    log = pino({ level: 'silent' }),
  }: {
    config: Pick<Config, 'dataDir' | 'media' | 'encryptionKeys' | 'backupKeys' | 'failpoint'>
    databaseUrl: string
    now: () => Date
    signal?: AbortSignal
    log?: Logger
  },
  target: string,
): Promise<Backup> {
  const madeAt = now()
  const [key] = config.backupKeys
  const path = await placeOf(target, madeAt, key ? '.tar.enc' : '.tar')
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  client.on('error', () => {})
  await client.connect()
  const archive = await openArchive(path, { signal, key }).catch(async (error) => {
    await client.end()
    throw placeProblem(path, error)
  })
  try {
    await prepareSession(client)
    await holdFiles(client).catch((error) => {
      throw new Refusal(`Another backup of this shop is being made, or its files are being moved (${error.message}).`)
    })
    await client.query('begin isolation level repeatable read read only')
    const { rows: migrations } = await client
      .query<{ name: string }>('select name from migrations order by name')
      .catch(() => {
        throw new Refusal(
          'There is no shop in this database: nothing to back up. Are DATABASE_URL and DATA_DIR those of the shop?',
        )
      })
    const later = await unknownSteps(migrations.map(({ name }) => name))
    if (later.length > 0)
      throw new Refusal(`The database is of a later version (${later[0]}): back it up with that one.`)
    const tables = await dumpDatabase(client, archive)
    const sequences = await readSequences(client, tables)
    // A shop of an earlier version has no work of students.
    const work = tables.some(({ name }) => name === 'hand_in_files')
      ? 'union all select file_id, url from hand_in_files'
      : ''
    const { rows: media } = await client.query<{ url: string }>(
      `select url from (select media_id, url from media ${work}) files order by media_id`,
    )
    const { rows: server } = await client.query<{ server_version: string }>('show server_version')
    await client.query('commit')
    failpoint({ config }, 'backup:before-media')
    const manifest: Manifest = {
      format: FORMAT,
      program: 'skillhaat',
      version: VERSION,
      made_at: madeAt.toISOString(),
      postgres: server[0]?.server_version ?? '',
      migrations: migrations.map(({ name }) => name),
      encryption_key_id: keyId(config.encryptionKeys[0]),
      tables,
      sequences,
      media: await addMedia(archive, await openStore(config, log), media),
      entries: archive.entries,
    }
    failpoint({ config }, 'backup:before-name')
    return { path, bytes: await archive.finish(manifest), manifest }
  } catch (error) {
    await archive.abandon()
    throw roomProblem(path, error)
  } finally {
    // The snapshot and the hold on the files go with it.
    await client.end().catch(() => {})
  }
}

async function placeOf(target: string, madeAt: Date, ending: string): Promise<string> {
  const given = resolve(target)
  const folder = await stat(given).then(
    (found) => found.isDirectory(),
    () => false,
  )
  // A disk that is not there must not become a file of its name, and the backup of every night after it a refusal.
  if (!folder && /[\\/]$/.test(target)) throw new Refusal(`There is no folder ${given}.`)
  const time = madeAt.toISOString().slice(0, 19).replaceAll(':', '-')
  const path = folder ? join(given, `skillhaat-${time}Z${ending}`) : given
  const there = await access(path).then(
    () => true,
    () => false,
  )
  if (there) throw new Refusal(`${path} is there already; a backup replaces nothing.`)
  return path
}

/** Explains why a file cannot be made there; returns every other error unchanged. */
function placeProblem(path: string, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (['EACCES', 'EPERM', 'EROFS'].includes(code)) return new Refusal(`${dirname(path)} cannot be written to.`)
  return ['ENOENT', 'ENOTDIR'].includes(code)
    ? new Refusal(`There is no folder ${dirname(path)}.`)
    : roomProblem(path, error)
}

function roomProblem(path: string, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (!['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)) return error
  return new Refusal(`There is no room for the backup in ${dirname(path)} (${code}); nothing of it was kept.`)
}

/** Adds all files under the ids of these rows: originals, image widths, video sets. */
async function addMedia(archive: ArchiveWriter, store: Store, rows: { url: string }[]): Promise<Manifest['media']> {
  const sum: Manifest['media'] = { files: 0, bytes: 0, missing: [], missing_count: 0 }
  for (const { url } of rows) {
    const [, , mediaId = '', original = ''] = url.split('/')
    const names = await store.names(mediaId)
    if (!names.includes(original)) {
      sum.missing_count++
      if (sum.missing.length < MISSING_NAMED) sum.missing.push(url)
    }
    for (const name of names) {
      const entry = mediaEntry(mediaId, name)
      const file = mediaOfEntry(entry) && (await store.open({ mediaId, name }))
      if (!file) continue
      await archive.add(entry, file.bytes, file.stream)
      sum.files++
      sum.bytes += file.bytes
    }
  }
  return sum
}
