/** Settings that the owner has changed. */
export const up = `
create table shop_settings (
  single_row boolean primary key default true,
  changes jsonb not null default '{}',
  version bigint not null default 1,
  updated_at timestamptz not null default now(),
  settled_steps text[] not null default '{}'::text[],
  invoice_prefix text not null default 'SH',
  constraint shop_settings_invoice_prefix check ((invoice_prefix ~ '^[A-Z0-9]([A-Z0-9/-]?[A-Z0-9])?$') and (invoice_prefix <> ALL (array['CN', 'RC', 'RR']))),
  constraint shop_settings_one_row check (single_row)
);

insert into shop_settings (single_row, version, invoice_prefix) values (true, 1, 'SH');
`

export const down = `
drop table shop_settings;
`
