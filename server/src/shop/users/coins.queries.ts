import type { CoinLedger, LedgerWindow } from 'contract/referrals'
import type { z } from 'zod'
import type { Db } from '../../context.ts'

export type CoinChange = {
  userId: number
  change: number
  reason: string
  adminId: number | null
  /** The entry's counter account: an order that coins pay, a referral, or by default what the shop gives and takes by itself. */
  account?: 'orders' | 'rewards' | 'shop' | undefined
  orderId?: string | undefined
  /** The balance may fall below 0: coins that are spent by now are owed, and the next ones pay them. */
  owes?: boolean | undefined
  now: Date
}

/**
 * Adds `change` (may be negative) to the balance and its row to the ledger, in one statement. Returns the new balance;
 * undefined, without a change, when it would fall below 0 and may not be owed, or the user is gone.
 */
export async function applyCoinChange(db: Db, coinChange: CoinChange): Promise<number | undefined> {
  const { rows } = await db.raw<{ rows: { balance_after: number }[] }>(
    `with changed as (
      update users set coins = coins + cast(:change as bigint)
      where id = :userId and deleted_at is null and (:owes or cast(:change as bigint) > 0 or coins + cast(:change as bigint) >= 0)
      returning id, coins
    )
    insert into coin_ledger (user_id, change, balance_after, reason, admin_id, account, order_id, created_at)
    select id, :change, coins, :reason, :adminId, :account, :orderId, :now from changed
    returning balance_after`,
    { account: 'shop', ...coinChange, owes: coinChange.owes === true, orderId: coinChange.orderId ?? null },
  )
  return rows[0]?.balance_after
}

/** Locks the balance until the transaction ends, below 0 where coins are owed; 0 for a deleted account. */
export async function lockBalance(trx: Db, userId: number): Promise<number> {
  const living = trx('users').where({ id: userId, deleted_at: null })
  const row: { coins: number } | undefined = await living.forNoKeyUpdate().first('coins')
  return row?.coins ?? 0
}

export async function findBalance(db: Db, userId: number): Promise<number> {
  const row: { coins: number } | undefined = await db('users').where({ id: userId }).first('coins')
  return row?.coins ?? 0
}

/** Returns a page of a student's ledger (`users.id`), newest first, with the balance. */
export async function readLedger(
  db: Db,
  userId: number,
  { limit = 50, offset = 0 }: z.output<typeof LedgerWindow>,
): Promise<z.output<typeof CoinLedger>> {
  const ledger = () => db('coin_ledger').where({ user_id: userId })
  const [coins, changes, counted] = await Promise.all([
    findBalance(db, userId),
    ledger()
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .select('change', 'balance_after', 'reason', 'created_at as at'),
    ledger().count({ total: '*' }).first(),
  ])
  return { coins, changes, total: Number(counted?.total ?? 0) }
}

export type CoinsAnswer = { message: string; coins: number }
