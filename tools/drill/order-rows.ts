import type { Knex } from 'knex'

/** What the database holds of the orders that are named in `said`, a line to a row: a violation is of a moment that does not come again. */
export async function describeOrders(db: Knex, said: readonly string[]): Promise<string[]> {
  const known: string[] = await db('orders').pluck('order_id')
  const named = known.filter((orderId) => said.some((line) => line.includes(orderId)))
  const buyers = db('orders').whereIn('order_id', named).select('user_id')
  const payments = db('sandbox.payments as p')
    .join('sandbox.orders as g', 'g.order_id', 'p.order_id')
    .leftJoin('sandbox.links as k', 'k.link_id', 'g.link_id')
    .where((either) => either.whereIn('k.reference_id', named).orWhereRaw(`g.notes ->> 'order_id' = any(?)`, [named]))
  const rows = {
    users: db('users').whereIn('id', buyers).select('id', 'user_id', 'deleted_at'),
    orders: db('orders').whereIn('user_id', buyers).orderBy('created_at'),
    order_lines: db('order_lines').whereIn('order_id', named),
    enrolments: db('enrolments').whereIn('user_id', buyers).orderBy('id'),
    refunds: db('refunds').whereIn('order_id', named).orderBy('created_at'),
    order_events: db('order_events as n')
      .whereIn('order_id', db('orders').whereIn('user_id', buyers).select('order_id'))
      .orderBy('id')
      .select('order_id', 'kind', 'detail', 'created_at'),
    'the gateway’s payments': payments.select('p.*'),
  }
  const lines = await Promise.all(
    Object.entries(rows).map(async ([table, found]) => (await found).map((row) => `${table} ${JSON.stringify(row)}`)),
  )
  return lines.flat()
}
