/** The link that sets a new password for an admin: one at a time, stored as a digest of its token. */
export const up = `
create table admin_password_links (
  admin_id bigint primary key references admins (id) on delete cascade,
  token_hash bytea not null,
  expires_at timestamptz not null
);
create unique index admin_password_links_token on admin_password_links (token_hash);
`

export const down = `
drop table admin_password_links;
`
