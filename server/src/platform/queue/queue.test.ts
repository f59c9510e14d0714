import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { describeError } from '../../log.ts'
import { createDb, isDatabaseUnavailable } from '../db/knex.ts'
import { underMigrationLock } from '../db/migrations.ts'
import { createQueue, faultOf, type Job, type JobQueue } from './queue.ts'

const ran: { job: string; payload: unknown }[] = []
const job = (name: string, more: Partial<Job> = {}): Job => ({
  name,
  run: async (payload) => void ran.push({ job: name, payload }),
  ...more,
})
const jobs = [job('ask', { single: true }), job('mail')]

let database: TestDatabase
let queue: JobQueue
beforeAll(async () => {
  database = await createTestDatabase()
  queue = createQueue({ db: database.db, log: pino({ level: 'silent' }) })
  await queue.prepare(jobs)
})
afterAll(async () => {
  await queue.stop()
  await database.drop()
})

const ranOf = (name: string) => ran.filter((one) => one.job === name).map((one) => one.payload)

test('a single job waits at most once per key; a job exists exactly when its transaction commits', async () => {
  const { db } = database
  for (const n of [1, 2, 3]) await queue.send(db, 'ask', { order: 'a', n }, { singletonKey: 'a' })
  await Promise.all([4, 5].map((n) => queue.send(db, 'ask', { order: 'b', n }, { singletonKey: 'b' })))
  await db.transaction(async (trx) => {
    await queue.send(trx, 'ask', { order: 'a', n: 6 }, { singletonKey: 'a' })
    await queue.send(trx, 'mail', { to: 'kept' })
  })
  const rollback = db.transaction(async (trx) => {
    await queue.send(trx, 'mail', { to: 'lost' })
    throw new Error('rolled back')
  })
  await expect(rollback).rejects.toThrow('rolled back')
  for (const to of ['twice', 'twice']) await queue.send(db, 'mail', { to })

  await queue.work(jobs)
  await expect.poll(() => [ranOf('ask').length, ranOf('mail').length]).toEqual([2, 3])
  expect(ranOf('ask')).toContainEqual({ order: 'a', n: 1 })
  expect(ranOf('ask')).toContainEqual(expect.objectContaining({ order: 'b' }))
  expect(ranOf('mail')).toEqual([{ to: 'kept' }, { to: 'twice' }, { to: 'twice' }])

  // A finished job blocks no later one.
  await queue.send(db, 'ask', { order: 'a', n: 7 }, { singletonKey: 'a' })
  await expect.poll(() => ranOf('ask')).toContainEqual({ order: 'a', n: 7 })
})

test('a long queue runs in parallel, and a failed job affects no other', async () => {
  const done: number[] = []
  const failures: number[] = []
  const many: Job = {
    name: 'many',
    concurrency: 8,
    run: async (payload) => {
      const { n } = payload as { n: number }
      if (n === 5 && failures.push(n) === 1) throw new Error('once')
      done.push(n)
    },
  }
  await queue.prepare([many])
  for (let n = 0; n < 40; n++) await queue.send(database.db, 'many', { n })
  await queue.work([many])
  await expect.poll(() => done.length).toBeGreaterThanOrEqual(39)
  expect(new Set(done).size).toBe(39)
  const [row] = await database.db('pgboss.job').whereRaw(`name = 'many' and data->>'n' = '5'`)
  expect(row).toMatchObject({ state: 'retry', retry_count: 0, output: { message: 'once' } })
})

test('a final failure of a job is an error in the log, earlier ones are warnings', async () => {
  const shown: { level: number; job: string }[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void shown.push(JSON.parse(line)) })
  const other = createQueue({ db: database.db, log })
  const fails = async () => {
    throw new Error('refused')
  }
  const failing = [
    job('tried-once', { retries: 0, run: fails }),
    job('tried-twice', { retries: 1, run: fails }),
    job('made-up-for', { retries: 0, run: fails, mayFail: true }),
  ]
  await other.prepare(failing)
  for (const { name } of failing) await other.send(database.db, name, {})
  await other.work(failing)
  await expect.poll(() => shown).toHaveLength(3)
  await other.stop()
  const levels = Object.fromEntries(shown.map(({ job: name, level }) => [name, level]))
  expect(levels).toEqual({ 'tried-once': 50, 'tried-twice': 40, 'made-up-for': 40 })
})

test('jobs sent by this process run once committed, however seldom the queue is polled', async () => {
  const { db } = database
  const seldom = createQueue({ db, log: pino({ level: 'silent' }), lookEverySeconds: 3_600 })
  const news = [job('sent', { concurrency: 2 }), job('gathered', { gathers: true })]
  await seldom.prepare(news)
  for (const { name } of news) await seldom.send(db, name, { n: 1 })
  await seldom.work(news)
  // The next poll after the first is an hour away.
  await expect.poll(() => [...ranOf('sent'), ...ranOf('gathered')]).toHaveLength(2)
  await seldom.send(db, 'gathered', { n: 2 })

  await db.transaction(async (outer) => {
    await outer.transaction((inner) => seldom.send(inner, 'sent', { n: 2 }))
    // Polls woken by the inner transaction's end have found nothing before this one runs.
    await db.transaction((other) => seldom.send(other, 'sent', { n: 3 }))
    await expect.poll(() => ranOf('sent')).toEqual([{ n: 1 }, { n: 3 }])
  })
  await expect.poll(() => ranOf('sent')).toContainEqual({ n: 2 })
  const rolledBack = db.transaction(async (trx) => {
    await seldom.send(trx, 'sent', { n: 4 })
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  await seldom.send(db, 'sent', { n: 5 })
  await expect.poll(() => ranOf('sent')).toEqual([1, 3, 2, 5].map((n) => ({ n })))
  expect(ranOf('gathered'), 'waits for the next look').toEqual([{ n: 1 }])
  await seldom.stop()
})

test('the next waiting job begins when one has ended, one at a time', async () => {
  const { db } = database
  const seldom = createQueue({ db, log: pino({ level: 'silent' }), lookEverySeconds: 3_600 })
  const row = [job('in-a-row')]
  await seldom.prepare(row)
  for (const n of [1, 2, 3]) await seldom.send(db, 'in-a-row', { n })
  await seldom.work(row)
  await expect.poll(() => ranOf('in-a-row')).toEqual([1, 2, 3].map((n) => ({ n })))
  await seldom.stop()
})

test('a schedule that fails at the start is stored later, and every job runs meanwhile', async () => {
  const { db } = database
  const beside = createQueue({ db, log: pino({ level: 'silent' }) })
  const late = [job('by-the-clock', { schedule: '0 0 1 1 *' }), job('after-it')]
  await beside.prepare(late)
  await db.raw('alter table pgboss.schedule rename to schedule_away')
  const working = beside.work(late)
  await beside.send(db, 'after-it', { n: 1 })
  await expect.poll(() => ranOf('after-it')).toEqual([{ n: 1 }])
  await db.raw('alter table pgboss.schedule_away rename to schedule')
  await working
  expect(await db('pgboss.schedule').where({ name: 'by-the-clock' })).toHaveLength(1)
  await beside.stop()
})

test('a database that is too slow for the queue is one line without a stack', async () => {
  const shown: { msg: string; err: Record<string, unknown> }[] = []
  const write = (line: string) => void shown.push(JSON.parse(line))
  const log = pino({ level: 'warn', serializers: { err: describeError } }, { write })
  const slow = createDb(database.url, { poolMax: 1, timeouts: { acquire: 3_000 } })
  const idle = createQueue({ db: slow, log, lookEverySeconds: 0.5 })
  const waiting = [job('waits')]
  const patient = createQueue({ db: database.db, log })
  await patient.prepare(waiting)
  await patient.stop()
  await idle.work(waiting)
  await slow.transaction(() => expect.poll(() => shown.length).toBeGreaterThan(0))
  expect(shown[0]).toMatchObject({ msg: 'job queue fault', err: { type: 'KnexTimeoutError', stack: '' } })
  expect(JSON.stringify(shown)).not.toContain('pgboss.job')
  await idle.stop()
  await slow.destroy()
})

test('several instances may prepare an empty database at once, and again', async () => {
  const fresh = await createTestDatabase({ empty: true })
  const instances = [1, 2, 3].map(() => createQueue({ db: fresh.db, log: pino({ level: 'silent' }) }))
  for (const _ of [1, 2]) {
    await Promise.all(instances.map((instance) => underMigrationLock(fresh.db, () => instance.prepare(jobs))))
  }
  const queues = await fresh
    .db('pgboss.queue')
    .whereIn('name', ['ask', 'mail'])
    .orderBy('name')
    .select('name', 'policy')
  expect(queues).toEqual([
    { name: 'ask', policy: 'short' },
    { name: 'mail', policy: 'standard' },
  ])
  await Promise.all(instances.map((instance) => instance.stop()))
  await fresh.drop()
})

test('a fault of the queue is an outage like any other, also of a database that hangs', () => {
  const words = ['timeout expired', 'Query read timeout', 'Connection terminated unexpectedly']
  for (const word of words) {
    const fault = faultOf({ message: `${word} (Queue: order-mails, Worker: 0b8e1c76)`, stack: 'at x' })
    expect([fault.message, isDatabaseUnavailable(fault)]).toEqual([word, true])
  }
})
