import type { Db } from '../../../context.ts'
import { waitsForOwner } from '../../../sales/orders/attention.queries.ts'

export type MetricsRow = {
  jobs_waiting: number
  orders_open: number
  orders_attention: number
  /** Seconds; null before the first. */
  webhook_age: number | null
  backup_age: number | null
  mail_trouble: boolean
  gateway_refuses: boolean
}

/** No gauge needs to know more of a queue or a list; the bound limits the cost of a scrape. */
const MOST = 100_000

/** Reads what a scrape shows of the shop, in one statement. */
export async function findMetrics(db: Db, now: string): Promise<MetricsRow> {
  const [attention, bindings] = waitsForOwner('o', now)
  const { rows } = await db.raw<{ rows: MetricsRow[] }>(
    `select
      (select count(*) from (select from pgboss.job where state < 'active' and start_after <= now() limit ${MOST}) waiting) as jobs_waiting,
      (select count(*) from (select from orders where status = 'created' limit ${MOST}) open) as orders_open,
      (select count(*) from orders o where ${attention}) as orders_attention,
      (select extract(epoch from cast(:now as timestamptz) - max(received_at)) from gateway_events) as webhook_age,
      (select extract(epoch from cast(:now as timestamptz) - max(finished_at)) from backups where ok) as backup_age,
      exists (select from mail_trouble) as mail_trouble,
      exists (select from gateway_refusals) as gateway_refuses`,
    { ...bindings, now },
  )
  return rows[0] as MetricsRow
}
