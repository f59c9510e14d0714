import type { Db } from '../../context.ts'
import { ORDERS } from '../../sales/orders/orders.sql.ts'

export type AlertRow = { alert_key: string; kind: string; order_id: string | null; created_at: string }

/** Returns false when the owners were notified of it before. */
export async function insertAlert(trx: Db, alert: AlertRow): Promise<boolean> {
  const added = await trx<AlertRow>('owner_alerts').insert(alert).onConflict().ignore().returning('alert_key')
  return added.length > 0
}

export function findAlert(db: Db, alertKey: string): Promise<(AlertRow & { order_no: string | null }) | undefined> {
  return db('owner_alerts as a')
    .leftJoin(db.raw(`${ORDERS} as o`), 'o.order_id', 'a.order_id')
    .where('a.alert_key', alertKey)
    .first('a.*', 'o.order_no')
}
