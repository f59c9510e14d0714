/**
 * Refunds above the owner's limit that wait for a second person, one open per order. Approval creates the refund with
 * this id as its `idempotency_key`.
 */
export const up = `
create table refund_requests (
  request_id text primary key,
  order_id text not null references orders (order_id),
  status text not null default 'open',
  amount_paise bigint not null,
  reason text,
  redeemed text,
  seats jsonb,
  bank jsonb,
  about text,
  idempotency_key text,
  asked_by bigint not null references admins (id),
  asked_at timestamptz not null,
  closed_by bigint references admins (id),
  closed_at timestamptz,
  answer text,
  constraint refund_requests_status check (status in ('open', 'approved', 'declined')),
  constraint refund_requests_closed check ((status = 'open') = (closed_at is null) and (closed_at is null) = (closed_by is null)),
  constraint refund_requests_second check (status <> 'approved' or closed_by <> asked_by),
  constraint refund_requests_redeemed check (redeemed in ('keep', 'take')),
  constraint refund_requests_amount check (amount_paise >= 100)
);
create unique index refund_requests_one_open on refund_requests (order_id) where status = 'open';
create unique index refund_requests_key on refund_requests (order_id, idempotency_key);
create index refund_requests_asked_by on refund_requests (asked_by);
create index refund_requests_closed_by on refund_requests (closed_by);
`

export const down = `
drop table refund_requests;
`
