/** Stores API keys, hashed, and the answers to their posts, by which a repeat within a day gets the first answer. */
export const up = `
create table api_keys (
  key_id text primary key,
  name text not null,
  scopes text[] not null,
  start text not null,
  key_hash bytea not null unique,
  created_at timestamptz not null,
  created_by bigint not null references admins (id),
  last_used_at timestamptz,
  expires_on text
);
create index api_keys_created_by on api_keys (created_by);
create table api_key_posts (
  key_id text not null references api_keys (key_id) on delete cascade,
  path text not null,
  idempotency_key text not null,
  request_hash text not null,
  answer json,
  begun_at timestamptz not null,
  primary key (key_id, path, idempotency_key)
);
create index api_key_posts_begun_at on api_key_posts (begun_at);
`

export const down = `
drop table api_key_posts;
drop table api_keys;
`
