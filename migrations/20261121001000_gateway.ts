/**
 * The keys of the payment gateway, and the pause that it requested.
 * The gateway signs retried events with the secret of the first attempt, also after a new one was saved, so the former
 * secret stays.
 */
export const up = `
create table gateway_config (
  provider text primary key,
  api_key text not null,
  api_secret_sealed text not null,
  webhook_secret_sealed text,
  verified_at timestamptz,
  updated_at timestamptz not null default now(),
  former_webhook_secret_sealed text,
  former_webhook_secret_until timestamptz,
  constraint gateway_config_former_secret_ends check ((former_webhook_secret_sealed is null) = (former_webhook_secret_until is null))
);

create table gateway_pause (
  single_row boolean primary key default true,
  until timestamptz not null,
  constraint gateway_pause_one_row check (single_row)
);
`

export const down = `
drop table gateway_pause;
drop table gateway_config;
`
