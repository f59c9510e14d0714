/** A lesson may be live; its recording follows later or never. */
export const up = `
alter table lessons
  drop constraint lessons_kind,
  add constraint lessons_kind check (kind in ('media', 'quiz', 'assignment', 'live'));
`

export const down = `
update lessons set kind = 'assignment' where kind = 'live';
alter table lessons
  drop constraint lessons_kind,
  add constraint lessons_kind check (kind in ('media', 'quiz', 'assignment'));
`
