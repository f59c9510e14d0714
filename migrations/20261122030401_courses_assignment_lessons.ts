/** A lesson may be only an assignment, which has no address of its own, like a quiz. */
export const up = `
alter table lessons
  drop constraint lessons_kind,
  add constraint lessons_kind check (kind in ('media', 'quiz', 'assignment'));
`

export const down = `
update lessons set kind = 'quiz' where kind = 'assignment';
alter table lessons
  drop constraint lessons_kind,
  add constraint lessons_kind check (kind in ('media', 'quiz'));
`
