/**
 * A promo code discounts percent or rupees, and may require a minimum order or a first purchase, and cover several
 * courses: `course_ids` lists all, `course_id` is the first.
 * `mailbox` is the address that receives the emails: `Asha.Rao+shop@gmail.com` is the mailbox of `asharao@gmail.com`.
 * Accounts that share one count as one buyer for code limits and referrals.
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
