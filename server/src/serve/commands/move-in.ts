import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { commandLine, readConfig, readEnvironment } from '../../config.ts'
import { deleteUpload, insertUpload } from '../../courses/media/uploads.queries.ts'
import { findNewest, insertArchive } from '../../people/move-archive/move-archive.queries.ts'
import { connectDatabase, terminalLog } from '../../platform/db/connect.ts'
import { openFiles } from '../../platform/files/open-files.ts'
import { findFirstOwner } from '../../shop/auth/admins.queries.ts'
import { watchParent } from '../start/parent-watch.ts'
import { Refusal } from './backup/archive-format.ts'
import { errorMessage } from './messages.ts'

// `npm run move-in -- FILE.zip` hands the archive of another shop to this one, whose program must run, and waits until all of it is here.
// `--settings` takes name, claims and texts too.
const USAGE = `Usage: ${commandLine('move-in', 'FILE.zip [--settings]')}`
const LOOK_MS = 2_000
const interrupted = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort())
watchParent(() => interrupted.abort())

try {
  const args = process.argv.slice(2)
  const [target, ...others] = args.filter((argument) => argument !== '--settings')
  if (!target || others.length > 0 || target.startsWith('-')) throw new Refusal(USAGE)
  const path = resolve(target)
  const { size } = await stat(path).catch(() => {
    throw new Refusal(`There is no file ${path}.`)
  })
  const config = readConfig(readEnvironment())
  const { db, close } = await connectDatabase(config, { log: terminalLog, poolMax: 2, applicationName: 'move-in' })
  try {
    const newest = await findNewest(db)
    if (newest && ['checking', 'waiting', 'running'].includes(newest.state))
      throw new Refusal('Another archive is being brought. Wait until it is done.')
    const owner = await findFirstOwner(db)
    if (owner === undefined)
      throw new Refusal(`This shop has no owner yet. Start it once, or run ${commandLine('admin:create', 'EMAIL')}.`)
    const files = await openFiles(config, pino({ level: 'warn' }, pino.destination(2)))
    const upload_id = randomBytes(16).toString('hex')
    const archive_id = `arc_${randomBytes(10).toString('hex')}`
    const now = new Date()
    const about = { file_name: basename(path), total_bytes: size, made_by: owner, made_at: now }
    const metadata = { move_in: 'archive', filename: basename(path) }
    const upload = { upload_id, admin_id: owner, kind: 'archive', name: basename(path), bytes: size } as const
    await insertUpload(db, { ...upload, metadata, sha256: null, created_at: now })
    try {
      await files.createIncoming(upload_id)
      await files.appendIncoming(upload_id, 0, createReadStream(path, { signal: interrupted.signal }))
    } catch (error) {
      await files.removeIncoming(upload_id)
      await deleteUpload(db, upload_id)
      throw error
    }
    await insertArchive(db, {
      archive_id,
      upload_id,
      with_settings: args.includes('--settings'),
      state: 'waiting',
      ...about,
    })
    console.error('The archive is stored. The running shop brings it now; Ctrl-C stops nothing.')
    let shown = ''
    for (;;) {
      await sleep(LOOK_MS, undefined, { signal: interrupted.signal })
      const row = await findNewest(db)
      if (row?.archive_id !== archive_id) throw new Refusal('The archive is gone.')
      const { state, step, done_bytes, total_bytes, result, problem } = row
      const line = state === 'running' ? `${step}: ${megabytes(done_bytes)} of ${megabytes(total_bytes)} MB` : state
      if (line !== shown) console.error(line)
      shown = line
      if (state === 'failed') throw new Refusal(problem ?? 'It failed.')
      if (state !== 'done' || !result) continue
      const { files: brought, courses, lessons_done, attempts, past_orders, promocodes } = result
      console.log(
        [
          `files: ${brought.new} new, ${brought.same} here already, ${brought.left_out.length} left out`,
          `courses: ${courses.new} new, ${courses.same} here already, ${courses.left_out.length} left out`,
          `past orders: ${past_orders} new`,
          `progress: ${lessons_done} lessons done, ${attempts} attempts at quizzes`,
          ...brought.left_out.map(({ path, reason }) => `left out: ${path}: ${reason}`),
          ...courses.left_out.map(({ name, reason }) => `left out: ${name}: ${reason}`),
          ...(promocodes?.left_out ?? []).map(({ name, reason }) => `left out: code ${name}: ${reason}`),
        ].join('\n'),
      )
      if (brought.left_out.length + courses.left_out.length > 0) process.exitCode = 1
      break
    }
  } finally {
    await close()
  }
} catch (error) {
  console.error(interrupted.signal.aborted ? 'Interrupted. What was stored goes on in the shop.' : errorMessage(error))
  process.exitCode = 1
}
process.exit()

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}
