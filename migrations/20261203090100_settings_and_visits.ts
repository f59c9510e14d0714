/**
 * What the owner changed of what the shop says of itself, and page views by day in India: a number and nothing about who
 * looked.
 */
export const up = `
create table shop_settings (
  single_row boolean primary key default true constraint shop_settings_one_row check (single_row),
  changes jsonb not null default '{}',
  version bigint not null default 1,
  updated_at timestamptz not null default now()
);
insert into shop_settings default values;

create table page_views (
  day date primary key,
  views bigint not null constraint page_views_not_negative check (views >= 0)
);
`

export const down = `
drop table page_views;
drop table shop_settings;
`
