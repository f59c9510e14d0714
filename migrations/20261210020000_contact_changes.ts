/**
 * An address or phone that somebody has asked for and not yet proven, one of each per account. Whether the address of an
 * account was ever proven by a link or a password that was mailed to it; of older accounts that is not known.
 */
export const up = `
alter table users add column email_proven_at timestamptz;

create table contact_changes (
  user_id bigint not null references users (id) on delete cascade,
  kind text not null constraint contact_changes_kind check (kind in ('email', 'phone')),
  value text not null,
  token_hash text unique,
  session_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, kind)
);
create index contact_changes_expires on contact_changes (expires_at);
`

export const down = `
drop table contact_changes;
alter table users drop column email_proven_at;
`
