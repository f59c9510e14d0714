/** The kind of a lesson: content to watch or read, or a quiz, which has no address of its own. */
export const up = `
alter table lessons
  add column kind text not null default 'media',
  add constraint lessons_kind check (kind in ('media', 'quiz')),
  add constraint lessons_quiz_is_no_preview check (kind = 'media' or not preview);
`

export const down = `
alter table lessons drop column kind;
`
