import type { Knex } from 'knex'
import type { Context } from '../../../server/src/context.ts'
import { noteDispute } from '../../../server/src/sales/disputes/disputes.queries.ts'
import { jumpNumbers } from '../../../server/src/serve/backup-log/jump-numbers.ts'
import type { Book } from './papers-book.ts'
import type { Life, Shop } from './papers-life.ts'
import type { World } from './papers-world.ts'

/** Names disputes, as events and the gateway's list do. */
export async function noteAll(
  { db }: Pick<Context, 'db'>,
  at: Date,
  { orderId: order_id, payment }: World,
  ids: readonly string[],
) {
  for (const dispute_id of ids)
    await noteDispute(db, { dispute_id, order_id, payment_id: payment.id, noted_at: at.toISOString() })
}

export type Saved = { tables: string[]; books: Map<string, Book>; months: Map<string, number>; at: Date }

/** Tables that the lives write. */
const TABLES = [
  'orders',
  'order_payments',
  'order_events',
  'refunds',
  'refund_seats',
  'disputes',
  'documents',
  'document_series',
  'enrolments',
  'gift_codes',
  'owner_alerts',
  'money_days',
]

export async function backUp(shop: Shop, lives: readonly Life[], months: ReadonlyMap<string, number>): Promise<Saved> {
  const tables = await present(shop.db)
  for (const table of tables) await shop.db.raw('create table ?? as table ??', [`saved_${table}`, table])
  const books = new Map(lives.map(({ world, book }) => [world.orderId, { ...book, lost: new Map(book.lost) }]))
  return { tables, books, months: new Map(months), at: shop.clock.now }
}

const present = async (db: Knex): Promise<string[]> =>
  (await db('pg_tables').where({ schemaname: 'public' }).whereIn('tablename', TABLES).pluck('tablename')) as string[]

/** Brings the tables of the backup back, moves the numbers on, and has the gateway's lists name what they lack. */
export async function restore(shop: Shop, lives: readonly Life[], months: Map<string, number>, saved: Saved) {
  const jumps = await shop.db.transaction(async (trx) => {
    await trx.raw('set local session_replication_role = replica')
    for (const table of saved.tables) {
      const columns: string[] = await trx('information_schema.columns')
        .where({ table_schema: 'public', table_name: table, is_generated: 'NEVER' })
        .pluck('column_name')
      await trx(table).delete()
      const names = columns.map(() => '??').join(', ')
      await trx.raw(`insert into ?? (${names}) overriding system value select ${names} from ??`, [
        table,
        ...columns,
        ...columns,
        `saved_${table}`,
      ])
    }
    return (await jumpNumbers(trx, { backupAt: saved.at, now: shop.clock.now })).jumps
  })
  months.clear()
  for (const [month, value] of saved.months) months.set(month, value)
  for (const { world, book } of lives) {
    const was = saved.books.get(world.orderId)
    if (was) Object.assign(book, { bank: was.bank, lost: new Map(was.lost), taxed: was.taxed })
    await noteAll(
      { db: shop.db },
      shop.clock.now,
      world,
      world.disputes.map(({ id }) => id),
    )
  }
  return jumps.map(({ series, last, next }) => ({ series, last, to: Number(next.split('/').at(-1)) - 1 }))
}
