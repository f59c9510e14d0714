import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { finishJobs } from './jobs.ts'

const MAILS = ['receipt-mail', 'welcome-mail', 'refund-mail', 'document-mail']
const DEADLINE_MS = 60_000

/** What is in the hands of the living ends by itself; what a killed process had is taken up in two minutes, here at once. */
export async function sendMails(db: Knex): Promise<void> {
  const jobs = () => db('pgboss.job').whereIn('name', MAILS)
  const deadline = Date.now() + DEADLINE_MS
  for (;;) {
    await jobs().where({ state: 'retry' }).update({ start_after: db.fn.now() })
    const open = await jobs()
      .whereRaw(`(state in ('created', 'retry') or (state = 'active' and started_on > now() - interval '4 seconds'))`)
      .first('id')
    if (!open) break
    if (Date.now() > deadline) throw new Error('the mails of the shop do not end')
    await sleep(100)
  }
  await db('mails_sent')
    .whereNull('sent_at')
    .update({ taken_until: db.raw(`now() - interval '1 second'`) })
  await finishJobs(db, MAILS)
}

/** Paid orders whose receipt lies in no mail, and how many lie in two. */
export async function countReceipts(db: Knex, home: string): Promise<{ missing: string[]; twice: number }> {
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
    twice: found.filter(([, count]) => count > 1).length,
  }
}
