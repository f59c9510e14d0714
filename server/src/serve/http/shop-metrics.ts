import { statfs } from 'node:fs/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import { VERSION } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { MailFailureKind } from '../../platform/mail/mail-failure.ts'
import { findMetrics, type MetricsRow } from '../reports/overview/metrics.queries.ts'

/** The statement runs once for all scrapes of this time. */
const FRESH_MS = 5_000

const MAIL_KINDS: readonly MailFailureKind[] = [
  'login',
  'connection',
  'sender',
  'recipients',
  'away',
  'recipient',
  'later',
]

export type ShopMetrics = {
  /** Begins the count of each job at 0: `increase()` misses the first failure of a series that begins with it. */
  expectJobs(jobs: readonly { name: string }[]): void
  /** Counts a job that failed for good. */
  jobFailed(name: string): void
  mailFailed(kind: MailFailureKind): void
}

type Watched = Pick<Context, 'config' | 'db' | 'now'>

/**
 * Adds the figures of the shop to the metrics. A figure that cannot be read is NaN, so a dead database leaves the
 * others readable. An age is +Inf before the first event: alerts on it need no rule for absence.
 */
export function createShopMetrics(registry: Registry, { config, db, now }: Watched): ShopMetrics {
  const registers = [registry]
  let row: Promise<MetricsRow | undefined> = Promise.resolve(undefined)
  let readAt = Number.NEGATIVE_INFINITY
  const fresh = () => {
    const at = now()
    if (at.getTime() - readAt < FRESH_MS) return row
    readAt = at.getTime()
    row = findMetrics(db, at.toISOString()).catch(() => undefined)
    return row
  }
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read())
      },
    })
  const ofShop = (name: string, help: string, value: (found: MetricsRow) => number | boolean) =>
    gauge(name, help, async () => {
      const found = await fresh()
      return found === undefined ? Number.NaN : Number(value(found))
    })
  const never = Number.POSITIVE_INFINITY

  ofShop(
    'gateway_refuses',
    '1 while the payment gateway refuses our keys or every payment link, so that nobody can pay',
    ({ gateway_refuses }) => gateway_refuses,
  )
  ofShop(
    'skillhaat_mail_trouble',
    '1 while no email leaves: the mail server cannot be reached, or refuses login, connection or sender',
    ({ mail_trouble }) => mail_trouble,
  )
  ofShop(
    'skillhaat_backup_age_seconds',
    'Time since the last good backup; +Inf before the first',
    ({ backup_age }) => backup_age ?? never,
  )
  ofShop(
    'skillhaat_webhook_age_seconds',
    'Time since the last signed event of the payment gateway; +Inf before the first',
    ({ webhook_age }) => webhook_age ?? never,
  )
  ofShop('skillhaat_jobs_waiting', 'Jobs that are due and not running', ({ jobs_waiting }) => jobs_waiting)
  ofShop('skillhaat_orders_open', 'Orders that wait for a payment', ({ orders_open }) => orders_open)
  ofShop(
    'skillhaat_orders_attention',
    'Orders that wait for a decision of the owner',
    ({ orders_attention }) => orders_attention,
  )
  gauge(
    'skillhaat_db_pool_used',
    'Connections to the database in use, of at most 10',
    () => db.client.pool?.numUsed() ?? 0,
  )
  gauge('skillhaat_data_dir_free_bytes', 'Free space on the disk of DATA_DIR', () =>
    statfs(config.dataDir).then(
      ({ bavail, bsize }) => bavail * bsize,
      () => Number.NaN,
    ),
  )
  new Gauge({
    name: 'skillhaat_build_info',
    help: '1, with the versions of the program and of Node.js as labels',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version: VERSION, node: process.versions.node }, 1)
  const jobs = new Counter({
    name: 'skillhaat_jobs_failed_total',
    help: 'Jobs that failed and have no retries left, by name',
    labelNames: ['job'],
    registers,
  })
  const mails = new Counter({
    name: 'skillhaat_mail_failures_total',
    help: 'Attempts to send an email that failed, by cause',
    labelNames: ['kind'],
    registers,
  })
  for (const kind of MAIL_KINDS) mails.inc({ kind }, 0)
  return {
    expectJobs: (expected) => {
      for (const { name } of expected) jobs.inc({ job: name }, 0)
    },
    jobFailed: (job) => jobs.inc({ job }),
    mailFailed: (kind) => mails.inc({ kind }),
  }
}
