/** Internal notes of admins about a student: no student reads them, and they are deleted with the account. */
export const up = `
create table student_notes (
  note_id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  admin_id bigint not null references admins (id),
  text text not null,
  created_at timestamptz not null
);
create index student_notes_user on student_notes (user_id, note_id desc);
create index student_notes_admin on student_notes (admin_id);
`

export const down = `
drop table student_notes;
`
