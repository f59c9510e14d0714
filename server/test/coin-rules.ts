/** Rules of the ledger of coins, each a statement that finds the rows that break it. */
export const coinRules: { rule: string; sql: string }[] = [
  {
    rule: 'a balance of coins is the sum of its ledger',
    sql: `select u.user_id || ': ' || u.coins || ', not ' || coalesce(sum(l.change), 0) as what
          from users u left join coin_ledger l on l.user_id = u.id
          group by u.id having u.coins <> coalesce(sum(l.change), 0)`,
  },
  {
    rule: 'the ledger of coins and its counter accounts, spent coins and rewards, sum to 0',
    sql: `select account || ' ' || order_id || ': ' || sum(coins) as what from (
            select account, order_id, change as coins from coin_ledger where account in ('orders', 'rewards')
            union all select 'orders', order_id, coins - returned from coin_spends
            union all select 'rewards', order_id, coalesce(taken_back_coins, 0) - coins from referral_rewards) both_sides
          group by account, order_id having sum(coins) <> 0`,
  },
]
