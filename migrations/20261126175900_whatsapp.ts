/**
 * The shop's account at Meta's Cloud API, sealed; its templates as Meta lists them; and numbers that cannot be reached.
 * Rates are ten-thousandths of a rupee for one delivered message, before tax.
 */
export const up = `
create table whatsapp_config (
  only_one boolean primary key default true check (only_one),
  phone_number_id text not null,
  waba_id text not null,
  token_sealed text not null,
  app_secret_sealed text not null,
  verify_token_sealed text not null,
  api_version text not null,
  marketing_rate integer,
  utility_rate integer,
  authentication_rate integer,
  rates_as_of date,
  phone text,
  verified_at timestamptz,
  stopped_at timestamptz,
  stopped_code integer,
  stopped_reason text,
  templates_read_at timestamptz,
  updated_at timestamptz not null,
  constraint whatsapp_config_rates check (marketing_rate >= 0 and utility_rate >= 0 and authentication_rate >= 0)
);

create table whatsapp_templates (
  name text not null,
  language text not null,
  status text not null,
  category text not null,
  body text not null,
  parameters text[] not null,
  has_button_path boolean not null,
  is_sendable boolean not null,
  read_at timestamptz not null,
  primary key (name, language)
);

create table whatsapp_people (
  user_id bigint primary key references users (id) on delete cascade,
  dead_phone text not null,
  code integer not null,
  noted_at timestamptz not null
);
`

export const down = `
drop table whatsapp_people;
drop table whatsapp_templates;
drop table whatsapp_config;
`
