import type { Knex } from 'knex'
import type { Buyer } from './buyers.ts'

/** Loses the webhooks of the time without the program, or has the gateway send them again. */
export async function meanwhile(db: Knex, webhooksLost: boolean): Promise<void> {
  if (webhooksLost) {
    await db('sandbox.deliveries').where({ state: 'pending' }).update({ state: 'lost' })
    const lose = JSON.stringify({ fault: 'lose', count: 10_000 })
    await db('sandbox.faults').insert({ side: 'webhooks', match: null, remaining: 10_000, fault: lose })
  } else {
    await db('sandbox.deliveries').where({ state: 'pending' }).update({ leased_until: null, due_at: db.fn.now() })
  }
}

/** Lists buyers who paid twice for one cart: a repeated checkout must find the first order. */
export async function findOverpaid(db: Knex, buyers: Buyer[]): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { email: string; count: number }[] }>(
    `select u.email, count(*)::int as count
     from users u join orders o on o.user_id = u.id join sandbox.links l on l.reference_id = o.order_id
     join sandbox.payments p on p.link_id = l.link_id and p.captured group by u.email`,
  )
  const carts = new Map(buyers.map((buyer) => [buyer.email, buyer.carts.length]))
  return rows
    .filter(({ email, count }) => count > (carts.get(email) ?? 0))
    .map(({ email, count }) => `nobody pays twice for one cart: ${email} paid ${count} times`)
}
