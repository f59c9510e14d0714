/**
 * The days of the guarantee are part of the terms that a buyer agreed to, so they are stored beside the policies.
 * Empty: the built-in days.
 */
export const up = `
alter table policy_texts drop constraint policy_texts_kind;
alter table policy_texts add constraint policy_texts_kind check (kind in ('terms', 'refund', 'guarantee'));
insert into policy_texts (kind, since, body)
  select 'guarantee', updated_at, changes #>> array['guarantee', 'days']
  from shop_settings where changes #>> array['guarantee', 'days'] is not null;
`

export const down = `
delete from policy_texts where kind = 'guarantee';
alter table policy_texts drop constraint policy_texts_kind;
alter table policy_texts add constraint policy_texts_kind check (kind in ('terms', 'refund'));
`
