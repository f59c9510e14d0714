/** Answers to the shop's questions at checkout, by order; and the coins that buyers spent on orders, with what is back of them. */
export const up = `
create table order_answers (
  order_id text not null references orders (order_id),
  question_id text not null,
  position integer not null,
  label text not null,
  answer text not null,
  primary key (order_id, question_id)
);

create table coin_spends (
  order_id text primary key references orders (order_id),
  user_id bigint not null references users (id),
  coins integer not null check (coins > 0),
  returned integer not null default 0 check (returned between 0 and coins),
  created_at timestamptz not null
);
create index coin_spends_user on coin_spends (user_id);
`

export const down = `
drop table coin_spends;
drop table order_answers;
`
