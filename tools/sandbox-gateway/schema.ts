import type { Knex } from 'knex'
import { subscriptionTables } from './subscriptions/tables.ts'

/**
 * The sandbox has its own schema, so that several processes share the ledger, a kill loses nothing, and the shop's
 * migrations know nothing of a gateway that production does not have.
 */
const statements = `
create schema if not exists sandbox;

create table if not exists sandbox.links (
  link_id text primary key,
  reference_id text unique,
  amount_paise bigint not null check (amount_paise >= 100),
  amount_paid_paise bigint not null default 0,
  currency text not null,
  description text not null,
  status text not null check (status in ('created', 'partially_paid', 'paid', 'cancelled', 'expired')),
  customer jsonb not null,
  notes jsonb not null,
  notify jsonb not null,
  reminder_enable boolean not null,
  callback_url text not null,
  callback_method text not null,
  order_id text,
  expire_by timestamptz,
  expired_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index if not exists links_open_by_expiry on sandbox.links (expire_by) where status = 'created';

create table if not exists sandbox.orders (
  order_id text primary key,
  link_id text references sandbox.links,
  amount_paise bigint not null,
  amount_paid_paise bigint not null default 0,
  currency text not null,
  receipt text,
  status text not null check (status in ('created', 'attempted', 'paid')),
  attempts integer not null default 0,
  notes jsonb not null,
  created_at timestamptz not null
);
create index if not exists orders_by_link on sandbox.orders (link_id);

create table if not exists sandbox.payments (
  payment_id text primary key,
  position bigint generated always as identity,
  order_id text not null references sandbox.orders,
  link_id text references sandbox.links,
  amount_paise bigint not null,
  amount_refunded_paise bigint not null default 0,
  currency text not null,
  status text not null check (status in ('created', 'authorized', 'captured', 'refunded', 'failed')),
  captured boolean not null,
  method text not null,
  email text,
  contact text,
  description text,
  notes jsonb not null,
  error_code text,
  error_description text,
  error_reason text,
  created_at timestamptz not null,
  check (amount_refunded_paise between 0 and amount_paise)
);
-- A convenience fee that the buyer bore, within the amount.
alter table sandbox.payments add column if not exists buyer_fee_paise bigint not null default 0;
-- False: what the fee is the gateway says later.
alter table sandbox.payments add column if not exists fee_told boolean not null default true;
-- An offer that made the payment smaller than its order, and by how much.
alter table sandbox.payments add column if not exists offer_id text, add column if not exists offer_paise bigint not null default 0;
create index if not exists payments_by_order on sandbox.payments (order_id);
create index if not exists payments_by_link on sandbox.payments (link_id);

create table if not exists sandbox.refunds (
  refund_id text primary key,
  payment_id text not null references sandbox.payments,
  amount_paise bigint not null check (amount_paise > 0),
  currency text not null,
  status text not null check (status in ('pending', 'processed', 'failed')),
  speed text not null,
  receipt text,
  notes jsonb not null,
  idempotency_key text,
  idempotency_body text,
  created_at timestamptz not null,
  unique (payment_id, idempotency_key)
);

-- How often it was sent: with one key it is made once, however often.
alter table sandbox.refunds add column if not exists posts integer not null default 1;

create table if not exists sandbox.disputes (
  dispute_id text primary key,
  payment_id text not null references sandbox.payments,
  amount_paise bigint not null check (amount_paise > 0),
  deducted_paise bigint not null default 0,
  currency text not null,
  status text not null check (status in ('open', 'under_review', 'won', 'lost', 'closed')),
  phase text not null,
  reason_code text not null,
  respond_by timestamptz not null,
  created_at timestamptz not null
);
create index if not exists disputes_by_payment on sandbox.disputes (payment_id);

create table if not exists sandbox.deliveries (
  delivery_id bigint generated always as identity primary key,
  event_id text not null,
  event text not null,
  subject text not null,
  body text not null,
  signature text not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'lost', 'given_up')),
  attempts integer not null default 0,
  due_at timestamptz not null default clock_timestamp(),
  leased_until timestamptz,
  attempted_at timestamptz,
  answer text,
  created_at timestamptz not null default clock_timestamp()
);
create index if not exists deliveries_pending on sandbox.deliveries (due_at) where state = 'pending';

create table if not exists sandbox.faults (
  fault_id bigint generated always as identity primary key,
  side text not null check (side in ('api', 'webhooks', 'refunds')),
  match text,
  remaining integer not null check (remaining >= 0),
  fault jsonb not null
);

create table if not exists sandbox.calls (
  call_id bigint generated always as identity primary key,
  kind text not null,
  called_at timestamptz not null default clock_timestamp()
);
`

/** Returns true if any process has used the ledger before. */
export async function schemaExists(db: Knex): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { present: boolean }[] }>(
    `select exists (select from information_schema.columns
       where table_schema = 'sandbox' and table_name = 'payments' and column_name = 'invoice_id') as present`,
  )
  return rows[0]?.present ?? false
}

/** Creates missing tables; several processes may call it at once. */
export async function ensureSchema(db: Knex): Promise<void> {
  if (await schemaExists(db)) return
  await db.transaction(async (trx) => {
    await trx.raw(`select pg_advisory_xact_lock(hashtext('skillhaat sandbox schema'))`)
    await trx.raw(statements + subscriptionTables)
  })
}
