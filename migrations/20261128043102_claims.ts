/**
 * Stores the proofs of claims by the hash of their words. A shop with an admin is from before: it shows claims without a proof for 30 days
 * more; a new shop never does.
 */
export const up = `
create table claim_rules (
  only_one boolean primary key default true check (only_one),
  strict boolean not null,
  shown_until timestamptz
);
insert into claim_rules (strict, shown_until)
  select not before, case when before then now() + interval '30 days' end
  from (select exists (select from admins) as before) shop;
create table claim_proofs (
  claim_id text primary key,
  words text not null,
  kind text not null check (kind in ('counted', 'file', 'text')),
  figure text,
  file text,
  body text,
  dated_on text,
  holds boolean not null default true,
  proved_at timestamptz not null,
  proved_by text not null
);
`

export const down = `
drop table claim_proofs;
drop table claim_rules;
`
