/**
 * Coins may be owed: a refund takes back what is spent by then, and later coins pay it. Each entry of the ledger names what it is for,
 * and its order, so that the ledger can be compared with rewards and spent coins.
 */
export const up = `
alter table users drop constraint users_coins_not_negative;
alter table coin_ledger drop constraint coin_ledger_balance_not_negative;
alter table coin_ledger add column account text check (account in ('orders', 'rewards', 'shop')),
  add column order_id text references orders (order_id);
update coin_ledger l set account = 'orders', order_id = o.order_id from orders o
  where l.admin_id is null and l.reason in ('spent on order ' || o.order_no, 'back from order ' || o.order_no) and l.user_id = o.user_id;
update coin_ledger set account = case when reason like 'referral reward%' and admin_id is null then 'rewards' else 'shop' end
  where account is null;
create index coin_ledger_order on coin_ledger (order_id) where order_id is not null;
`

export const down = `
drop index coin_ledger_order;
alter table coin_ledger drop column order_id, drop column account;
alter table coin_ledger add constraint coin_ledger_balance_not_negative check (balance_after >= 0) not valid;
alter table users add constraint users_coins_not_negative check (coins >= 0) not valid;
`
