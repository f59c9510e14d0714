/** An order is polled as a whole: polling continues while one of its refunds has not ended. */
export const up = `
alter table refunds drop column poll_after, drop column polls;
create index refunds_not_ended on refunds (order_id, created_at) where status in ('requested', 'pending');
update orders set poll_after = now(), polls = 0
  where order_id in (select order_id from refunds where status in ('requested', 'pending'));
`

export const down = `
drop index refunds_not_ended;
alter table refunds add column poll_after timestamptz, add column polls integer not null default 0;
update refunds set poll_after = now() where status in ('requested', 'pending');
create index refunds_to_poll on refunds (poll_after) where poll_after is not null;
`
