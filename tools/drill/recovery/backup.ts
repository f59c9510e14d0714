import { createHash } from 'node:crypto'
import { copyFile, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { readConfig } from '../../../server/src/config.ts'
import { makeBackup } from '../../../server/src/serve/commands/backup/make-backup.ts'
import { checkArchive } from '../../../server/src/serve/commands/backup/read-archive.ts'
import { ask } from '../client.ts'
import { askAboutAll, finishJobs, runJob } from '../jobs.ts'
import { findViolations } from '../ledger.ts'
import { runCommand } from '../processes.ts'
import { type Place, plain, type Site, withPlace } from '../shop.ts'
import { openTrade } from './trade.ts'

export type BackupResult = {
  orders: number
  ordersInBackup: number
  rows: number
  tables: number
  files: number
  megabytes: number
  /** Orders per second before and during the backup. */
  rate: { before: number; meanwhile: number }
  seconds: { backup: number; restore: number }
  /** Peak memory of the two commands in MB; 0 without `/proc`. */
  memory: { backup: number; restore: number }
  failures: string[]
}

/**
 * Sells `orders` while an admin uploads and deletes, makes a backup after half of them, and restores it into an empty
 * database and folder: every row and file must be the same, and the shop must start on them and agree with the gateway's
 * ledger. Truncated or changed backups must be refused without a change.
 */
export function drillBackup(
  site: Site,
  { orders, buyers = 8 }: { orders: number; buyers?: number },
): Promise<BackupResult> {
  return withPlace(async (place) => {
    const databases = await place.databases(site)
    const failures: string[] = []
    const shop = { DATABASE_URL: await databases.create('shop'), DATA_DIR: join(place.folder, 'shop') }
    const path = join(place.folder, 'shop.tar')
    const program = await place.start({ ...plain, ...shop })
    const db = place.open(shop.DATABASE_URL)
    const trade = await openTrade(program.url, shop, db)
    place.atEnd(trade.stop)
    const trading = trade.sell(orders, buyers)
    trading.catch(() => {})
    await trade.reached(orders / 2)
    const before = trade.rate()
    const backup = await runCommand('backup.ts', [path], shop)
    const soFar = trade.rate()
    const meanwhile = (soFar.orders - before.orders) / (soFar.seconds - before.seconds)
    await trading
    await db.destroy()
    await program.kill()
    if (backup.code !== 0) throw new Error(`the backup failed: ${backup.output}`)
    const manifest = await checkArchive(path)

    const empty = { DATABASE_URL: await databases.create('restored'), DATA_DIR: join(place.folder, 'restored') }
    failures.push(...(await refusals(place, path, empty)))
    const restore = await runCommand('restore.ts', [path, '--nothing-since'], empty)
    if (restore.code !== 0) throw new Error(`the restore failed: ${restore.output}`)
    failures.push(...(await compare(place, path, empty)))
    failures.push(...(await revive(place, empty)))
    const inBackup = manifest.tables.find(({ schema, name }) => schema === 'public' && name === 'orders')
    return {
      orders,
      ordersInBackup: inBackup?.rows ?? 0,
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      tables: manifest.tables.length,
      files: manifest.media.files,
      megabytes: (await stat(path)).size / 1e6,
      rate: { before: before.perSecond, meanwhile },
      seconds: { backup: backup.seconds, restore: restore.seconds },
      memory: { backup: backup.memoryMb, restore: restore.memoryMb },
      failures,
    }
  })
}

const REVIVAL_MS = 15 * 60_000

type Machine = { DATABASE_URL: string; DATA_DIR: string }

/** Restores truncated backups and ones with a changed bit: each must exit with 1 and change nothing. */
async function refusals(place: Place, path: string, machine: Machine): Promise<string[]> {
  const failures: string[] = []
  const broken = `${path}.broken`
  const { size } = await stat(path)
  const before = await stateOf(place, machine)
  for (const part of [0.1, 0.5, 0.999]) {
    await copyFile(path, broken)
    await truncate(broken, Math.floor(size * part))
    failures.push(...(await refused(place, broken, machine, before, `cut at ${part}`)))
  }
  const bytes = await readFile(path)
  for (const part of [0.01, 0.4, 0.8, 0.9999]) {
    const at = Math.floor(size * part)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    await writeFile(broken, bytes)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    failures.push(...(await refused(place, broken, machine, before, `one bit changed at ${part}`)))
  }
  return failures
}

async function refused(place: Place, path: string, machine: Machine, before: string, how: string): Promise<string[]> {
  const { code, output } = await runCommand('restore.ts', [path], machine)
  const wrong = code === 1 && /is damaged/.test(output) ? [] : [`${how}: exit code ${code}, ${output}`]
  return (await stateOf(place, machine)) === before ? wrong : [...wrong, `${how}: the machine changed`]
}

/** Returns the tables and, besides the secrets that any command creates, the files of the folder. */
async function stateOf(place: Place, { DATABASE_URL, DATA_DIR }: Machine): Promise<string> {
  return withDb(place, DATABASE_URL, async (db) => {
    const { rows } =
      await db.raw(`select oid::regclass::text as name from pg_class where relnamespace::regnamespace::text
      in ('public', 'pgboss', 'sandbox') order by 1`)
    const files = await readdir(DATA_DIR, { recursive: true }).catch((): string[] => [])
    return JSON.stringify([rows, files.filter((name) => name !== 'secrets.json').sort()])
  })
}

/** Backs the restored shop up again: tables and files must be the same, byte by byte. */
async function compare(place: Place, path: string, machine: Machine): Promise<string[]> {
  const config = readConfig({ DATA_DIR: machine.DATA_DIR, DATABASE_URL: machine.DATABASE_URL })
  const [first, { manifest: second }] = [
    await checkArchive(path),
    await makeBackup({ config, databaseUrl: machine.DATABASE_URL, now: () => new Date() }, `${path}.again`),
  ]
  const failures: string[] = []
  for (const table of first.tables.filter(({ schema, name }) => `${schema}.${name}` !== 'pgboss.queue')) {
    const other = second.tables.find(({ schema, name }) => schema === table.schema && name === table.name)
    if (other?.rows !== table.rows || other.sha256 !== table.sha256) {
      failures.push(`${table.schema}.${table.name}: ${other?.rows} rows of ${table.rows}, or other ones`)
    }
  }
  const media = (entries: typeof first.entries) =>
    JSON.stringify(entries.filter(({ name }) => name.startsWith('media/')))
  if (media(first.entries) !== media(second.entries)) failures.push('the files of the library differ')
  const disk = new Map(first.entries.map(({ name, sha256 }) => [name, sha256]))
  const urls = await withDb(place, machine.DATABASE_URL, (db) => db('media').pluck('url'))
  for (const url of urls) {
    const bytes = await readFile(join(machine.DATA_DIR, url)).catch(() => Buffer.alloc(0))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (disk.get(url.slice(1)) !== sha256) failures.push(`${url} is not the file of the backup`)
  }
  return failures
}

/** Starts the program on it, which must finish its queue and agree with the gateway's ledger of that moment. */
async function revive(place: Place, machine: Machine): Promise<string[]> {
  const program = await place.start({ ...plain, ...machine })
  const db = place.open(machine.DATABASE_URL)
  const ready = await ask(`${program.url}/api/ready`)
  // Half of all orders may wait for a check.
  await finishJobs(db, undefined, REVIVAL_MS)
  await askAboutAll(db)
  await unbilled(db)
  const violations = await findViolations(db, { webhooks: false })
  return ready.status === 200 ? violations : [...violations, `/api/ready is ${ready.status}`]
}

/** Issues all documents: the schedule makes 200 at a time. */
async function unbilled(db: Knex): Promise<void> {
  for (;;) {
    await runJob(db, 'issue-documents')
    const left = await db('orders')
      .whereNotNull('paid_at')
      .whereNotIn('order_id', db('documents').select('order_id'))
      .first('order_id')
    if (!left) return
  }
}

async function withDb<T>(place: Place, url: string, work: (db: Knex) => Promise<T>): Promise<T> {
  const db = place.open(url)
  const result = await work(db)
  await db.destroy()
  return result
}
