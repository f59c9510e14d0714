/** Stores the link that logs in once, hashed: the newest of each student. */
export const up = `
create table login_links (
  user_id bigint primary key references users (id) on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index login_links_expires on login_links (expires_at);
`

export const down = `
drop table login_links;
`
