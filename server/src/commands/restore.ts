import { parseArgs } from 'node:util'
import pino from 'pino'
import { readConfig, readEnvironment } from '../config.ts'
import { connectDatabase, terminalLog } from '../db/connect.ts'
import { watchParent } from '../parent-watch.ts'
import { checkArchive } from './backup/read-archive.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { inWords, sentenceOf } from './backup/words.ts'

// `npm run restore -- FILE` brings a shop back. `--replace` puts it in the place of one that is there; `--check` only
// reads the file and says whether it is whole.
const USAGE = 'Usage: npm run restore -- FILE [--replace | --check]'
// Whoever asked for it is gone, or wants it to end: the database takes its transaction back, the next restore the rest.
watchParent(() => process.exit(1))

let restored = false
try {
  const { path, replace, check } = readArguments()
  if (check) {
    const manifest = await checkArchive(path)
    console.log(`${path} is whole: made ${manifest.made_at} by version ${manifest.version}.\n${inWords(manifest)}`)
    process.exit(0)
  }
  const config = readConfig(readEnvironment())
  const { url, close } = await connectDatabase(config, { log: terminalLog, poolMax: 1, applicationName: 'restore' })
  try {
    const log = pino({ level: 'warn' }, pino.destination(2))
    const { manifest, keysReadable } = await restoreBackup({ config, databaseUrl: url, log }, path, { replace })
    restored = true
    console.log(`Restored the shop of ${manifest.made_at}.\n${inWords(manifest)}`)
    if (!keysReadable) {
      console.warn(
        'The gateway keys saved in it were sealed with another ENCRYPTION_KEY: start with that one, or save the keys again.',
      )
    }
  } finally {
    await close()
  }
} catch (error) {
  console.error(sentenceOf(error))
  if (!restored) console.error('Nothing was changed.')
  process.exitCode = 1
}
process.exit()

function readArguments(): { path: string; replace: boolean; check: boolean } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { replace: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
    })
    const [path] = positionals
    if (path && positionals.length === 1 && !(values.replace && values.check)) return { path, ...values }
  } catch {
    // An option that there is not.
  }
  throw new Error(USAGE)
}
