/** Batches of offline progress: the number of each device's last batch, so that a batch sent twice counts once. */
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
