/**
 * The last beat of each student of a course, in their order: the list of who is stuck reads its first ones, where it grouped all progress
 * of the course. Each row of progress stores it in its own transaction.
 */
export const up = `
create table last_beats as
  select user_id, course_id, max(updated_at) as beat_at from lesson_progress where updated_at is not null group by user_id, course_id;
alter table last_beats
  alter column beat_at set not null,
  add primary key (user_id, course_id),
  add foreign key (user_id) references users (id) on delete cascade,
  add foreign key (course_id) references courses (course_id) on delete cascade;
create index last_beats_of_course on last_beats (course_id, beat_at, user_id);

create function note_last_beat() returns trigger
    language plpgsql
    as $$
begin
  if new.updated_at is not null and (old.updated_at is null or old.updated_at <= new.updated_at) then
    insert into last_beats as kept (user_id, course_id, beat_at) values (new.user_id, new.course_id, new.updated_at)
      on conflict (user_id, course_id) do update set beat_at = excluded.beat_at where kept.beat_at < excluded.beat_at;
  elsif old.updated_at is not null then
    delete from last_beats where user_id = old.user_id and course_id = old.course_id;
    insert into last_beats (user_id, course_id, beat_at)
      select user_id, course_id, max(updated_at) from lesson_progress
      where user_id = old.user_id and course_id = old.course_id and updated_at is not null group by user_id, course_id;
  end if;
  return null;
end
$$;
create trigger lesson_progress_beat after insert or delete or update of updated_at on lesson_progress
  for each row execute function note_last_beat();
`

export const down = `
drop trigger lesson_progress_beat on lesson_progress;
drop function note_last_beat();
drop table last_beats;
`
