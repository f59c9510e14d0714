import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { fromKnex, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { isDatabaseUnavailable } from '../db/knex.ts'
import { noTracing, type Tracing } from '../tracing/tracing.ts'

export type SendOptions = {
  /** Seconds until the earliest run. */
  startAfter?: number
  /** Drops a `single` job while another waits with this key. Other jobs ignore it. */
  singletonKey?: string
}

export type Queue = {
  /**
   * Enqueues a job inside the caller's transaction: it exists exactly when the transaction commits. Jobs may run more
   * than once and must be safe to repeat.
   */
  send(trx: Knex, name: string, payload: object, options?: SendOptions): Promise<void>
  /** Enqueues many jobs of one name in one statement, alike. */
  sendAll(trx: Knex, name: string, payloads: readonly object[]): Promise<void>
}

/** Defines a job by name; the table in `jobs/` has one per name. */
export type Job = {
  name: string
  /**
   * Parses the payload, throws on a wrong one, and does the work. `jobId` is stable across retries; `stopping` is for
   * long work: the program waits for it at most 15 s when it stops.
   */
  run: (payload: unknown, jobId: string, stopping?: AbortSignal) => Promise<void>
  /** Allows one waiting job per `singletonKey`; a running one does not count. A queue's policy is fixed at creation. */
  single?: true
  /** Cron text (UTC) for a job that runs by itself. */
  schedule?: string
  /** Retries after a failure, with growing delays. */
  retries?: number
  /** The final failure of such a job is no error: other jobs compensate, or the shop works without it. */
  mayFail?: true
  /** Seconds after which a run counts as lost. */
  expireInSeconds?: number
  /** Seconds for which an ended job stays in the queue's tables; a week when absent. */
  keepSeconds?: number
  /** Batches the jobs of a second: sending one wakes no worker. */
  gathers?: true
  /** Parallel runs in one process; 1 when absent. */
  concurrency?: number
}

export type JobQueue = Queue & {
  /** Creates missing queues: sending needs them. Needs a lock: two instances must not run it at once. */
  prepare(jobs: readonly Job[]): Promise<void>
  /** Starts running jobs and schedules. */
  work(jobs: readonly Job[]): Promise<void>
  /** Waits for running jobs (15 s at most), starts no new ones. */
  stop(): Promise<void>
}

const RETRY_MS = 1_000

type Try = { id: string; data: unknown; retryCount: number; retryLimit: number }

export type QueueOptions = {
  db: Knex
  log: Logger
  tracing?: Tracing
  /** Overrides the poll interval of every queue. */
  lookEverySeconds?: number
  /** Called with the name of a job that failed and has no retries left. */
  failed?: (job: string) => void
}

/**
 * Seconds between two polls of a queue. Sent jobs run at once in their own process, so a poll finds only scheduled
 * jobs, retries, and jobs of an ended process. Every poll of every instance queries the database.
 */
const LOOK_SECONDS = 5
const GATHER_SECONDS = 1

/**
 * Returns an error of pg-boss as it was thrown: it appends queue and worker, which hide an outage and make each line
 * another one.
 */
export function faultOf(emitted: unknown): Error {
  // `pg-boss` also emits copies that are no errors, with the statement and its values.
  const fault =
    emitted instanceof Error ? emitted : Object.assign(new Error(), emitted as Error, { sql: '', bindings: [] })
  fault.message = fault.message.replace(/ \(Queue: .*$/s, '')
  // A stack says nothing of a database that is away or slow.
  if (isDatabaseUnavailable(fault)) fault.stack = ''
  return fault
}

/** Runs jobs in PostgreSQL through pg-boss, in the schema `pgboss` of the same database. */
export function createQueue({ db, log, tracing = noTracing, lookEverySeconds, failed }: QueueOptions): JobQueue {
  const boss = new PgBoss({
    db: fromKnex(db),
    // The pool is ours; pg-boss only borrows it.
    migrate: true,
    schedule: true,
    supervise: true,
    // Deletes expired jobs; pg-boss defaults to a day.
    maintenanceIntervalSeconds: 600,
  })
  boss.on('error', (emitted) => log.warn({ err: faultOf(emitted) }, 'job queue fault'))
  let started: Promise<unknown> | undefined
  const start = () => {
    started ??= boss.start()
    return started
  }
  const stopping = new AbortController()
  /** Ids of this process's workers, by their job's name. */
  const workers = new Map<string, string>()
  const wake = (name: string) => {
    const worker = workers.get(name)
    if (worker !== undefined) boss.notifyWorker(worker)
  }
  /** Retries: a database outage at the start must not leave an instance without schedules. */
  const patiently = async (work: () => Promise<unknown>) => {
    while (!stopping.signal.aborted) {
      try {
        await work()
        return
      } catch (error) {
        log.warn({ err: error }, 'a schedule could not be stored; retrying')
        await sleep(RETRY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      }
    }
  }
  const runOne = async (job: Job, { id, data, retryCount, retryLimit }: Try) => {
    try {
      const { traceparent: carried } = Object(data) as { traceparent?: string }
      await tracing.step(`job ${job.name}`, () => job.run(data, id, stopping.signal), { carried })
      return { id, status: 'completed' as const }
    } catch (error) {
      const fields = { err: error, job: job.name, job_id: id }
      // A schedule repeats by itself; for anything else this was the last attempt, and somebody waits for it.
      if (retryCount >= retryLimit && !job.schedule && !job.mayFail) {
        failed?.(job.name)
        log.error(fields, 'job failed; no retries left')
      } else log.warn(fields, 'job failed; retrying')
      return {
        id,
        status: 'failed' as const,
        output: { message: String((error as Error).message ?? error).slice(0, 500) },
      }
    }
  }
  return {
    async send(trx, name, payload, options = {}) {
      const traceparent = tracing.carried()
      const data = traceparent ? { ...payload, traceparent } : payload
      await boss.send(name, data, { ...options, db: fromKnex(trx) })
      if (options.startAfter === undefined) afterCommit(trx, () => wake(name))
    },
    async sendAll(trx, name, payloads) {
      if (payloads.length === 0) return
      const jobs = payloads.map((data) => ({ data }))
      await boss.insert(name, jobs, { db: fromKnex(trx) })
      afterCommit(trx, () => wake(name))
    },
    async prepare(jobs) {
      await start()
      const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
      for (const job of jobs) {
        const options = {
          retryLimit: job.retries ?? 5,
          retryDelay: 5,
          retryBackoff: true,
          retryDelayMax: 900,
          expireInSeconds: job.expireInSeconds ?? 120,
          ...(job.keepSeconds === undefined ? {} : { deleteAfterSeconds: job.keepSeconds }),
        }
        const made = known.get(job.name)
        if (!made) await boss.createQueue(job.name, { policy: job.single ? 'short' : 'standard', ...options })
        else if (made.retryLimit !== options.retryLimit || made.expireInSeconds !== options.expireInSeconds) {
          await boss.updateQueue(job.name, options)
        }
      }
    },
    async work(jobs) {
      await start()
      for (const job of jobs) {
        const options = {
          pollingIntervalSeconds: lookEverySeconds ?? (job.gathers ? GATHER_SECONDS : LOOK_SECONDS),
          batchSize: job.concurrency ?? 1,
          perJobResults: true,
          includeMetadata: true,
        } as const
        // The jobs of one batch run in parallel, and each succeeds or fails by itself. More may wait behind them.
        const worker = await boss.work(job.name, options, async (batch) => {
          const results = await Promise.all(batch.map((one) => runOne(job, one)))
          wake(job.name)
          return results
        })
        if (!job.gathers) workers.set(job.name, worker)
      }
      for (const { name, schedule } of jobs) if (schedule) await patiently(() => boss.schedule(name, schedule, {}))
    },
    async stop() {
      stopping.abort()
      if (started) await boss.stop({ graceful: true, timeout: 15_000, close: false })
    },
  }
}

/**
 * Calls back once other connections see the writes of `db`: at once outside a transaction, else when the outermost one
 * ends, which is harmless after a rollback.
 */
function afterCommit(db: Knex, then: () => void): void {
  if (!db.isTransaction) {
    then()
    return
  }
  let outermost = db as Knex.Transaction
  while (outermost.parentTransaction) outermost = outermost.parentTransaction
  outermost.executionPromise.then(then, () => {})
}
