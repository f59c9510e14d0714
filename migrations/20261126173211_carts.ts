/** The cart of an account: a login on another device finds it again. `lines` are courses and their seats, in the order of the cart. */
export const up = `
create table user_carts (
  user_id bigint primary key references users (id) on delete cascade,
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  updated_at timestamptz not null
);
`

export const down = `
drop table user_carts;
`
