import { createHash } from 'node:crypto'
import { copyFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { readConfig } from '../../server/src/config.ts'
import { createDb } from '../../server/src/platform/db/knex.ts'
import { makeBackup } from '../../server/src/serve/commands/backup/make-backup.ts'
import { checkArchive } from '../../server/src/serve/commands/backup/read-archive.ts'
import { startPatiently } from '../../server/test/program.ts'
import { openScratchDatabases } from '../../server/test/scratch-databases.ts'
import { type Command, runCommand } from './command.ts'
import { finishJobs, makeDue, runJob } from './jobs.ts'
import { findViolations } from './ledger.ts'
import { openTrade } from './trade.ts'

export type BackupResult = {
  orders: number
  ordersInBackup: number
  rows: number
  tables: number
  files: number
  megabytes: number
  /** Orders per second before the backup, and while it was made. */
  rate: { before: number; meanwhile: number }
  seconds: { backup: number; restore: number }
  /** Most memory that the two commands held, in MB; 0 where `/proc` is not. */
  memory: { backup: number; restore: number }
  failures: string[]
}

/**
 * A shop that sells `orders` while an admin uploads and deletes is backed up when half of them are made, and restored into
 * an empty database and an empty folder: every row and file must be the same, the shop must come to life on them and agree
 * with the gateway's ledger. Files that were cut short or changed must be refused with nothing touched.
 */
export async function drillBackup(options: {
  serverUrl: string
  prefix: string
  orders: number
  buyers?: number
}): Promise<BackupResult> {
  const { serverUrl, prefix, orders, buyers = 8 } = options
  const databases = await openScratchDatabases(serverUrl, prefix)
  const folder = await mkdtemp(join(tmpdir(), 'skillhaat-backup-'))
  const failures: string[] = []
  try {
    const shop = { DATABASE_URL: await databases.create('shop'), DATA_DIR: join(folder, 'shop') }
    const path = join(folder, 'shop.tar')
    const program = await startPatiently(settings(shop))
    const trade = await openTrade(program.url, shop)
    let backup: Command
    let rate: BackupResult['rate']
    try {
      const trading = trade.sell(orders, buyers)
      trading.catch(() => {})
      await trade.reached(orders / 2)
      const before = trade.rate()
      backup = await runCommand('backup.ts', [path], shop)
      const soFar = trade.rate()
      rate = { before: before.perSecond, meanwhile: (soFar.orders - before.orders) / (soFar.seconds - before.seconds) }
      await trading
    } finally {
      await trade.close()
      await program.kill()
    }
    if (backup.code !== 0) throw new Error(`the backup failed: ${backup.said}`)
    const manifest = await checkArchive(path)

    const empty = { DATABASE_URL: await databases.create('restored'), DATA_DIR: join(folder, 'restored') }
    failures.push(...(await refusals(path, empty)))
    const restore = await runCommand('restore.ts', [path], empty)
    if (restore.code !== 0) throw new Error(`the restore failed: ${restore.said}`)
    failures.push(...(await compare(path, empty, join(folder, 'again.tar'))))
    failures.push(...(await revive(empty)))
    const inBackup = manifest.tables.find(({ schema, name }) => schema === 'public' && name === 'orders')
    return {
      orders,
      ordersInBackup: inBackup?.rows ?? 0,
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      tables: manifest.tables.length,
      files: manifest.media.files,
      megabytes: (await stat(path)).size / 1e6,
      rate,
      seconds: { backup: backup.seconds, restore: restore.seconds },
      memory: { backup: backup.memoryMb, restore: restore.memoryMb },
      failures,
    }
  } finally {
    await databases.close()
    await rm(folder, { recursive: true, force: true })
  }
}

const REVIVAL_MS = 15 * 60_000

type Machine = { DATABASE_URL: string; DATA_DIR: string }

const settings = (machine: Machine) => ({ ...machine, PORT: '0', SEED: 'none', RATE_LIMITS: 'off' })

/** Cut short at several lengths, and with one bit changed at several places: exit code 1, and the machine as it was. */
async function refusals(path: string, machine: Machine): Promise<string[]> {
  const failures: string[] = []
  const broken = `${path}.broken`
  const { size } = await stat(path)
  const before = await stateOf(machine)
  for (const part of [0.1, 0.5, 0.999]) {
    await copyFile(path, broken)
    await truncate(broken, Math.floor(size * part))
    failures.push(...(await refused(broken, machine, before, `cut at ${part}`)))
  }
  const bytes = await readFile(path)
  for (const part of [0.01, 0.4, 0.8, 0.9999]) {
    const place = Math.floor(size * part)
    bytes[place] = (bytes[place] ?? 0) ^ 1
    await writeFile(broken, bytes)
    bytes[place] = (bytes[place] ?? 0) ^ 1
    failures.push(...(await refused(broken, machine, before, `one bit changed at ${part}`)))
  }
  return failures
}

async function refused(path: string, machine: Machine, before: string, how: string): Promise<string[]> {
  const { code, said } = await runCommand('restore.ts', [path], machine)
  const wrong = code === 1 && /is damaged/.test(said) ? [] : [`${how}: exit code ${code}, ${said}`]
  return (await stateOf(machine)) === before ? wrong : [...wrong, `${how}: the machine changed`]
}

/** What is in the database and, beside the secrets that any command makes, in the folder. */
async function stateOf({ DATABASE_URL, DATA_DIR }: Machine): Promise<string> {
  return withDb(DATABASE_URL, async (db) => {
    const { rows } =
      await db.raw(`select oid::regclass::text as name from pg_class where relnamespace::regnamespace::text
      in ('public', 'pgboss', 'sandbox') order by 1`)
    const files = await readdir(DATA_DIR, { recursive: true }).catch((): string[] => [])
    return JSON.stringify([rows, files.filter((name) => name !== 'secrets.json').sort()])
  })
}

/** A backup of what was restored says the same of every table and holds the same files, byte by byte. */
async function compare(path: string, machine: Machine, again: string): Promise<string[]> {
  const config = readConfig({ DATA_DIR: machine.DATA_DIR, DATABASE_URL: machine.DATABASE_URL })
  const [first, { manifest: second }] = [
    await checkArchive(path),
    await makeBackup({ config, databaseUrl: machine.DATABASE_URL, now: () => new Date() }, again),
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
  const urls = await withDb(machine.DATABASE_URL, (db) => db('media').pluck('url'))
  for (const url of urls) {
    const bytes = await readFile(join(machine.DATA_DIR, url)).catch(() => Buffer.alloc(0))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    if (disk.get(url.slice(1)) !== sha256) failures.push(`${url} is not the file of the backup`)
  }
  return failures
}

/** The program starts on it, works off what was waiting, and agrees with the gateway's ledger of the same moment. */
async function revive(machine: Machine): Promise<string[]> {
  const program = await startPatiently(settings(machine))
  try {
    return await withDb(machine.DATABASE_URL, async (db) => {
      const ready = await fetch(`${program.url}/api/ready`)
      // Half of all orders may wait to be asked about.
      await finishJobs(db, undefined, REVIVAL_MS)
      await makeDue(db)
      await reconcileAll(db)
      await unbilled(db)
      const violations = await findViolations(db, { webhooks: false })
      return ready.status === 200 ? violations : [...violations, `/api/ready is ${ready.status}`]
    })
  } finally {
    await program.kill()
  }
}

/** A round asks about 200; the schedule comes round every minute. */
async function reconcileAll(db: Knex): Promise<void> {
  do await runJob(db, 'reconcile-orders')
  while (await db('orders').where('poll_after', '<=', db.fn.now()).first('order_id'))
}

/** The schedule makes 200 at a time. */
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

async function withDb<T>(url: string, work: (db: Knex) => Promise<T>): Promise<T> {
  const timeouts = { connect: 20_000, acquire: 30_000, statement: 60_000, query: 65_000 }
  const db = createDb(url, { poolMax: 2, timeouts })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
