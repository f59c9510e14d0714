/** Stores who pressed the next step of a course, and when first. */
export const up = `
create table next_step_presses (
  user_id bigint not null references users on delete cascade,
  course_id text not null references courses on delete cascade,
  pressed_at timestamptz not null,
  primary key (user_id, course_id)
);
create index next_step_presses_course on next_step_presses (course_id);
`

export const down = `
drop table next_step_presses;
`
