/**
 * Orders that need attention are derived from their rows, so the flag is dropped. `unanswered_since`: the start of
 * failed checks with the gateway. The indexes cover the few possible rows.
 */
export const up = `
alter table orders drop column attention, drop column attention_since, add column unanswered_since timestamptz;
create index orders_unanswered on orders (unanswered_since) where unanswered_since is not null;
create index orders_in_review on orders (order_id) where status = 'review';
create index orders_open_end on orders (expires_at) where status = 'created';
create index refunds_failed on refunds (payment_id) where status = 'failed';
`

export const down = `
drop index refunds_failed;
drop index orders_open_end;
drop index orders_in_review;
alter table orders drop column unanswered_since, add column attention text, add column attention_since timestamptz,
  add constraint orders_attention check (attention in ('review', 'stuck', 'refund_failed', 'refund_waiting')),
  add constraint orders_attention_whole check ((attention is null) = (attention_since is null));
create index orders_attention on orders (attention_since, order_id) where attention is not null;
`
