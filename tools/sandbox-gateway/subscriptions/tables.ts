/** The tables of plans, subscriptions and their invoices, and the columns that their payments need. */
export const subscriptionTables = `
create table if not exists sandbox.plans (
  plan_id text primary key,
  period text not null check (period in ('daily', 'weekly', 'monthly', 'quarterly', 'yearly')),
  every integer not null check (every > 0),
  item_id text not null,
  name text not null,
  description text,
  amount_paise bigint not null check (amount_paise >= 100),
  currency text not null,
  notes jsonb not null,
  created_at timestamptz not null
);

create table if not exists sandbox.subscriptions (
  subscription_id text primary key,
  plan_id text not null references sandbox.plans,
  status text not null check (status in ('created', 'authenticated', 'active', 'pending', 'halted', 'cancelled', 'completed', 'expired', 'paused')),
  customer_id text,
  quantity integer not null,
  total_count integer not null,
  paid_count integer not null default 0,
  auth_attempts integer not null default 0,
  customer_notify boolean not null,
  notes jsonb not null,
  method text,
  email text,
  contact text,
  -- Number of the current billing cycle, from 0; null before the first.
  cycle integer,
  start_at timestamptz,
  current_start timestamptz,
  current_end timestamptz,
  charge_at timestamptz,
  ended_at timestamptz,
  expire_by timestamptz,
  paused_at timestamptz,
  pause_initiated_by text,
  cancel_initiated_by text,
  cancel_at_cycle_end boolean not null default false,
  -- The student ended the mandate in an app that tells nobody: every debit fails.
  mandate_revoked boolean not null default false,
  -- The results of the next debits, as set by control; success when empty.
  outcomes text[] not null default '{}',
  created_at timestamptz not null
);
create index if not exists subscriptions_due on sandbox.subscriptions (charge_at);

create table if not exists sandbox.invoices (
  invoice_id text primary key,
  subscription_id text not null references sandbox.subscriptions,
  order_id text not null references sandbox.orders,
  payment_id text references sandbox.payments,
  cycle integer not null,
  amount_paise bigint not null,
  status text not null check (status in ('issued', 'paid')),
  billing_start timestamptz not null,
  billing_end timestamptz not null,
  issued_at timestamptz not null,
  paid_at timestamptz,
  unique (subscription_id, cycle)
);

alter table sandbox.payments add column if not exists invoice_id text references sandbox.invoices;
`
