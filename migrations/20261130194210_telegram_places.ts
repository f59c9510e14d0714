/**
 * Lets a group of Telegram change its id, links belong to the bot that made them, and people be barred by an administrator's hand; remembers what the
 * bot could not do for whom, how long Telegram wants it to wait, and where its updates go.
 */
export const up = `
alter table telegram_config add column webhook_url text, add column paused_until timestamptz, add column problem text, add column since timestamptz;
create table telegram_former_ids (
  former_id bigint primary key,
  chat_id bigint not null
);
alter table group_members add column bot_id bigint, add column former_link text, add column problem text, add column again_at timestamptz;
update group_members set bot_id = (select bot_id from telegram_config);
alter table group_members drop constraint group_members_state_check;
alter table group_members add constraint group_members_state_check check (state in ('invited', 'asked', 'in', 'left', 'out', 'barred'));
alter table group_leavers add column since timestamptz, add column problem text;
`

export const down = `
alter table group_leavers drop column problem, drop column since;
update group_members set state = 'left' where state = 'barred';
alter table group_members drop constraint group_members_state_check;
alter table group_members add constraint group_members_state_check check (state in ('invited', 'asked', 'in', 'left', 'out'));
alter table group_members drop column again_at, drop column problem, drop column former_link, drop column bot_id;
drop table telegram_former_ids;
alter table telegram_config drop column since, drop column problem, drop column paused_until, drop column webhook_url;
`
