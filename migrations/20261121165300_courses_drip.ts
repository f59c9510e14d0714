/** The opening of a lesson: days after enrolment, or a fixed time; with neither, at once. */
export const up = `
alter table lessons
  add column opens_after_days integer,
  add column opens_at timestamptz,
  add constraint lessons_opens_after_days check (opens_after_days between 1 and 3650),
  add constraint lessons_opens_once check (num_nonnulls(opens_after_days, opens_at) <= 1);
`

export const down = `
alter table lessons drop column opens_at, drop column opens_after_days;
`
