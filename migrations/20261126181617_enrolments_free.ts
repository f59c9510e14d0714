/** Access to a free course that its student took without an order. A course that costs something later leaves it to them. */
export const up = `
alter table enrolments
  add column free boolean not null default false,
  drop constraint enrolments_one_source,
  add constraint enrolments_one_source check (num_nonnulls(order_id, gift_code, given_by) + free::integer = 1);
create index enrolments_free on enrolments (course_id) where free;
`

export const down = `
delete from enrolments where free;
alter table enrolments
  drop constraint enrolments_one_source,
  drop column free,
  add constraint enrolments_one_source check (num_nonnulls(order_id, gift_code, given_by) = 1);
`
