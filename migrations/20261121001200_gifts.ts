/** Gift codes: one for each seat beyond the buyer's own. */
export const up = `
create table gift_codes (
  code text primary key,
  order_id text not null references orders (order_id),
  course_id text not null references courses (course_id),
  redeemed_by bigint references users (id),
  redeemed_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);
create index gift_codes_course on gift_codes (course_id);
create index gift_codes_order on gift_codes (order_id);
create index gift_codes_redeemed_by on gift_codes (redeemed_by);
`

export const down = `
drop table gift_codes;
`
