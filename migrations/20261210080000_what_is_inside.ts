/**
 * What a sales page says of the inside of a course: its language, what it asks of a buyer, who teaches it, and the topics by which
 * the catalogue is narrowed. A lesson has a length where its file does not tell it, and one lesson of a course may be watched by everybody.
 */
export const up = `
alter table courses
  add column language text,
  add column requirements text,
  add column teacher_name text,
  add column teacher_about text,
  add column topics jsonb not null default '[]',
  add column lessons_updated_at timestamptz;
update courses set lessons_updated_at = (select max(created_at) from lessons where lessons.course_id = courses.course_id);

alter table lessons
  add column seconds integer constraint lessons_seconds check (seconds between 1 and 86400),
  add column preview boolean not null default false;
create unique index lessons_preview on lessons (course_id) where preview;
`

export const down = `
drop index lessons_preview;
alter table lessons drop column preview, drop column seconds;
alter table courses
  drop column lessons_updated_at,
  drop column topics,
  drop column teacher_about,
  drop column teacher_name,
  drop column requirements,
  drop column language;
`
