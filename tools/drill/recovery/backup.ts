import { execFile } from 'node:child_process'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Knex } from 'knex'
import { SANDBOX_PATH } from '../../../server/src/config.ts'
import { checkArchive } from '../../../server/src/serve/commands/backup/read-archive.ts'
import { uploadMedia } from '../../../server/test/upload.ts'
import { picture } from '../../../server/test/upload-files.ts'
import { ensureSchema } from '../../sandbox-gateway/schema.ts'
import { query } from '../client.ts'
import { finishJobs, pollAll, runJob } from '../jobs.ts'
import { findViolations } from '../ledger.ts'
import { goBuying, makeCrowd, type RushShop } from '../load/rush.ts'
import { runCommand } from '../processes.ts'
import { gatewayKeysOf, ownerToken, type Place, plain, type Site, withPlace } from '../shop.ts'

const BUYERS_AT_ONCE = 8
/** Three of ten orders are paid. */
const PAID = [1, 4, 7]
const UPLOAD_EVERY_MS = 400
const REVIVAL_MS = 15 * 60_000

/**
 * Sells `orders` while an admin uploads, makes a backup after half of them, and restores it into an empty database and
 * folder. Every row and file must be the same, and the shop must start on them and agree with the gateway's ledger.
 * `commands/backup/backup.test.ts` refuses cut and changed backups.
 */
export function drillBackup(site: Site, orders: number): Promise<string[]> {
  return withPlace(async (place) => {
    const databases = await place.databases(site)
    const shop = { DATABASE_URL: await databases.create('shop'), DATA_DIR: join(place.folder, 'shop') }
    const { url, kill } = await place.start({ ...plain, ...shop })
    const db = place.open(shop.DATABASE_URL)
    await ensureSchema(db)
    const gateway = { gateway: `${url}${SANDBOX_PATH}`, gatewayKeys: await gatewayKeysOf(shop.DATA_DIR) }
    const trade = await openTrade({ url, ...gateway }, db, { orders, dataDir: shop.DATA_DIR })
    await trade.reached(orders / 2)
    const path = join(place.folder, 'shop.tar')
    const backup = await runCommand('backup.ts', [path], shop)
    await trade.ended
    await db.destroy()
    await kill()
    if (backup.code !== 0) throw new Error(`the backup failed: ${backup.output}`)
    const onFullDisk = await backUpToFullDisk(place, shop)

    const empty = { DATABASE_URL: await databases.create('restored'), DATA_DIR: join(place.folder, 'restored') }
    const restore = await runCommand('restore.ts', [path, '--nothing-since'], empty)
    if (restore.code !== 0) throw new Error(`the restore failed: ${restore.output}`)
    const { tables, media } = await checkArchive(path)
    const inBackup = tables.find(({ schema, name }) => schema === 'public' && name === 'orders')?.rows
    console.log(`${orders} orders, ${inBackup} of them in the backup; ${tables.length} tables, ${media.files} files`)
    for (const [what, { seconds, memoryMb }] of Object.entries({ backup, restore }))
      console.log(`${what}: ${seconds.toFixed(1)} s, at most ${Math.round(memoryMb)} MB of memory`)

    // A backup of the restored shop holds the same tables and files, byte by byte.
    const again = await runCommand('backup.ts', [`${path}.again`], empty)
    if (again.code !== 0) throw new Error(`the backup of the restored shop failed: ${again.output}`)
    const differences = await compare(path, `${path}.again`)

    const revived = await place.start({ ...plain, ...empty })
    const restored = place.open(empty.DATABASE_URL)
    const ready = await query(`${revived.url}/api/ready`)
    // Half of all orders may wait for a check.
    await finishJobs(restored, undefined, REVIVAL_MS)
    await pollAll(restored)
    await issueAll(restored)
    return [
      ...onFullDisk,
      ...differences,
      ...(ready.status === 200 ? [] : [`/api/ready is ${ready.status}`]),
      ...(await findViolations(restored, { webhooks: false })),
    ]
  })
}

/** Lets buyers order side by side while an admin uploads. */
async function openTrade(shop: RushShop, db: Knex, { orders, dataDir }: { orders: number; dataDir: string }) {
  const crowd = await makeCrowd(db, dataDir)
  const token = await ownerToken(shop.url, dataDir)
  const reached = { request: (path: string, init?: RequestInit) => fetch(new URL(path, shop.url), init) }
  let [begun, made] = [0, 0]
  const buyer = async () => {
    while (begun < orders) {
      const { met } = await goBuying(shop, crowd, { pays: PAID.includes(begun++ % 10), presses: 10 })
      if (met.length > 0) throw new Error(met.join())
      made++
    }
  }
  const admin = async () => {
    for (; made < orders; await sleep(UPLOAD_EVERY_MS))
      await uploadMedia(reached as never, token, 'image', await picture('png', { width: 400, height: 300 }))
  }
  const ended = Promise.all([admin(), ...Array.from({ length: BUYERS_AT_ONCE }, buyer)])
  return {
    ended,
    async reached(wanted: number) {
      while (made < wanted) await Promise.race([sleep(20), ended])
    },
  }
}

/** Lists tables and files that differ. */
async function compare(one: string, other: string): Promise<string[]> {
  const [first, second] = [await checkArchive(one), await checkArchive(other)]
  const tablesOf = ({ tables }: typeof first) =>
    // The queue's own table counts what waits.
    tables
      .filter(({ schema, name }) => `${schema}.${name}` !== 'pgboss.queue')
      .map(({ schema, name, rows, sha256 }) => `${schema}.${name}: ${rows} rows, ${sha256}`)
  const filesOf = ({ entries }: typeof first) =>
    entries.filter(({ name }) => name.startsWith('media/')).map(({ name, sha256 }) => `${name}: ${sha256}`)
  const [before, after] = [first, second].map((archive) => [...tablesOf(archive), ...filesOf(archive)])
  const differing = (before ?? []).filter((part) => !after?.includes(part))
  if (before?.length !== after?.length) differing.push(`${before?.length} parts became ${after?.length}`)
  return differing.map((part) => `not as before: ${part}`)
}

/** Lets a disk run full before and during a backup, which must say so and leave nothing. Only root mounts such a disk. */
async function backUpToFullDisk({ folder, atEnd }: Place, shop: Record<string, string>): Promise<string[]> {
  if (process.getuid?.() !== 0) return []
  const run = promisify(execFile)
  const disk = join(folder, 'full')
  await mkdir(disk)
  await run('mount', ['-t', 'tmpfs', '-o', 'size=24k', 'tmpfs', disk])
  atEnd(() => run('umount', [disk]))
  const failures: string[] = []
  for (const args of [[], ['--no-media']]) {
    const { code, output } = await runCommand('backup.ts', [disk, '--keep', '2', ...args], shop)
    if (code !== 1 || !output.includes('There is no room for the backup'))
      failures.push(`on a full disk the backup ended with ${code}: ${output}`)
    const left = await readdir(disk, { recursive: true, withFileTypes: true })
    const files = left.filter((entry) => entry.isFile() && entry.name !== 'SHA256SUMS')
    failures.push(...files.map(({ name }) => `the full disk holds ${name}`))
  }
  return failures
}

/** Issues all documents: the schedule makes 200 at a time. */
async function issueAll(db: Knex): Promise<void> {
  for (;;) {
    await runJob(db, 'issue-documents')
    const left = await db('orders')
      .whereNotNull('paid_at')
      .whereNotIn('order_id', db('documents').select('order_id'))
      .first('order_id')
    if (!left) return
  }
}
