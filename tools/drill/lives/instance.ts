import pino from 'pino'
import { readConfig } from '../../../server/src/config.ts'
import type { Failpoint } from '../../../server/src/platform/db/failpoint.ts'
import { createJobs } from '../../../server/src/serve/jobs/index.ts'
import { type RunningServer, startServer } from '../../../server/src/serve/start/server.ts'

/** The orders of a drill to one instance. Its clock and its jobs wait for them. */
export type Command =
  | { do: 'start'; settings: Record<string, string>; now: number }
  | { do: 'set the clock'; now: number }
  | { do: 'arm'; point: Failpoint | null }
  /** Runs what waits in these queues, until nothing does; `scheduled` run once before. */
  | { do: 'work'; queues: readonly string[]; scheduled: readonly string[] }
  /** Asks the gateway about these orders, one after the other. */
  | { do: 'check orders'; orderIds: readonly string[] }
  | { do: 'stop' }
export type Done = { url?: string; faults: string[] }

/** Tries of a job that fails. */
const MOST_TRIES = 4

let clock = 0
let server: RunningServer | undefined
let faults: string[] = []

const log = pino(
  { level: 'error' },
  {
    write(line: string) {
      // Lines without an error are for the owner: a refund that failed, say.
      if (line.includes('"err":')) faults.push(line.slice(0, 2_000))
    },
  },
)

async function follow(command: Command): Promise<{ url?: string }> {
  if (command.do === 'start') {
    clock = command.now
    const config = readConfig(command.settings)
    const databaseUrl = String(command.settings.DATABASE_URL)
    server = await startServer({ config, databaseUrl, log, now: () => new Date(clock), work: false })
    return { url: server.url }
  }
  if (!server) throw new Error('the instance has not started')
  if (command.do === 'set the clock') clock = command.now
  if (command.do === 'arm') Object.assign(server.ctx.config, { failpoint: command.point ?? undefined })
  if (command.do === 'work') await work(server, command)
  if (command.do === 'check orders')
    for (const order_id of command.orderIds) await jobOf(server, 'reconcile-order')?.run({ order_id }, '')
  if (command.do === 'stop') await server.stop()
  return {}
}

const jobOf = ({ ctx }: RunningServer, wanted: string) => createJobs(ctx).find(({ name }) => name === wanted)

async function work(
  running: RunningServer,
  { queues, scheduled }: { queues: readonly string[]; scheduled: readonly string[] },
) {
  const { db } = running.ctx
  for (const name of scheduled) await jobOf(running, name)?.run({}, '')
  const jobs = new Map(createJobs(running.ctx).map((job) => [job.name, job]))
  for (;;) {
    const waiting: { id: string; name: string; data: unknown; retry_count: number }[] = await db('pgboss.job')
      .whereIn('name', queues)
      .whereIn('state', ['created', 'retry'])
      .orderBy(['created_on', 'id'])
      .select('id', 'name', 'data', 'retry_count')
    if (waiting.length === 0) return
    for (const { id, name, data, retry_count: tries } of waiting) {
      try {
        await jobs.get(name)?.run(data ?? {}, id)
      } catch (error) {
        if (tries < MOST_TRIES) {
          await db('pgboss.job').where({ id }).increment('retry_count', 1)
          continue
        }
        faults.push(`job ${name} failed ${MOST_TRIES} times: ${error instanceof Error ? error.stack : String(error)}`)
      }
      // A job that sends the same one again has two rows.
      await db('pgboss.job').where({ id, name }).delete()
    }
  }
}

process.on('message', async ({ id, command }: { id: number; command: Command }) => {
  let answer: Done | { failed: string }
  try {
    const done = await follow(command)
    answer = { ...done, faults }
  } catch (error) {
    answer = { failed: error instanceof Error ? `${error.stack}` : String(error) }
  }
  faults = []
  process.send?.({ id, answer })
})
process.on('disconnect', () => process.exit(0))
