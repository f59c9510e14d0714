/**
 * Stores partners with their dated terms, the orders that they brought with what was agreed on that day, and monthly statements of their shares.
 * The rule of TDS is dated: section 194H until March 2026, section 393(1) of the Income-tax Act 2025 after it.
 */
export const up = `
create table partners (
  partner_id text primary key,
  user_id bigint not null unique references users (id),
  code text not null unique check (code ~ '^[A-Z0-9_-]{3,32}$'),
  account_sealed text,
  account_at timestamptz,
  pan_sealed text,
  created_at timestamptz not null
);
create table partner_terms (
  partner_id text not null references partners (partner_id),
  since timestamptz not null,
  name text,
  code text not null,
  percent integer not null check (percent between 1 and 70),
  window_days integer not null check (window_days between 1 and 90),
  state text not null check (state in ('active', 'paused')),
  primary key (partner_id, since)
);
create table partner_clients (
  partner_id text not null references partners (partner_id),
  address text not null,
  device text not null,
  seen_at timestamptz not null,
  primary key (partner_id, address, device)
);
create table partner_presses (
  partner_id text not null references partners (partner_id),
  day date not null,
  presses integer not null,
  primary key (partner_id, day)
);
create table partner_orders (
  order_id text primary key references orders (order_id),
  partner_id text not null references partners (partner_id),
  partner_name text,
  code text not null,
  rule text not null check (rule in ('link', 'code')),
  percent integer not null,
  paid_paise bigint not null check (paid_paise > 0),
  net_paise bigint not null check (net_paise between 0 and paid_paise),
  due_at timestamptz not null,
  created_at timestamptz not null
);
create index partner_orders_partner on partner_orders (partner_id, created_at);
create table partner_statements (
  statement_id text primary key,
  partner_id text not null references partners (partner_id),
  month text not null,
  shares_paise bigint not null check (shares_paise > 0),
  tds_paise bigint not null check (tds_paise between 0 and shares_paise),
  tds_section text,
  reference text,
  paid_at timestamptz,
  created_at timestamptz not null,
  unique (partner_id, month),
  check ((reference is null) = (paid_at is null))
);
create table partner_statement_lines (
  statement_id text not null references partner_statements (statement_id),
  order_id text not null references partner_orders (order_id),
  paise bigint not null check (paise <> 0),
  primary key (statement_id, order_id)
);
create index partner_statement_lines_order on partner_statement_lines (order_id);
create table partner_tds (
  since date primary key,
  section text not null,
  basis_points integer not null check (basis_points between 0 and 10000),
  no_pan_basis_points integer not null check (no_pan_basis_points between 0 and 10000),
  threshold_paise bigint not null check (threshold_paise >= 0)
);
insert into partner_tds values ('2024-10-01', '194H', 200, 2000, 2000000), ('2026-04-01', '393(1)', 200, 2000, 2000000);
`

export const down = `
drop table partner_tds;
drop table partner_statement_lines;
drop table partner_statements;
drop table partner_orders;
drop table partner_presses;
drop table partner_clients;
drop table partner_terms;
drop table partners;
`
