import type { Db } from '../../context.ts'
import { applyCoinChange } from '../../shop/users/coins.queries.ts'
import { findLinks, guardDocuments, removePayouts, removeRows } from './remove-rows.ts'

/** Orders of practice money. One whose link a live key made never is one. */
const TESTS = `test and coalesce(gateway_key_id, '') not like 'rzp\\_live\\_%'`
const TEST_MEMBERS = `key_id like 'rzp\\_test\\_%'`

export async function countTestOrders(db: Db): Promise<number> {
  const row = await db('orders').whereRaw(TESTS).count({ total: '*' }).first()
  return Number(row?.total ?? 0)
}

/**
 * Deletes the orders of practice money, with their papers, access, shares, coins and mandates, and lets the numbers begin at 1 where they
 * alone have used them; returns how many went.
 */
export async function takeTestsAway(trx: Db, now: Date): Promise<number> {
  const orders: string[] = await trx('orders').whereRaw(TESTS).forUpdate().pluck('order_id')
  const links = await findLinks(trx)
  await takeCoinsBack(trx, orders, now)
  await removePayouts(trx, orders)
  const series = await numbersOf(trx, orders)
  const statements: string[] = await trx('partner_statement_lines')
    .whereIn('order_id', orders)
    .distinct()
    .pluck('statement_id')
  await guardDocuments(trx, 'disable')
  await removeRows(trx, links, 'orders', 'order_id = any(:orders)', { orders })
  await guardDocuments(trx, 'enable')
  await removeRows(trx, links, 'members', TEST_MEMBERS)
  await leaveRealShares(trx, statements)
  for (const { series: of, last } of series)
    await trx('document_series')
      .where({ series: of, last_number: last })
      .whereNotExists(trx('documents').where({ series: of }))
      .delete()
  await forgetPractice(trx)
  return orders.length
}

/** What their orders gave and took in coins goes out of each balance by an entry; the entries themselves stay, and name no order. */
async function takeCoinsBack(trx: Db, orders: readonly string[], now: Date): Promise<void> {
  const entries = () => trx('coin_ledger').whereIn('order_id', orders)
  const sums: { user_id: number; change: string }[] = await entries()
    .groupBy('user_id')
    .havingRaw('sum(change) <> 0')
    .select('user_id', trx.raw('sum(change)::text as change'))
  await entries().update({ order_id: null, account: 'shop' })
  for (const { user_id: userId, change } of sums)
    await applyCoinChange(trx, {
      userId,
      change: -Number(change),
      reason: 'test orders removed',
      adminId: null,
      owes: true,
      now,
    })
}

/** The last number that these orders used of each series. */
async function numbersOf(trx: Db, orders: readonly string[]): Promise<{ series: string; last: number }[]> {
  return trx('documents').whereIn('order_id', orders).groupBy('series').select('series').max({ last: 'number' })
}

/** A statement of practice shares alone goes; another one is its real lines, unless it was paid as it is. */
async function leaveRealShares(trx: Db, statements: readonly string[]): Promise<void> {
  await trx.raw(
    `delete from partner_statements s where s.statement_id = any(:statements)
      and not exists (select from partner_statement_lines l where l.statement_id = s.statement_id)`,
    { statements },
  )
  await trx.raw(
    `update partner_statements s set shares_paise = l.paise, tds_paise = round(s.tds_paise::numeric * l.paise / s.shares_paise)
      from (select statement_id, sum(paise)::bigint as paise from partner_statement_lines group by statement_id) l
      where l.statement_id = s.statement_id and s.statement_id = any(:statements) and s.paid_at is null and l.paise > 0`,
    { statements },
  )
}

/** What a shop without one real order still knows of money was practice, too; numbers of orders begin again. */
async function forgetPractice(trx: Db): Promise<void> {
  if (!(await trx('orders').whereNotNull('paid_at').first('order_id')))
    for (const table of ['settlement_items', 'settlement_months', 'unknown_money', 'closed_months'])
      await trx(table).delete()
  if (!(await trx('orders').first('order_id'))) await trx.raw('alter sequence order_numbers restart')
}
