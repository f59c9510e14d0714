/**
 * The section of a lesson, and its path in the imported folder: with it the same folder finds its lessons again.
 * Lessons typed by hand have no source.
 */
export const up = `
alter table lessons
  add column section text,
  add column source text,
  add constraint lessons_section check (length(section) between 1 and 120),
  add constraint lessons_source check (length(source) between 1 and 1000);
`

export const down = `
alter table lessons drop column source, drop column section;
`
