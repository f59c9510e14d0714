import type { Referrals } from 'contract/referrals'
import type { z } from 'zod'
import type { Db } from '../../context.ts'
import { ACCOUNTS } from '../../shop/users/accounts.sql.ts'
import { ORDERS } from '../orders/orders.sql.ts'
import { bound, PAID } from '../orders/status.ts'

export async function findReferrals(db: Db): Promise<z.output<typeof Referrals>> {
  const { rows } = await db.raw<{ rows: z.output<typeof Referrals>[] }>(
    `select reward_coins,
       (select count(*)::int from referral_rewards) as rewarded,
       (select count(*)::int from referral_rewards where taken_back_at is not null) as taken_back
     from referral_settings`,
  )
  return rows[0] ?? { reward_coins: 0, rewarded: 0, taken_back: 0 }
}

/** Holds for purchases from `now` on; those before keep what held on their day. */
export async function saveReward(trx: Db, coins: number, now: Date): Promise<void> {
  await trx('referral_settings').update({ reward_coins: coins })
  await trx('referral_terms').insert({ since: now, reward_coins: coins }).onConflict('since').merge()
}

export type DueReward = { referred_id: number; referrer_id: number; order_id: string; coins: number }

/**
 * Finds students referred by another living one whose first paid order is older than `before`, later than `since`, on a day with a reward,
 * and not refunded in full; not rewarded yet, at most `limit`. Excludes a referrer with the same mailbox or phone.
 */
export async function findDueRewards(
  db: Db,
  { since, before, limit }: { since: string; before: string; limit: number },
): Promise<DueReward[]> {
  const { rows } = await db.raw<{ rows: DueReward[] }>(
    `select u.id as referred_id, r.id as referrer_id, o.order_id, term.reward_coins as coins
     from ${ORDERS} o
     join lateral (
       select reward_coins from referral_terms where since <= o.paid_at order by referral_terms.since desc limit 1
     ) as term on term.reward_coins > 0
     join ${ACCOUNTS} u on u.id = o.user_id
     join ${ACCOUNTS} r on r.id = u.referred_by and r.deleted_at is null and r.id <> u.id
     where o.paid_at > :since and o.paid_at <= :before and o.payment_id is not null
       and o.status = any(:paid)
       and mailbox(u.email) is distinct from mailbox(r.email)
       and nullif(right(u.phone, 10), '') is distinct from right(r.phone, 10)
       and not exists (select from referral_rewards w where w.referred_id = u.id)
       and not exists (
         select from ${ORDERS} earlier
         where earlier.user_id = u.id and earlier.payment_id is not null
           and earlier.status = any(:paid)
           and (earlier.paid_at, earlier.order_id) < (o.paid_at, o.order_id))
     order by o.paid_at
     limit :limit`,
    { since, before, limit, paid: bound(PAID) },
  )
  return rows
}

/** Returns false when a reward for this student exists. */
export async function insertReward(trx: Db, due: DueReward, now: Date): Promise<boolean> {
  const added = await trx('referral_rewards')
    .insert({ ...due, created_at: now })
    .onConflict()
    .ignore()
    .returning('referred_id')
  return added.length > 0
}

type Reward = {
  referred_id: number
  referrer_id: number
  order_id: string
  coins: number
  /** When a refund took it, and how many of its coins: before 29 November 2026 those that were still there. */
  taken_back_at: string | null
  taken_back_coins: number | null
}

/** The reward that an order earned, locked; undefined when there is none. */
export function lockReward(trx: Db, orderId: string): Promise<Reward | undefined> {
  return trx<Reward>('referral_rewards').where('order_id', orderId).forUpdate().first()
}

export async function closeReward(trx: Db, referredId: number, takenBack: number, now: Date): Promise<void> {
  await trx('referral_rewards')
    .where({ referred_id: referredId })
    .update({ taken_back_at: now, taken_back_coins: takenBack })
}

export async function reopenReward(trx: Db, referredId: number): Promise<void> {
  await trx('referral_rewards')
    .where({ referred_id: referredId })
    .update({ taken_back_at: null, taken_back_coins: null })
}
