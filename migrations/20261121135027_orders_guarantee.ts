/**
 * Refund requests within the shop's guarantee: one open request per order. It ends with a refund, or with a message to
 * the buyer.
 */
export const up = `
create table guarantee_requests (
  id bigint generated always as identity primary key,
  order_id text not null references orders (order_id),
  status text not null default 'open',
  reason text,
  answer text,
  asked_at timestamptz not null,
  closed_at timestamptz,
  constraint guarantee_requests_status check (status in ('open', 'approved', 'declined')),
  constraint guarantee_requests_closed check ((status = 'open') = (closed_at is null)),
  constraint guarantee_requests_answer check ((status = 'declined') = (answer is not null))
);
create unique index guarantee_requests_one_open on guarantee_requests (order_id) where status = 'open';
create index guarantee_requests_order on guarantee_requests (order_id, id);
`

export const down = `
drop table guarantee_requests;
`
