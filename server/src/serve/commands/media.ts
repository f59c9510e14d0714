import { rm } from 'node:fs/promises'
import pg from 'pg'
import pino from 'pino'
import { type Config, commandLine, readConfig, readEnvironment } from '../../config.ts'
import { holdFiles } from '../../courses/media/backup-hold.queries.ts'
import { connectDatabase, terminalLog } from '../../platform/db/connect.ts'
import { createDiskStore } from '../../platform/files/disk-store.ts'
import { createFiles } from '../../platform/files/files.ts'
import { openBucket } from '../../platform/files/open-files.ts'
import { watchParent } from '../start/parent-watch.ts'
import { type Moved, moveFiles } from './media/move-files.ts'
import { errorMessage } from './messages.ts'

// `npm run media -- move disk s3` moves the files of the library from the one to the other while the shop runs, and `move s3 disk` back.
const USAGE = `Usage: ${commandLine('media', 'move disk s3')}, or: ${commandLine('media', 'move s3 disk')}`
/** Addresses of a bucket are good for 30 seconds: who was led to one finds the file there until then. */
const GRACE_MS = 35_000
const SAY_EVERY = 100

type Place = Config['media']['store']
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort())
watchParent(() => interrupted.abort())

try {
  const [from, to] = readArguments(process.argv.slice(2))
  const config = readConfig(readEnvironment())
  const { s3 } = config.media
  if (!s3) throw new Error('MEDIA_S3_ENDPOINT and its siblings are not set: there is no bucket to move to or from.')
  if (config.media.store !== to) {
    throw new Error(`The shop puts new files into ${config.media.store}. Set MEDIA_STORE=${to}, restart it, then move.`)
  }
  const { url, close } = await connectDatabase(config, { log: terminalLog, poolMax: 1, applicationName: 'media' })
  const client = new pg.Client({ connectionString: url, application_name: 'media', keepAlive: true })
  client.on('error', () => interrupted.abort())
  const files = createFiles(config)
  try {
    await client.connect()
    await holdFiles(client).catch(() => {
      throw new Error('A backup is being made, or files are being moved already. Try again when it has ended.')
    })
    const bucket = await openBucket(s3, pino({ level: 'warn' }, pino.destination(2)), files.tempPath)
    const stores = { disk: createDiskStore(config.dataDir), s3: bucket }
    const begun = performance.now()
    const moved = await moveFiles({
      from: stores[from],
      to: stores[to],
      tempPath: files.tempPath,
      graceMs: from === 's3' ? GRACE_MS : 0,
      signal: interrupted.signal,
      onMoved: (so) => so.files % SAY_EVERY === 0 && console.log(movedSummary(so)),
    })
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    console.log(`${movedSummary(moved)} from ${from} to ${to} in ${seconds} s, each compared by its hash`)
  } finally {
    await rm(files.tempDir, { recursive: true, force: true })
    await client.end().catch(() => {})
    await close()
  }
} catch (error) {
  console.error(interrupted.signal.aborted ? 'Interrupted: begin it again, and it goes on.' : errorMessage(error))
  process.exitCode = 1
}
process.exit()

function readArguments([verb, from, to, ...more]: string[]): [Place, Place] {
  const isPlace = (name?: string): name is Place => name === 'disk' || name === 's3'
  if (verb !== 'move' || !isPlace(from) || !isPlace(to) || from === to || more.length > 0) throw new Error(USAGE)
  return [from, to]
}

function movedSummary({ files, bytes, known }: Moved): string {
  const before = known > 0 ? ` (${known} of them copied before)` : ''
  return `${files} files of ${(bytes / 1e6).toFixed(1)} MB moved${before}`
}
