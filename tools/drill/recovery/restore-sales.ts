import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { ask } from '../client.ts'
import { finishJobs, runJob } from '../jobs.ts'
import { runCommand } from '../processes.ts'
import { type Drill, ownerToken, plain, withPlace } from '../shop.ts'
import { openTrade } from './trade.ts'

const BUYERS = 8
const REFUNDS = 20
/** Three of ten orders are paid. */
const ORDERS_PER_PAYMENT = 10 / 3

/**
 * Sells, backs up, sells until `runs` payments more are there, and refunds some; then restores the backup while the gateway
 * keeps its ledger, half of it without our notes. Every number must be issued once, and every payment and refund reported
 * or settled.
 */
export function drillRestoreSales({ site, runs }: Drill): Promise<string[]> {
  return withPlace(async (place) => {
    const databases = await place.databases(site)
    const shop = { DATABASE_URL: await databases.create('sales'), DATA_DIR: join(place.folder, 'shop') }
    const folder = join(place.folder, 'backups')
    await mkdir(folder)
    const program = await place.start({ ...plain, ...shop })
    let db = place.open(shop.DATABASE_URL)
    const trade = await openTrade(program.url, shop, db)
    place.atEnd(trade.stop)
    const orders = Math.ceil((runs + REFUNDS) * ORDERS_PER_PAYMENT) + 100
    const trading = trade.sell(orders, BUYERS)
    trading.catch(() => {})
    await trade.reached(100)
    const backup = await runCommand('backup.ts', [folder, '--keep', '3'], shop)
    if (backup.code !== 0) return [`the backup ended with ${backup.code}: ${backup.output}`]
    await trading
    await finishJobs(db)
    await refundSome(db, program.url, await ownerToken(program.url, shop.DATA_DIR))
    await issueAll(db)
    const issued = new Map<string, string>(
      (await db('documents').select('serial', 'order_id', 'kind')).map((row) => [
        row.serial,
        `${row.order_id} ${row.kind}`,
      ]),
    )
    await program.kill()
    await keepLedger(db)
    // A restore refuses while anybody is connected as an instance is.
    await db.destroy()
    const restore = await runCommand('restore.ts', [folder, '--replace'], shop)
    if (restore.code !== 0) return [`the restore ended with ${restore.code}: ${restore.output}`]
    console.log(restore.output.split('\n').slice(-2).join('\n'))
    db = place.open(shop.DATABASE_URL)
    await bringLedgerBack(db)
    const known = new Set<string>(await db('documents').pluck('serial'))
    const again = await place.start({ ...plain, ...shop })
    await finishJobs(db, ['look-back'])
    await finishJobs(db)
    await issueAll(db)
    await again.kill()
    return judge(db, { issued, known, payments: runs })
  })
}

async function refundSome(db: Knex, url: string, token: string): Promise<void> {
  const paid: string[] = await db('orders')
    .where({ status: 'paid' })
    .whereNotNull('payment_id')
    .orderBy('created_at', 'desc')
    .limit(REFUNDS)
    .pluck('order_id')
  for (const order of paid) {
    const headers = { 'idempotency-key': randomUUID() }
    await ask(`${url}/api/admin/orders/${order}/refund`, { token, headers, body: { reason: 'A drill' } })
  }
  await finishJobs(db)
}

/** Issues every document that is due: the schedule makes 200 at a time. */
async function issueAll(db: Knex): Promise<void> {
  for (;;) {
    await runJob(db, 'issue-documents')
    const { rows } = await db.raw<{ rows: unknown[] }>(
      `select order_id from orders o where paid_at is not null and not exists (select from documents d where d.order_id = o.order_id)
       union all
       select order_id from refunds r join orders o using (order_id) where r.status = 'processed' and o.payment_id = r.payment_id
         and not exists (select from documents d where d.refund_id = r.refund_id) limit 1`,
    )
    if (rows.length === 0) return
  }
}

const LEDGER = ['links', 'orders', 'payments', 'refunds'] as const

/** Copies the gateway's ledger out of reach: the real gateway is on another machine. */
async function keepLedger(db: Knex): Promise<void> {
  await db.raw('create schema ledger')
  for (const name of LEDGER) await db.raw(`create table ledger.${name} as table sandbox.${name}`)
}

/** Brings it back; half of the payments lack our note and describe their link, as the gateway may answer. */
async function bringLedgerBack(db: Knex): Promise<void> {
  await db.raw(`truncate ${LEDGER.map((name) => `sandbox.${name}`).join(', ')} cascade`)
  for (const name of LEDGER) await db.raw(`insert into sandbox.${name} overriding system value table ledger.${name}`)
  await db.raw(
    `update sandbox.payments set notes = '{}', description = '#' || substr(link_id, 7) where position % 2 = 0 and link_id is not null`,
  )
}

type Before = { issued: ReadonlyMap<string, string>; known: ReadonlySet<string>; payments: number }

async function judge(db: Knex, { issued, known, payments }: Before): Promise<string[]> {
  const failures: string[] = []
  const serials: string[] = await db('documents').pluck('serial')
  const twice = serials.filter((serial) => issued.has(serial) && !known.has(serial))
  if (twice.length > 0) failures.push(`${twice.length} numbers were issued again: ${twice.slice(0, 3).join(', ')}`)
  const since = [...issued.keys()].filter((serial) => !known.has(serial)).length
  const { rows: unheard } = await db.raw<{ rows: { payment_id: string }[] }>(
    `select p.payment_id from sandbox.payments p where p.captured
       and not exists (select from order_payments o where o.payment_id = p.payment_id and o.captured)
       and not exists (select from unknown_money u where u.entity_id = p.payment_id and u.reference is not null)`,
  )
  if (unheard.length > 0) failures.push(`${unheard.length} payments were reported to nobody`)
  const { rows: refunds } = await db.raw<{ rows: { refund_id: string }[] }>(
    `select s.refund_id from sandbox.refunds s
     where not exists (select from refunds r where r.gateway_refund_id = s.refund_id)
       and not exists (select from unknown_money u where u.entity_id = s.refund_id and u.reference is not null)`,
  )
  if (refunds.length > 0) failures.push(`${refunds.length} refunds were reported to nobody`)
  const count = async (where: object) =>
    Number((await db('unknown_money').where(where).count({ n: '*' }).first())?.n ?? 0)
  const [lost, lostRefunds] = [await count({ kind: 'payment' }), await count({ kind: 'refund' })]
  const emails = await db('owner_alerts').whereIn('kind', ['unknown_order', 'unknown_orders']).pluck('alert_key')
  console.log(
    `${since} papers since the backup, ${serials.length - known.size} issued after the restore, ${twice.length} numbers twice`,
  )
  console.log(
    `${lost} payments and ${lostRefunds} refunds of unknown orders reported in ${emails.length} emails; ${unheard.length + refunds.length} reported to nobody`,
  )
  if (lost < payments) failures.push(`only ${lost} payments were unknown, not ${payments}`)
  return failures
}
