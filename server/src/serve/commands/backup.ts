import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Knex } from 'knex'
import pino from 'pino'
import { commandLine, readConfig, readEnvironment } from '../../config.ts'
import { connectDatabase, terminalLog } from '../../platform/db/connect.ts'
import { type BackupRow, insertBackup } from '../backup-log/backup-log.queries.ts'
import { watchParent } from '../start/parent-watch.ts'
import { BUCKET, makeBucketBackup } from './backup/bucket-backup.ts'
import { type FolderReport, makeFolderBackup } from './backup/folder-backup.ts'
import { type Backup, type BackupOptions, makeBackup } from './backup/make-backup.ts'
import { backupOutcome, backupSummary, errorMessage } from './messages.ts'

// `npm run backup -- FILE` writes database and library of the shop into one file; FILE may be a folder. With `--keep N` or
// `--no-media` a folder gets the database in a small file of its own, and beside it a library of which nothing is copied
// twice. `bucket:` writes that small file into the bucket of the library. The shop may run.
const USAGE = `Usage: ${commandLine('backup', 'FOLDER --keep N [--no-media], bucket: --keep N, or FILE for one file with everything')}`
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort())
watchParent(() => interrupted.abort())

try {
  const { target, keep, media, apart } = readArguments()
  const config = readConfig(readEnvironment())
  const { url, db, close } = await connectDatabase(config, { log: terminalLog, poolMax: 1, applicationName: 'backup' })
  const begun = new Date()
  const inBucket = target === BUCKET
  const place = inBucket ? 'the bucket' : resolve(target)
  try {
    const log = pino({ level: 'warn' }, pino.destination(2))
    const options = { config, databaseUrl: url, log, now: () => new Date(), signal: interrupted.signal }
    const made = await makeInto(target, options, { keep, media, apart })
    const { path, bytes, manifest } = made
    const summary = backupSummary(manifest)
    const { missing, missing_count } = manifest.media
    const ended = { started_at: begun.toISOString(), finished_at: new Date().toISOString(), place }
    await noteBackup(db, { ...ended, ...backupOutcome(made, { inBucket }) })
    console.log(`${path}\n${summary}; ${megabytes(bytes)} MB in ${seconds(begun)} s`)
    if (made.folder) reportFolder(place, made.folder)
    if (missing_count > 0) {
      console.warn(
        `${missing_count} files of the library were not ${inBucket ? 'in the bucket' : 'where they belong, so they are not in it'}:\n${missing.map((url) => `  ${url}`).join('\n')}`,
      )
      // A caller must not delete older backups after this one: they may have the only copy.
      process.exitCode = 1
    }
    console.log(
      config.backupKeys.length > 0
        ? 'It is encrypted: without its BACKUP_KEY nobody can read it, you neither. Keep that key apart from it.'
        : 'It holds personal data and is not encrypted (BACKUP_KEY): keep it closed to others. ENCRYPTION_KEY and SESSION_SECRET are not in it.',
    )
  } catch (error) {
    const message = interrupted.signal.aborted ? 'It was interrupted.' : errorMessage(error)
    const ended = { started_at: begun.toISOString(), finished_at: new Date().toISOString(), place }
    await noteBackup(db, { ...ended, ok: false, size_bytes: null, message })
    throw error
  } finally {
    await close()
  }
} catch (error) {
  console.error(interrupted.signal.aborted ? 'Interrupted: no backup was made.' : errorMessage(error))
  process.exitCode = 1
}
process.exit()

type Form = { keep: number | undefined; media: boolean; apart: boolean }
type Made = Backup & { folder?: FolderReport }

async function makeInto(target: string, options: BackupOptions, { keep, media, apart }: Form): Promise<Made> {
  if (target === BUCKET) return makeBucketBackup(options, { keep })
  return apart ? makeFolderBackup(options, target, { keep, media }) : makeBackup(options, target)
}

/** Records the outcome; a schema of an earlier version, or a database that is away, has no place for it. */
async function noteBackup(db: Knex, row: BackupRow): Promise<void> {
  await insertBackup(db, row).catch((error) => console.warn(`The outcome was not recorded: ${errorMessage(error)}`))
}

function reportFolder(place: string, { copied, removed, left }: FolderReport): void {
  console.log(`${copied.files} new files of ${megabytes(copied.bytes)} MB were copied to ${place}/media.`)
  if (removed.backups > 0) console.log(`${removed.backups} older backups and ${removed.files} files were removed.`)
  if (left) console.warn(left)
}

function readArguments(): Form & { target: string } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { keep: { type: 'string' }, 'no-media': { type: 'boolean', default: false } },
    })
    const [target] = positionals
    const store = values.keep === undefined ? undefined : Number(values.keep)
    const media = !values['no-media']
    const isCount = store === undefined || (Number.isInteger(store) && store > 0)
    if (target && positionals.length === 1 && isCount) {
      return { target, keep: store, media, apart: store !== undefined || !media }
    }
  } catch {
    // An unknown option, such as `--help`, is no name: the file would hold every buyer's address, beside the program.
  }
  throw new Error(USAGE)
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}

function seconds(since: Date): string {
  return ((Date.now() - since.getTime()) / 1000).toFixed(1)
}
