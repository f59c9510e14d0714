/**
 * Disputes, as the gateway last showed them; `read_at` is the time of that. A dispute known only from an event or a
 * list has no status yet. `asks` counts how often it waited for the owner's answer; `asked_at` is the start of the
 * current wait. Ended ones stay: lost money is recorded as a refund with the dispute's id.
 */
export const up = `
create table disputes (
  dispute_id text primary key,
  order_id text not null references orders (order_id),
  payment_id text not null,
  status text,
  phase text,
  reason_code text,
  amount_paise bigint,
  deducted_paise bigint,
  respond_by timestamptz,
  opened_at timestamptz,
  asks integer not null default 0,
  asked_at timestamptz,
  read_at timestamptz,
  noted_at timestamptz not null,
  constraint disputes_amount check (amount_paise >= 0 and deducted_paise >= 0),
  constraint disputes_status check (status in ('open', 'under_review', 'won', 'lost', 'closed'))
);
create index disputes_order on disputes (order_id);
create index disputes_not_ended on disputes (payment_id) where status is null or status in ('open', 'under_review');
`

export const down = `
drop table disputes;
`
