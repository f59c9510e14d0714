/** Marks for which deadline a student got the letter about an assignment; another deadline is another letter. */
export const up = `
create table work_reminders (
  user_id bigint not null references users (id) on delete cascade,
  lesson_id text not null references lessons (lesson_id) on delete cascade,
  due_at timestamptz not null,
  told_at timestamptz not null,
  primary key (user_id, lesson_id, due_at)
);
create index work_reminders_lesson on work_reminders (lesson_id);
`

export const down = `
drop table work_reminders;
`
