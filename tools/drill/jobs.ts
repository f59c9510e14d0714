import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { query } from './client.ts'

const JOB_DEADLINE_MS = 600_000
/** Longer than the lease of a job whose process ended. */
const SETTLE_DEADLINE_MS = 600_000

/** Makes every order due that the shop will check with the gateway. */
export async function makeDue(db: Knex): Promise<void> {
  await db('orders')
    .whereNotNull('poll_after')
    .update({ poll_after: db.raw(`now() - interval '1 second'`) })
}

/** Makes every order due, and reconciles until all are checked: a round is limited. */
export async function pollAll(db: Knex): Promise<void> {
  const due = () => db('orders').where('poll_after', '<', db.fn.now())
  await makeDue(db)
  do await runJob(db, 'reconcile-orders')
  while (await due().first('order_id'))
}

/** Has the running program do a job now, and waits for its end and for that of scheduled runs. */
export async function runJob(db: Knex, name: string): Promise<void> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `insert into pgboss.job (name, data) values (?, '{}') returning id`,
    [name],
  )
  const deadline = Date.now() + JOB_DEADLINE_MS
  for (;;) {
    const job = await db('pgboss.job').where({ id: rows[0]?.id }).first('state', 'output')
    const under = await db('pgboss.job').where({ name, state: 'active' }).first('id')
    if (job?.state === 'completed' && !under) return
    if (job?.state === 'failed') throw new Error(`${name} failed: ${JSON.stringify(job.output)}`)
    if (Date.now() > deadline) throw new Error(`${name} did not end`)
    await sleep(25)
  }
}

/** Retries jobs of killed processes at once instead of after two minutes, and waits for all. */
export async function finishJobs(
  db: Knex,
  names: readonly string[] = ['reconcile-order'],
  withinMs = SETTLE_DEADLINE_MS,
): Promise<void> {
  const jobs = () => db('pgboss.job').whereIn('name', names)
  await jobs().where({ state: 'active' }).update({ state: 'retry' })
  await jobs().whereIn('state', ['created', 'retry']).update({ start_after: db.fn.now() })
  const deadline = Date.now() + withinMs
  while (await jobs().whereIn('state', ['created', 'retry', 'active']).first('id')) {
    if (Date.now() > deadline) throw new Error('the jobs of the shop do not end')
    await sleep(100)
  }
}

/** Has the gateway send every event that waits, and waits for those under way. */
export async function deliverWebhooks(shop: { gateway: string; gatewayKeys: string }): Promise<void> {
  const { gateway, gatewayKeys } = shop
  const { status } = await query(`${gateway}/control/deliver`, { gatewayKeys, body: {}, withinMs: 300_000 })
  if (status !== 200) throw new Error(`the gateway could not deliver: ${status}`)
}

/** Has the gateway and the running program catch up with each other after faults; what reconciling sends has events of its own. */
export async function catchUp(db: Knex, shop: { gateway: string; gatewayKeys: string }): Promise<void> {
  await deliverWebhooks(shop)
  await finishJobs(db)
  await reconcile(db)
  await deliverWebhooks(shop)
}

/** Makes every open order and refund due, and has the running program reconcile once. */
export async function reconcile(db: Knex): Promise<void> {
  // The round of a killed program counts as under way until it expires.
  await finishJobs(db, ['reconcile-order', 'reconcile-orders'])
  // The claim of a killed sender runs out after a minute; nobody else sends a refund now.
  await db('refunds').whereNotNull('claimed_until').update({ claimed_until: db.fn.now() })
  for (const _ of ['orders', 'what went back meanwhile']) {
    await makeDue(db)
    await runJob(db, 'reconcile-orders')
  }
  await runJob(db, 'issue-documents')
}

/** Counts captured payments of the gateway. */
export async function countPayments(db: Knex): Promise<{ all: number; bySheet: number }> {
  const { rows } = await db.raw<{ rows: { all: number; bySheet: number }[] }>(
    `select count(*)::int as all, (count(*) filter (where link_id is null))::int as "bySheet"
     from sandbox.payments where captured`,
  )
  return rows[0] ?? { all: 0, bySheet: 0 }
}
