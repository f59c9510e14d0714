/**
 * Letters of marketing, and the outbox of all of them: one row for each letter and person, and for each occasion (an order) of a sequence's
 * step, which is a letter with `sequence_id`. A row is `leased` before it is written and `handing_at` is stored before the mail server sees
 * it: what a killed process left without `handing_at` waits again, the rest is `unknown` and never sent again.
 */
export const up = `
create table letters (
  letter_id text primary key,
  sequence_id text,
  step integer,
  name text not null,
  subject text not null,
  blocks jsonb not null,
  segment jsonb not null,
  channel text not null,
  template jsonb,
  status text not null,
  send_at timestamptz,
  begun_at timestamptz,
  ended_at timestamptz,
  stopped text,
  problem text,
  touched_at timestamptz,
  watched_from timestamptz,
  made_by bigint references admins (id),
  made_at timestamptz not null,
  changed_at timestamptz not null,
  constraint letters_channel check (channel in ('email', 'whatsapp')),
  constraint letters_status check (status in ('draft', 'scheduled', 'sending', 'sent', 'stopped'))
);
create index letters_made_by on letters (made_by);
create index letters_open on letters (send_at) where status in ('scheduled', 'sending');
create index letters_steps on letters (sequence_id, step) where sequence_id is not null;

create table letter_recipients (
  recipient_id bigint generated always as identity primary key,
  letter_id text not null references letters (letter_id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  occasion text not null default '',
  channel text not null,
  receiver text not null,
  state text not null default 'waiting',
  reason text,
  due_at timestamptz not null,
  tries integer not null default 0,
  leased_until timestamptz,
  lease text,
  handing_at timestamptz,
  address text,
  message_id text,
  token text not null default replace(gen_random_uuid()::text, '-', ''),
  unsubscribe_token text not null default replace(gen_random_uuid()::text, '-', ''),
  provider_id text,
  error text,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  bounced_at timestamptz,
  complained_at timestamptz,
  unsubscribed_at timestamptz,
  constraint letter_recipients_state check (state in ('waiting', 'leased', 'handed_over', 'refused', 'skipped', 'unknown'))
);
create unique index letter_recipients_once on letter_recipients (letter_id, user_id, occasion);
create unique index letter_recipients_token on letter_recipients (token);
create unique index letter_recipients_unsubscribe on letter_recipients (unsubscribe_token);
create index letter_recipients_user on letter_recipients (user_id);
create index letter_recipients_waiting on letter_recipients (receiver, due_at, recipient_id) where state = 'waiting';
create index letter_recipients_leased on letter_recipients (leased_until) where state = 'leased';
create index letter_recipients_provider on letter_recipients (provider_id) where provider_id is not null;

create table letter_clicks (
  recipient_id bigint not null references letter_recipients (recipient_id) on delete cascade,
  link_no integer not null,
  clicked_at timestamptz not null,
  primary key (recipient_id, link_no)
);

create table letter_pace (
  receiver text primary key,
  next_at timestamptz not null default 'epoch',
  slow_until timestamptz not null default 'epoch'
);
insert into letter_pace (receiver) values ('all'), ('gmail.com'), ('yahoo.com'), ('outlook.com'), ('other'), ('whatsapp');

create table letter_settings (
  only_row boolean primary key default true check (only_row),
  per_hour integer not null default 300,
  per_hour_receiver integer not null default 150,
  bounce_domain text not null default '',
  bounce_secret_hash text,
  day_begins integer not null default 9,
  day_ends integer not null default 21
);
insert into letter_settings default values;
`

export const down = `
drop table letter_settings;
drop table letter_pace;
drop table letter_clicks;
drop table letter_recipients;
drop table letters;
`
