import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { finishJobs } from '../jobs.ts'

const MAILS = ['receipt-mail', 'welcome-mail', 'refund-mail', 'document-mail']
/** Longer than the lease of an email. */
const DEADLINE_MS = 200_000

/** Lists jobs whose email a process leased and did not record as sent. */
export const openMails = (db: Knex): Promise<string[]> => db('mails_sent').whereNull('sent_at').pluck('job_id')

/**
 * Waits until all emails are sent. The emails `open` at the death of a process expire at once instead of after two
 * minutes. Returns the orders whose receipts it was sending: they may arrive twice.
 */
export async function sendMails(db: Knex, open: readonly string[]): Promise<string[]> {
  const jobs = () => db('pgboss.job').whereIn('name', MAILS)
  const deadline = Date.now() + DEADLINE_MS
  for (;;) {
    await jobs().where({ state: 'retry' }).update({ start_after: db.fn.now() })
    const alive = `state = 'active' and started_on > now() - interval '20 seconds' and id::text <> all(?::text[])`
    if (
      !(await jobs()
        .whereRaw(`(state in ('created', 'retry') or (${alive}))`, [[...open]])
        .first('id'))
    )
      break
    if (Date.now() > deadline) throw new Error('the mails of the shop do not end')
    await sleep(100)
  }
  const left: string[] = await db('mails_sent')
    .whereNull('sent_at')
    .whereIn('job_id', open)
    .update({ taken_until: db.raw(`now() - interval '1 second'`) })
    .returning('job_id')
    .then((rows: { job_id: string }[]) => rows.map(({ job_id }) => job_id))
  await finishJobs(db, MAILS)
  const { rows } = await db.raw<{ rows: { order_id: string }[] }>(
    `select data->>'order_id' as order_id from pgboss.job where name = 'receipt-mail' and id::text = any(?::text[])`,
    [left],
  )
  return rows.map(({ order_id }) => order_id)
}

/** Lists paid orders without a receipt email, and those with two. */
export async function countReceipts(db: Knex, home: string): Promise<{ missing: string[]; twice: string[] }> {
  const orderIds: string[] = await db('orders').whereNotNull('paid_at').pluck('order_id')
  const folder = join(home, 'mail')
  const names = await readdir(folder).catch((): string[] => [])
  const counts = new Map(orderIds.map((orderId) => [orderId, 0]))
  for (const name of names) {
    const head = (await readFile(join(folder, name), 'latin1')).split('\n\n', 1)[0] ?? ''
    const orderId = /<receipt\.([\w-]+)@/i.exec(head)?.[1] ?? ''
    if (counts.has(orderId)) counts.set(orderId, (counts.get(orderId) ?? 0) + 1)
  }
  const found = [...counts]
  return {
    missing: found.filter(([, count]) => count === 0).map(([orderId]) => orderId),
    twice: found.filter(([, count]) => count > 1).map(([orderId]) => orderId),
  }
}
