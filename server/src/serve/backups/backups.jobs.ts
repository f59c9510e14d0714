import type { BackupPlan } from 'contract/backups'
import { DAY_MS, indianDay } from 'contract/indian-time'
import type { Context } from '../../context.ts'
import { firstFailure } from '../../platform/db/database-away.ts'
import { firstStepAt } from '../../platform/db/migrations.ts'
import type { Job } from '../../platform/queue/queue.ts'
import { alertOwner } from '../../shop/mails/alerts.ts'
import { findLastBackup, insertBackup } from '../backup-log/backup-log.queries.ts'
import type { FolderReport } from '../commands/backup/folder-backup.ts'
import type { Backup } from '../commands/backup/make-backup.ts'
import { claimNight, findPlan } from './backup-plan.queries.ts'
import { checkFolder } from './backup-plan.ts'

/** From 02:30 in Indian time on; a server that was off catches up. */
const NIGHT_MS = 2.5 * 60 * 60_000
const TOO_OLD_MS = 2 * DAY_MS

/** Makes the owner's nightly backup, once among all instances; by streams, so with little memory. */
export const nightBackupJob = (ctx: Context): Job => ({
  name: 'night-backup',
  schedule: '*/15 * * * *',
  single: true,
  retries: 0,
  mayFail: true,
  // The first night copies the whole library.
  expireInSeconds: 12 * 3_600,
  run: (_payload, _jobId, stopping) => backUpTonight(ctx, stopping),
})

export async function backUpTonight(ctx: Context, stopping?: AbortSignal): Promise<void> {
  const started = ctx.now()
  const plan = await findPlan(ctx.db)
  if (!plan || !(await claimNight(ctx.db, indianDay(new Date(started.getTime() - NIGHT_MS))))) return
  const row = { started_at: started.toISOString(), place: plan.folder ?? 'the bucket' }
  const finish = (outcome: { ok: boolean; size_bytes: number | null; message: string }) =>
    insertBackup(ctx.db, { ...row, ...outcome, finished_at: ctx.now().toISOString() })
  try {
    const { backupOutcome } = await import('../commands/messages.ts')
    const made = await makeBackup(ctx, plan, stopping)
    const outcome = backupOutcome(made, { inBucket: plan.folder === null })
    await finish(outcome)
    ctx.log[outcome.ok ? 'info' : 'error']({ path: made.path, bytes: made.bytes, ...made.folder }, outcome.message)
  } catch (error) {
    const message = firstFailure(error)
    await finish({ ok: false, size_bytes: null, message: message instanceof Error ? message.message : String(message) })
    ctx.log.error({ err: error, place: row.place }, 'the nightly backup failed')
  }
}

async function makeBackup(
  ctx: Context,
  { folder, keep }: BackupPlan,
  signal: AbortSignal | undefined,
): Promise<Backup & { folder?: FolderReport }> {
  const { config, now, log } = ctx
  const options = { config, databaseUrl: addressOf(ctx), now, log, signal }
  if (folder === null) {
    const { makeBucketBackup } = await import('../commands/backup/bucket-backup.ts')
    return makeBucketBackup(options, { keep })
  }
  // The operator's folders may have changed since the owner chose.
  const place = await checkFolder(ctx, folder)
  const { makeFolderBackup } = await import('../commands/backup/folder-backup.ts')
  return makeFolderBackup(options, place, { keep })
}

/** A backup needs its session longer than a pooler lends one. */
function addressOf({ config, db }: Context): string {
  return config.databaseDirectUrl ?? String(db.client.config.connection.connectionString)
}

/** Emails the owners once a day while the last good backup is older than two days. */
export const watchBackupsJob = (ctx: Context): Job => ({
  name: 'watch-backups',
  schedule: '47 * * * *',
  retries: 0,
  run: () => watchBackups(ctx),
})

export async function watchBackups(ctx: Context): Promise<void> {
  const { db, config } = ctx
  const [plan, { last_at }] = [await findPlan(db), await findLastBackup(db)]
  // A demo has nothing to lose.
  if (!config.production && !plan) return
  const since = last_at ?? plan?.since ?? (await firstStepAt(db))
  if (!since || ctx.now().getTime() - Date.parse(since) < TOO_OLD_MS) return
  await db.transaction((trx) => alertOwner(ctx, trx, { kind: 'backup_old', key: indianDay(ctx.now()) }))
}
