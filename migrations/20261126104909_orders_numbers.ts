/**
 * Order numbers as people read them: `SH-2026-00123`, with the prefix of invoices, the year in India and a number that never starts
 * again. Gaps are normal: an order that fails leaves one. The numbers up to the count of today are for the orders that exist
 * (the next migration). The default serves the release before this one, which knows no numbers.
 */
export const up = `
create sequence order_numbers;
select setval('order_numbers', greatest((select count(*) from orders), 1), exists (select from orders));

create function order_number(placed_at timestamptz, number bigint) returns text
language sql stable set search_path from current
as $$
  select replace(invoice_prefix, '/', '-') || '-' || to_char(placed_at at time zone 'Asia/Kolkata', 'YYYY') || '-'
    || lpad(number::text, greatest(5, length(number::text)), '0')
  from shop_settings
$$;

alter table orders add column order_no text;
alter sequence order_numbers owned by orders.order_no;
alter table orders alter column order_no set default order_number(now(), nextval('order_numbers'));
`

export const down = `
alter table orders drop column order_no;
drop function order_number(timestamptz, bigint);
drop sequence if exists order_numbers;
`
