/** Sequences that begin where nothing happens: a course that nobody began, or that a student left. They begin after `days`. */
export const up = `
alter table sequences add column days integer;
alter table sequences add constraint sequences_days check ((days is not null) = (trigger in ('not_begun', 'quiet')) and days between 1 and 180);
alter table sequences drop constraint sequences_trigger;
alter table sequences add constraint sequences_trigger
  check (trigger in ('purchase', 'registered', 'order_unpaid', 'finished', 'not_begun', 'quiet'));
`

export const down = `
delete from letters using sequences s where s.sequence_id = letters.sequence_id and s.trigger in ('not_begun', 'quiet');
delete from sequences where trigger in ('not_begun', 'quiet');
alter table sequences drop constraint sequences_trigger;
alter table sequences add constraint sequences_trigger
  check (trigger = any (array['purchase'::text, 'registered'::text, 'order_unpaid'::text, 'finished'::text]));
alter table sequences drop constraint sequences_days;
alter table sequences drop column days;
`
