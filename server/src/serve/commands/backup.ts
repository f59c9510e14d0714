import pino from 'pino'
import { readConfig, readEnvironment } from '../../config.ts'
import { connectDatabase, terminalLog } from '../../platform/db/connect.ts'
import { watchParent } from '../start/parent-watch.ts'
import { makeBackup } from './backup/make-backup.ts'
import { backupSummary, errorMessage } from './messages.ts'

// `npm run backup -- FILE` writes database and library of the shop into one file; FILE may be a folder. The shop may run.
const [target, ...more] = process.argv.slice(2)
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort())
watchParent(() => interrupted.abort())

try {
  // `--help` is no name: the file would hold every buyer's address, beside the program.
  if (!target || target.startsWith('-') || more.length > 0)
    throw new Error('Usage: npm run backup -- FILE (or a folder)')
  const config = readConfig(readEnvironment())
  const { url, close } = await connectDatabase(config, { log: terminalLog, poolMax: 1, applicationName: 'backup' })
  try {
    const begun = performance.now()
    const log = pino({ level: 'warn' }, pino.destination(2))
    const options = { config, databaseUrl: url, log, now: () => new Date(), signal: interrupted.signal }
    const { path, bytes, manifest } = await makeBackup(options, target)
    console.log(`${path}\n${backupSummary(manifest)}; ${(bytes / 1e6).toFixed(1)} MB in ${seconds(begun)} s`)
    const { missing, missing_count } = manifest.media
    if (missing_count > 0) {
      console.warn(
        `${missing_count} files of the library were not where they belong, so they are not in it:\n${missing.map((url) => `  ${url}`).join('\n')}`,
      )
      // A caller must not delete older backups after this one: they may have the only copy.
      process.exitCode = 1
    }
    console.log(
      config.backupKeys.length > 0
        ? 'It is encrypted: without its BACKUP_KEY nobody can read it, you neither. Keep that key apart from it.'
        : 'It holds personal data and is not encrypted (BACKUP_KEY): keep it closed to others. ENCRYPTION_KEY and SESSION_SECRET are not in it.',
    )
  } finally {
    await close()
  }
} catch (error) {
  console.error(interrupted.signal.aborted ? 'Interrupted: no backup was made.' : errorMessage(error))
  process.exitCode = 1
}
process.exit()

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}
