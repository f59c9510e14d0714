/** The ledger of coins: every change of a balance, with the resulting balance. */
export const up = `
create table coin_ledger (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  change bigint not null,
  balance_after bigint not null,
  reason text not null,
  admin_id bigint references admins (id),
  created_at timestamptz not null default now(),
  constraint coin_ledger_balance_not_negative check (balance_after >= 0),
  constraint coin_ledger_change_not_zero check (change <> 0)
);
create index coin_ledger_admin on coin_ledger (admin_id);
create index coin_ledger_user on coin_ledger (user_id, id);
`

export const down = `
drop table coin_ledger;
`
