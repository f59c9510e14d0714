/** Stores codes that log in, hashed, with the browser's challenge that each answers. An unknown address has rows too, without a code. */
export const up = `
create table login_codes (
  challenge_hash text primary key,
  email text not null,
  code_hash text,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index login_codes_email on login_codes (email, created_at);
create index login_codes_expires on login_codes (expires_at);
`

export const down = `
drop table login_codes;
`
