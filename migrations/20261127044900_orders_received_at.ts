/**
 * Moment of an order's money: the gateway's time of its payment, or the day that was typed with an offline payment; null counts as `paid_at`,
 * when the order was settled. Refunds count on their own day: the days of both are made anew when they change. The business name of invoices is searched.
 */
export const up = `
alter table orders add column received_at timestamptz;
create index orders_money_at on orders ((coalesce(received_at, paid_at))) where paid_at is not null;
create index refunds_money_at on refunds ((coalesce(sent_on::timestamp at time zone 'Asia/Kolkata', updated_at))) where status = 'processed';

do $$
begin
  create index orders_billing_name on orders using gin (billing_name gin_trgm_ops) where billing_name is not null;
exception when others then
  raise notice 'without trigrams: %', sqlerrm;
end
$$;

create or replace function note_order_day() returns trigger
  language plpgsql as $$
begin
  insert into stale_days (day)
    select indian_day(at) from (values (old.paid_at), (new.paid_at), (old.received_at), (new.received_at)) as times (at)
      where at is not null
    union
    select indian_day(coalesce(sent_on::timestamp at time zone 'Asia/Kolkata', updated_at)) from refunds
      where order_id in (old.order_id, new.order_id) and status = 'processed';
  return null;
end
$$;

create or replace function note_refund_day() returns trigger
  language plpgsql as $$
begin
  insert into stale_days (day)
    select indian_day(coalesce(received_at, paid_at)) from orders
      where order_id in (old.order_id, new.order_id) and paid_at is not null
    union
    select indian_day(at) from (values (coalesce(old.sent_on::timestamp at time zone 'Asia/Kolkata', old.updated_at)),
      (coalesce(new.sent_on::timestamp at time zone 'Asia/Kolkata', new.updated_at))) as times (at)
      where at is not null;
  return null;
end
$$;

create trigger orders_day_received after update of received_at on orders for each row
  when (old.received_at is distinct from new.received_at) execute function note_order_day();

update orders set received_at = p.created_at from order_payments p
  where p.payment_id = orders.payment_id and orders.paid_at is not null and p.created_at < orders.paid_at
    and indian_day(p.created_at) <> indian_day(orders.paid_at);
update orders set received_at = p.received_on::timestamp at time zone 'Asia/Kolkata' from outside_payments p
  where p.order_id = orders.order_id and orders.paid_at is not null and p.received_on < indian_day(orders.paid_at);
`

export const down = `
drop trigger orders_day_received on orders;
create or replace function note_order_day() returns trigger
  language plpgsql as $$
begin
  insert into stale_days (day)
    select distinct indian_day(paid_at) from (values (old.paid_at), (new.paid_at)) as times (paid_at) where paid_at is not null;
  return null;
end
$$;
create or replace function note_refund_day() returns trigger
  language plpgsql as $$
begin
  insert into stale_days (day)
    select distinct indian_day(paid_at) from orders
    where order_id in (old.order_id, new.order_id) and paid_at is not null;
  return null;
end
$$;
drop index if exists orders_billing_name;
drop index refunds_money_at;
alter table orders drop column received_at;
`
