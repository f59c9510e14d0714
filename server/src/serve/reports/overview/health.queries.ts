import type { Db } from '../../../context.ts'

type HealthRow = {
  version: string
  bytes: number
  last_webhook_at: string | null
  last_reconcile_at: string | null
  waiting_orders: number
  newest: string | null
}

/** Reads the database's part of the health. `since`: open orders older than that count as waiting. */
export async function findHealth(db: Db, since: string): Promise<HealthRow> {
  const { rows } = await db.raw<{ rows: HealthRow[] }>(
    `select split_part(current_setting('server_version'), ' ', 1) as version,
      pg_database_size(current_database()) as bytes,
      (select max(received_at) from gateway_events) as last_webhook_at,
      (select ended_at from job_rounds where name = 'reconcile-orders') as last_reconcile_at,
      (select result from job_rounds where name = 'look-for-update') as newest,
      (select count(*) from orders where status = 'created' and created_at < :since) as waiting_orders`,
    { since },
  )
  const [row] = rows
  if (!row) throw new Error('the database answered nothing')
  return row
}
