/**
 * A plan at the gateway is kept with the terms it was made of. A mandate has the buyer's details for its invoices, may begin at the end of what is
 * paid (`starts_at`), and may be ended by the shop or a lost dispute, also with its access (`cut_at`).
 */
export const up = `
alter table memberships add column plan_price_paise bigint, add column plan_period text;
alter table members
  add column starts_at timestamptz,
  add column cut_at timestamptz,
  add column billing_gstin text,
  add column billing_name text,
  add column billing_address text,
  add column billing_place text,
  add column billing_pin text,
  add column billing_sez boolean not null default false,
  drop constraint members_end_kind_check,
  add constraint members_end_kind_check check (end_kind in ('student', 'erased', 'bank', 'done', 'unpaid', 'shop', 'dispute'));
`

export const down = `
alter table memberships drop column plan_price_paise, drop column plan_period;
update members set end_kind = 'bank' where end_kind in ('shop', 'dispute');
alter table members
  drop column starts_at,
  drop column cut_at,
  drop column billing_gstin,
  drop column billing_name,
  drop column billing_address,
  drop column billing_place,
  drop column billing_pin,
  drop column billing_sez,
  drop constraint members_end_kind_check,
  add constraint members_end_kind_check check (end_kind in ('student', 'erased', 'bank', 'done', 'unpaid'));
`
