import { statfs } from 'node:fs/promises'
import { WAITING_MINUTES } from 'contract/orders/actions'
import type { Health } from 'contract/overview'
import { VERSION } from '../../../config.ts'
import type { Context } from '../../../context.ts'
import { findLastBackup } from '../../backups/backups.queries.ts'
import { findHealth } from './health.queries.ts'

const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString()

/** Asks the database and the disk now. Fails as any call does when the database is away. */
export async function readHealth({ config, db, now }: Pick<Context, 'config' | 'db' | 'now'>): Promise<Health> {
  const asked = performance.now()
  const since = new Date(now().getTime() - WAITING_MINUTES * 60_000).toISOString()
  const { version, bytes, ...found } = await findHealth(db, since)
  const answer_ms = Math.round(performance.now() - asked)
  const backup = await findLastBackup(db)
  const { bavail, blocks, bsize } = await statfs(config.dataDir)
  return {
    version: VERSION,
    started_at: startedAt,
    database: { version, bytes, answer_ms },
    disk: { free: bavail * bsize, total: blocks * bsize },
    ...found,
    backup,
  }
}
