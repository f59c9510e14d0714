/** A course enrolled by an admin: neither an order nor a gift code, and no sale. */
export const up = `
alter table enrolments
  add column given_by bigint references admins (id),
  drop constraint enrolments_one_source,
  add constraint enrolments_one_source check (num_nonnulls(order_id, gift_code, given_by) = 1);
create index enrolments_given_by on enrolments (given_by) where given_by is not null;
`

export const down = `
delete from enrolments where given_by is not null;
drop index enrolments_given_by;
alter table enrolments
  drop constraint enrolments_one_source,
  drop column given_by,
  add constraint enrolments_one_source check ((order_id is null) <> (gift_code is null));
`
