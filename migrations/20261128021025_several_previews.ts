/** Lets a course have several free previews. */
export const up = `
drop index lessons_preview;
`

export const down = `
update lessons set preview = false where preview and exists (
  select from lessons earlier where earlier.course_id = lessons.course_id and earlier.preview
    and (earlier.position, earlier.lesson_id) < (lessons.position, lessons.lesson_id));
create unique index lessons_preview on lessons using btree (course_id) where preview;
`
