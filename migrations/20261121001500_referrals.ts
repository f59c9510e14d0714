/**
 * The referral reward, and the rewards for first purchases: one per referred student.
 * A purchase earns the reward of its day, whatever is set later.
 */
export const up = `
create table referral_settings (
  single_row boolean primary key default true,
  reward_coins integer not null default 0,
  constraint referral_settings_one_row check (single_row),
  constraint referral_settings_reward check ((reward_coins >= 0) and (reward_coins <= 100000))
);

create table referral_terms (
  since timestamptz primary key,
  reward_coins integer not null,
  constraint referral_terms_reward check ((reward_coins >= 0) and (reward_coins <= 100000))
);

create table referral_rewards (
  referred_id bigint primary key references users (id),
  referrer_id bigint not null references users (id),
  order_id text not null references orders (order_id),
  coins integer not null,
  created_at timestamptz not null,
  taken_back_at timestamptz,
  taken_back_coins integer,
  constraint referral_rewards_coins check (coins > 0),
  constraint referral_rewards_not_oneself check (referrer_id <> referred_id)
);
create index referral_rewards_order on referral_rewards (order_id);
create index referral_rewards_referrer on referral_rewards (referrer_id);

insert into referral_settings (single_row, reward_coins) values (true, 0);
`

export const down = `
drop table referral_rewards;
drop table referral_terms;
drop table referral_settings;
`
