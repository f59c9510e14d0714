import { access, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import pino from 'pino'
import { commandLine, readConfig, readEnvironment } from '../../config.ts'
import { makeArchive } from '../../people/move-out/make-archive.ts'
import { estimateBytes } from '../../people/move-out/move-out.queries.ts'
import { connectDatabase, terminalLog } from '../../platform/db/connect.ts'
import { openStore } from '../../platform/files/open-files.ts'
import { watchParent } from '../start/parent-watch.ts'
import { Refusal } from './backup/archive-format.ts'
import { isFull, placeProblem } from './backup/make-backup.ts'
import { errorMessage } from './messages.ts'

// `npm run move-out -- FILE.zip` writes everything that the shop owns into one ZIP of open files. The shop may run.
const USAGE = `Usage: ${commandLine('move-out', 'FILE.zip')}`
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort())
watchParent(() => interrupted.abort())

const SAY_MS = 10_000

try {
  const [target, ...others] = process.argv.slice(2)
  if (!target || others.length > 0 || target.startsWith('-')) throw new Refusal(USAGE)
  const path = resolve(target)
  if (await isThere(path)) throw new Refusal(`${path} is there already; an archive replaces nothing.`)
  const half = join(dirname(path), `.${basename(path)}.${process.pid}.part`)
  const config = readConfig(readEnvironment())
  const { db, close } = await connectDatabase(config, { log: terminalLog, poolMax: 2, applicationName: 'move-out' })
  try {
    const begun = Date.now()
    const expected = await estimateBytes(db)
    console.error(`About ${megabytes(expected)} MB.`)
    const store = await openStore(config, pino({ level: 'warn' }, pino.destination(2)))
    let done = 0
    const shown = setInterval(() => console.error(`${megabytes(done)} of about ${megabytes(expected)} MB`), SAY_MS)
    const options = { config, db, store, now: () => new Date(), signal: interrupted.signal }
    const made = await makeArchive(
      {
        ...options,
        wrote: (bytes) => {
          done += bytes
        },
      },
      half,
    ).finally(() => clearInterval(shown))
    await rename(half, path)
    const { size } = await stat(path)
    const counts = `${made.rows['courses.csv']} courses, ${made.rows['students.csv']} students, ${made.rows['orders.csv']} orders, ${made.files} files`
    console.log(`${path}\n${counts}; ${megabytes(size)} MB in ${Math.ceil((Date.now() - begun) / 1_000)} s`)
    if (made.missing.length > 0) {
      console.warn(
        `${made.missing.length} files were not where they belong:\n${made.missing.map((name) => `  ${name}`).join('\n')}`,
      )
      process.exitCode = 1
    }
    console.log(
      'It holds personal data and is not encrypted: keep it closed to others. Passwords and keys are not in it.',
    )
  } catch (error) {
    throw isFull(error)
      ? new Refusal(`There is no room for the archive in ${dirname(path)}; nothing of it was kept.`)
      : placeProblem(path, error)
  } finally {
    await rm(half, { force: true })
    await close()
  }
} catch (error) {
  console.error(interrupted.signal.aborted ? 'Interrupted: no archive was made.' : errorMessage(error))
  process.exitCode = 1
}
process.exit()

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
