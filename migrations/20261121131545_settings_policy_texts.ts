/**
 * The shop's own terms and refund policy, each version with its start: a dispute shows the version that a buyer agreed
 * to, years later. Empty: the built-in text.
 */
export const up = `
create table policy_texts (
  kind text not null,
  since timestamptz not null,
  body text not null,
  primary key (kind, since),
  constraint policy_texts_kind check (kind in ('terms', 'refund'))
);
insert into policy_texts (kind, since, body)
  select kind, coalesce(cast(changes #>> array['legal', 'policy_dates', kind] as date), updated_at), changes #>> array['legal', kind]
  from shop_settings, unnest(array['terms', 'refund']) as kind
  where changes #>> array['legal', kind] <> '';
`

export const down = `
drop table policy_texts;
`
