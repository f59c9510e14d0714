/**
 * Money of each course by its own day: payments less refunds. `refunded` counts the orders of the day that were refunded, if only a part;
 * `returned` those whose money for the course was gone on this day. The days of all orders are made anew once.
 */
export const up = `
alter table day_courses
  add column refunds_paise bigint not null default 0,
  add column refunded bigint not null default 0,
  add column returned bigint not null default 0;
delete from day_sources where by = 'course';
insert into stale_days (day)
  select day from day_figures where orders > 0
  union select indian_day(coalesce(sent_on::timestamp at time zone 'Asia/Kolkata', updated_at)) from refunds where status = 'processed';
`

export const down = `
alter table day_courses drop column returned, drop column refunded, drop column refunds_paise;
insert into stale_days (day) select day from day_figures where orders > 0;
`
