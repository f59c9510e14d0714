import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Context, Db } from '../../context.ts'
import { findLastIssuedAt } from '../../sales/documents/document-series.queries.ts'
import { findLastOrderAt } from '../../sales/orders/orders.queries.ts'
import { alertOwner } from '../../shop/mails/alerts.ts'
import { findLastRestore, insertRestore } from './backup-log.queries.ts'
import { jumpNumbers } from './jump-numbers.ts'
import { type Cluster, findKnown, readCluster, saveKnown } from './known-place.queries.ts'

/**
 * Leaves out the numbers that may be issued since a moment from which the database knows nothing more, and notes it for the console. `since` names that moment in
 * the sentence. Every way by which a database comes back ends here.
 */
export async function leaveNumbersOut(
  trx: Db,
  { knownUntil, now, since }: { knownUntil: Date; now: Date; since: string },
): Promise<string> {
  const { jumps, full } = await jumpNumbers(trx, { backupAt: knownUntil, now })
  const next = jumps.map((jump) => jump.next).join(', ')
  const stored = full.length > 0 ? ` ${full.join(', ')} had no room for a gap: check their last numbers yourself.` : ''
  const message = `Numbers that may be issued since ${since} are left out. The next ones are ${next}.${stored}`
  await insertRestore(trx, { restored_at: now.toISOString(), backup_at: knownUntil.toISOString(), message })
  return message
}

/** How far this machine has seen the log of a cluster: a disk that came back from a snapshot is behind. */
const SEEN_FILE = 'database-seen.json'
const Seen = z.object({ system_identifier: z.string(), timeline: z.number(), lsn: z.string(), at: z.string() })

/**
 * Compares the database with what it knew of itself, and with what this machine saw of it. One that runs in another cluster or on another timeline, or
 * whose log is behind, has come back without this program: by a restore to a point in time, a failover, a provider's button, a snapshot of a disk. Papers
 * that it lacks may be with their buyers, so numbers are left out, and the gateway is asked at once. Instances take turns; one of them does it.
 */
export async function lookAtDatabase(ctx: Context): Promise<void> {
  const cluster = await readCluster(ctx.db)
  if (!cluster) return
  const seen = await readSeen(ctx)
  const isBehind =
    seen?.system_identifier === cluster.system_identifier &&
    (seen.timeline > cluster.timeline ||
      (seen.timeline === cluster.timeline && positionOf(seen.lsn) > positionOf(cluster.lsn)))
  const message = await ctx.db.transaction(async (trx) => {
    const known = await findKnown(trx)
    const { system_identifier, timeline } = cluster
    const isOther =
      known?.system_identifier != null && (known.system_identifier !== system_identifier || known.timeline !== timeline)
    if (isOther || known?.system_identifier == null) await saveKnown(trx, { system_identifier, timeline })
    const now = ctx.now()
    // Each machine sees that the log is behind. Another one may have left the numbers out since this one looked.
    const last = await findLastRestore(trx)
    const isDone = last && seen && Date.parse(last.restored_at) > Date.parse(seen.at)
    if (!isOther && (!isBehind || isDone)) return undefined
    const traces = [await findLastIssuedAt(trx), await findLastOrderAt(trx)].map((at) => (at ? Date.parse(at) : 0))
    const knownUntil = Math.max(...traces)
    // Nothing was ever sold.
    if (knownUntil === 0) return undefined
    const left = await leaveNumbersOut(trx, { knownUntil: new Date(knownUntil), now, since: 'the last order it knows' })
    await alertOwner(ctx, trx, { kind: 'database_returned', key: now.toISOString() })
    await ctx.queue.send(trx, 'look-back', {})
    return left
  })
  if (message)
    ctx.log.warn({ numbers: message }, 'the database came back by another way than `restore`: numbers are left out')
  await writeSeen(ctx, cluster)
}

const positionOf = (lsn: string): bigint => {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

async function readSeen({ config }: Context): Promise<z.output<typeof Seen> | undefined> {
  try {
    return Seen.parse(JSON.parse(await readFile(join(config.dataDir, SEEN_FILE), 'utf8')))
  } catch {
    return undefined
  }
}

async function writeSeen({ config, log, now }: Context, cluster: Cluster): Promise<void> {
  const path = join(config.dataDir, SEEN_FILE)
  const part = `${path}.${process.pid}.part`
  try {
    await writeFile(part, JSON.stringify({ ...cluster, at: now().toISOString() }), { mode: 0o600 })
    await rename(part, path)
  } catch (err) {
    // A full or read-only disk: what the database knows of itself is left.
    log.warn({ err }, 'how far the database is could not be noted')
  }
}

/** After a restore by this program, which left the numbers out itself or was told that there is no need. */
export async function acceptCluster(db: Db, trx: Db): Promise<void> {
  const cluster = await readCluster(db)
  if (cluster) await saveKnown(trx, { system_identifier: cluster.system_identifier, timeline: cluster.timeline })
}
