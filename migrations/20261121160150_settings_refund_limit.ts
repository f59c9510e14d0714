/** A refund above this amount needs a second person; null means no limit. */
export const up = `
alter table shop_settings add column refund_limit_paise bigint,
  add constraint shop_settings_refund_limit check (refund_limit_paise >= 100);
`

export const down = `
alter table shop_settings drop column refund_limit_paise;
`
