/** Stores the bot of a Telegram group, the groups that it is in, and whose invite link let which account in. */
export const up = `
create table telegram_config (
  single boolean primary key default true check (single),
  token_sealed text not null,
  secret_sealed text not null,
  bot_id bigint not null,
  username text not null
);
create table telegram_groups (
  chat_id bigint primary key,
  title text not null,
  problem text,
  since timestamptz not null
);
create table group_members (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  chat_id bigint not null,
  invite_link text not null unique,
  telegram_id bigint,
  state text not null check (state in ('invited', 'asked', 'in', 'left', 'out')),
  told_at timestamptz,
  changed_at timestamptz not null,
  unique (user_id, chat_id)
);
create index group_members_account on group_members (chat_id, telegram_id) where telegram_id is not null;
create table group_leavers (
  chat_id bigint not null,
  telegram_id bigint not null,
  primary key (chat_id, telegram_id)
);
`

export const down = `
drop table group_leavers;
drop table group_members;
drop table telegram_groups;
drop table telegram_config;
`
