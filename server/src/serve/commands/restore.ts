import { createWriteStream, rmSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import pino from 'pino'
import { commandLine, readBackupKeys, readConfig, readEnvironment } from '../../config.ts'
import { connectDatabase, terminalLog } from '../../platform/db/connect.ts'
import { createFiles } from '../../platform/files/files.ts'
import { watchParent } from '../start/parent-watch.ts'
import { APART_FORMAT } from './backup/archive-format.ts'
import { openBackup } from './backup/backup-file.ts'
import { BUCKET, fetchBackup } from './backup/bucket-backup.ts'
import { pickBackup } from './backup/folder-backup.ts'
import { checkArchive, checkBackup } from './backup/read-archive.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { checkLibrary } from './backup/restore-media.ts'
import { backupSummary, errorMessage } from './messages.ts'

// `npm run restore -- FILE` restores a shop; of a folder, or of the
// bucket by `bucket:`, the newest backup, or the one of `--at`. `--replace` replaces an
// existing one. `--nothing-since` (the shop was stopped before the backup) continues the numbers without a gap. `--check`
// only reads the file and reports if it is whole; `--decrypt` writes the tar of an encrypted one.
const USAGE = `Usage: ${commandLine('restore', 'FILE (or FOLDER or bucket: [--at 2026-11-20]) [--replace] [--nothing-since] [--check | --decrypt TAR]')}`
// The caller is gone, or ends it: the database rolls back its transaction, and the next restore removes the rest.
watchParent(() => process.exit(1))

let restored = false
try {
  const { replace, check, decrypt, 'nothing-since': nothingSince, ...given } = readArguments()
  const path = given.path === BUCKET ? await download(given.at) : await pickBackup(given.path, given.at)
  if (check) {
    const keys = readBackupKeys(readEnvironment())
    const manifest = await checkArchive(path, keys)
    await checkLibrary(path, manifest, keys)
    console.log(
      `${path} is whole: made ${manifest.made_at} by version ${manifest.version}.\n${backupSummary(manifest)}`,
    )
    process.exit(0)
  }
  if (decrypt) {
    const file = await openBackup(path, readBackupKeys(readEnvironment()))
    await checkBackup(file)
    await pipeline(file.read(), createWriteStream(decrypt, { flags: 'wx', mode: 0o600 }))
    console.log(`${decrypt} is the backup, open to whoever reads it. Remove it when it has served.`)
    process.exit(0)
  }
  const config = readConfig(readEnvironment())
  const { url, close } = await connectDatabase(config, { log: terminalLog, poolMax: 1, applicationName: 'restore' })
  try {
    const log = pino({ level: 'warn' }, pino.destination(2))
    const place = { config, databaseUrl: url, log }
    const { manifest, keysReadable, numbers } = await restoreBackup(place, path, { replace, nothingSince })
    restored = true
    console.log(`Restored the shop of ${manifest.made_at}.\n${backupSummary(manifest)}`)
    if (numbers) {
      console.log(`${numbers}\nPayments and refunds since the backup are looked for at the gateway after the start.`)
    }
    if (manifest.format === APART_FORMAT && !manifest.library) {
      console.warn('The library is not in this backup: its files must be in their place already.')
    }
    if (!keysReadable) {
      console.warn(
        'The gateway keys saved in it were sealed with another ENCRYPTION_KEY: start with that one, or save the keys again.',
      )
    }
  } finally {
    await close()
  }
} catch (error) {
  console.error(errorMessage(error))
  if (!restored) console.error('Nothing was changed.')
  process.exitCode = 1
}
process.exit()

/** Downloads a backup of the bucket, which goes when the command ends. */
async function download(at: string | undefined): Promise<string> {
  const config = readConfig(readEnvironment())
  const { tempDir } = createFiles(config)
  process.on('exit', () => rmSync(tempDir, { recursive: true, force: true }))
  return fetchBackup(config, { at, into: tempDir, log: pino({ level: 'warn' }, pino.destination(2)) })
}

type Arguments = {
  path: string
  replace: boolean
  check: boolean
  'nothing-since': boolean
  at?: string
  decrypt?: string
}

function readArguments(): Arguments {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        replace: { type: 'boolean', default: false },
        check: { type: 'boolean', default: false },
        'nothing-since': { type: 'boolean', default: false },
        decrypt: { type: 'string' },
        at: { type: 'string' },
      },
    })
    const [path] = positionals
    if (path && positionals.length === 1 && [values.replace, values.check, values.decrypt].filter(Boolean).length < 2)
      return { path, ...values }
  } catch {
    // An option that there is not.
  }
  throw new Error(USAGE)
}
