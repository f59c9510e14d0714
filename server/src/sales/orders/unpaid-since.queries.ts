import type { Db } from '../../context.ts'
import { bound, LEFT_UNPAID } from './status.ts'

/** Lists orders made in a span that nobody paid or cancelled, and after which their buyer made no other order. */
export async function listUnpaid(
  db: Db,
  { from, to }: { from: Date; to: Date },
): Promise<{ order_id: string; user_id: number; created_at: string }[]> {
  return db('orders as o')
    .whereIn('o.status', bound(LEFT_UNPAID))
    .where('o.created_at', '>', from)
    .where('o.created_at', '<=', to)
    .whereNotExists(
      db('orders as newer')
        .whereRaw(`newer.user_id = o.user_id and newer.created_at > o.created_at and newer.status <> 'cancelled'`)
        .select(db.raw('1')),
    )
    .orderBy(['o.created_at', 'o.order_id'])
    .select('o.order_id', 'o.user_id', 'o.created_at')
}
