import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'
import { fromKnex, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import { noTracing, type Tracing } from '../tracing/tracing.ts'

/** Options of one job when it is sent. */
export type SendOptions = {
  /** Seconds from now at which it may run first. */
  startAfter?: number
  /** Of a job that is `single`, at most one waits with this key: a further one is dropped. Others ignore it. */
  singletonKey?: string
}

export type Queue = {
  /**
   * Enqueues a job inside the caller's transaction: it exists exactly when the transaction commits. Jobs may run more
   * than once and must be safe to repeat.
   */
  send(trx: Knex, name: string, payload: object, options?: SendOptions): Promise<void>
}

/** How a job runs; the table in `jobs/` has one per name. */
export type Job = {
  name: string
  /**
   * Parses the payload, throws on a wrong one, and does the work. `jobId` stays the same from try to try; `stopping` is for what
   * takes long: nothing waits for it for more than 15 s when the program stops.
   */
  run: (payload: unknown, jobId: string, stopping?: AbortSignal) => Promise<void>
  /** At most one waits per `singletonKey`; one that runs does not count. A queue keeps this as it was made. */
  single?: true
  /** Cron text (UTC) for a job that runs by itself. */
  schedule?: string
  /** Further tries after a failure, with growing gaps. */
  retries?: number
  /** Others make up for it, or the shop does without: its last failure is no error for somebody to act upon. */
  mayFail?: true
  /** Seconds after which a run counts as lost. */
  expireInSeconds?: number
  /** Seconds for which one that has ended stays in the queue's tables; a week when absent. */
  keepSeconds?: number
  /** Those that come within a second go together: one that is sent wakes nobody. */
  gathers?: true
  /** How many of them one process runs at once; 1 when absent. */
  concurrency?: number
}

export type JobQueue = Queue & {
  /** Makes sure that every queue exists: sending needs it. Quick when they do; not for two at once, so under a lock. */
  prepare(jobs: readonly Job[]): Promise<void>
  /** Starts taking jobs, and the schedules. */
  work(jobs: readonly Job[]): Promise<void>
  /** Lets running jobs end (15 s at most), takes no new ones. */
  stop(): Promise<void>
}

const RETRY_MS = 1_000

type Try = { id: string; data: unknown; retryCount: number; retryLimit: number }

export type QueueOptions = {
  db: Knex
  log: Logger
  tracing?: Tracing
  /** How often each queue is looked into, where that is not the same for all. */
  lookEverySeconds?: number
}

/**
 * Seconds between two looks into a queue. What a process sends runs at once in it, so a look finds only what comes later by itself,
 * what is tried again, and what a process has left behind that ended. Every look of every instance asks the database.
 */
const LOOK_SECONDS = 5
const GATHER_SECONDS = 1

/** Jobs in PostgreSQL through pg-boss, in the schema `pgboss` of the same database. */
export function createQueue({ db, log, tracing = noTracing, lookEverySeconds }: QueueOptions): JobQueue {
  const boss = new PgBoss({
    db: fromKnex(db),
    // The pool is ours; pg-boss only borrows it.
    migrate: true,
    schedule: true,
    supervise: true,
    // What has been kept long enough is deleted; a day unless told.
    maintenanceIntervalSeconds: 600,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'job queue fault'))
  let started: Promise<unknown> | undefined
  const start = () => {
    started ??= boss.start()
    return started
  }
  const stopping = new AbortController()
  /** Ids of this process's workers, by the job that they wait for. */
  const workers = new Map<string, string>()
  const wake = (name: string) => {
    const worker = workers.get(name)
    if (worker !== undefined) boss.notifyWorker(worker)
  }
  /** A database that is away just when an instance begins must not leave it without its schedules for good. */
  const patiently = async (work: () => Promise<unknown>) => {
    while (!stopping.signal.aborted) {
      try {
        await work()
        return
      } catch (error) {
        log.warn({ err: error }, 'a schedule could not be kept, will be tried again')
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
      // A schedule comes round again by itself; of anything else this was the last try, and somebody waits for it.
      if (retryCount >= retryLimit && !job.schedule && !job.mayFail)
        log.error(fields, 'job failed for good, nothing tries it again')
      else log.warn(fields, 'job failed, will be tried again')
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
        // Those of one batch run side by side, and each succeeds or fails for itself. More may wait behind them.
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
 * Calls back once what `db` writes is there for other connections: at once outside a transaction, else when the outermost one has ended,
 * which after a rollback does no harm.
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
