/**
 * What buyers' banks question: each dispute as the gateway showed it last, `read_at` being when it was asked. One that an event or a list
 * has named, and that was not read yet, has no status. `asks`: how often it came to wait for the owner's answer; `asked_at`: since when
 * it does. Ended ones stay: lost money is booked as a refund with the dispute's id.
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
