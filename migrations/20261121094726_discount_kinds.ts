/**
 * A promo code takes off percent or rupees, may ask for a least order, be for a first purchase alone, and name several courses:
 * `course_ids` has all of them, `course_id` the first.
 *
 * `mailbox` says where the mails of an address arrive: `Asha.Rao+shop@gmail.com` is the mailbox of `asharao@gmail.com`. Who shares one
 * is one buyer for the limits of a code, and for referrals.
 */
export const up = `
create function mailbox(address text) returns text
  language sql immutable parallel safe strict as $$
  select case when host in ('gmail.com', 'googlemail.com') then replace(name, '.', '') || '@gmail.com' else name || '@' || host end
  from (select split_part(split_part(lower(address), '@', 1), '+', 1) as name, split_part(lower(address), '@', 2) as host) as parts
$$;
create index users_mailbox on users (mailbox(email)) where deleted_at is null;

alter table promocodes
  add column amount_paise bigint,
  add column minimum_paise bigint,
  add column first_purchase boolean not null default false,
  add column course_ids text[],
  drop constraint promocodes_discount,
  add constraint promocodes_discount check (
    (discount between 1 and 100 and amount_paise is null) or (discount = 0 and amount_paise >= 1)
  ),
  add constraint promocodes_minimum check (minimum_paise >= 1),
  add constraint promocodes_courses check (course_id = course_ids[1] and cardinality(course_ids) > 1);

alter table deleted_promocodes
  add column amount_paise bigint,
  add column minimum_paise bigint,
  add column first_purchase boolean not null default false,
  add column course_ids text[];
`

export const down = `
alter table deleted_promocodes
  drop column amount_paise, drop column minimum_paise, drop column first_purchase, drop column course_ids;
delete from promocodes where discount = 0;
alter table promocodes
  drop constraint promocodes_discount,
  drop column amount_paise, drop column minimum_paise, drop column first_purchase, drop column course_ids,
  add constraint promocodes_discount check ((discount >= 1) and (discount <= 100));
drop index users_mailbox;
drop function mailbox;
`
