/**
 * Marks a lesson as done in the shop before, and by which move. Such a row has no `updated_at`: nothing was watched here
 * yet, so nobody was last seen at it.
 */
export const up = `
alter table lesson_progress
  add column moved_in_at timestamptz,
  add column move_id text,
  alter column updated_at drop not null;
`

export const down = `
update lesson_progress set updated_at = moved_in_at where updated_at is null;
alter table lesson_progress
  drop column moved_in_at,
  drop column move_id,
  alter column updated_at set not null;
`
