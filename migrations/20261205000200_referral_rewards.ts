/** What a referral earns, off by default, and who was rewarded for whose first purchase: once per student who was brought. */
export const up = `
create table referral_settings (
  single_row boolean primary key default true constraint referral_settings_one_row check (single_row),
  reward_coins integer not null default 0 constraint referral_settings_reward check (reward_coins between 0 and 100000)
);
insert into referral_settings default values;

create table referral_rewards (
  referred_id bigint primary key references users (id),
  referrer_id bigint not null references users (id),
  order_id text not null references orders (order_id),
  coins integer not null constraint referral_rewards_coins check (coins > 0),
  created_at timestamptz not null,
  taken_back_at timestamptz,
  taken_back_coins integer,
  constraint referral_rewards_not_oneself check (referrer_id <> referred_id)
);
create index referral_rewards_referrer on referral_rewards (referrer_id);
create index referral_rewards_order on referral_rewards (order_id);
`

export const down = `
drop table referral_rewards;
drop table referral_settings;
`
