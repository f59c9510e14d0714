/**
 * What devices sent late, of what was done without a network: the number of the last batch of each, so that one that arrives twice
 * counts once.
 */
export const up = `
create table learning_late_batches (
  user_id bigint not null references users (id) on delete cascade,
  device text not null,
  number bigint not null,
  taken_at timestamptz not null,
  primary key (user_id, device),
  constraint learning_late_batches_number_positive check (number > 0)
);
`

export const down = `
drop table learning_late_batches;
`
