/** An order notes its day only once it is paid: making and asking about open ones, of which there are many, runs no trigger. */
export const up = `
drop trigger orders_day on orders;
create trigger orders_day_new after insert on orders
  for each row when (new.paid_at is not null) execute function note_order_day();
create trigger orders_day_change after update of status, paid_at, total_paise on orders
  for each row when (old.paid_at is not null or new.paid_at is not null) execute function note_order_day();
create trigger orders_day_gone after delete on orders
  for each row when (old.paid_at is not null) execute function note_order_day();
`

export const down = `
drop trigger orders_day_gone on orders;
drop trigger orders_day_change on orders;
drop trigger orders_day_new on orders;
create trigger orders_day after insert or delete or update of status, paid_at, total_paise on orders
  for each row execute function note_order_day();
`
