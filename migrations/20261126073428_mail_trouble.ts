/**
 * Stores why no email leaves: the mail server refuses our login, our sender, or every recipient. A row exists while
 * that lasts.
 */
export const up = `
create table mail_trouble (
  kind text primary key,
  since timestamptz not null,
  last_at timestamptz not null,
  reason text not null,
  constraint mail_trouble_kind check (kind in ('login', 'connection', 'sender', 'recipients'))
);
`

export const down = `
drop table mail_trouble;
`
