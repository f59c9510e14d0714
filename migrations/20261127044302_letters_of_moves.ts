/**
 * Sends the letter of a move through the outbox of all letters: it is a letter with `move_id`. Letters of the engine before are copied with
 * what became of each person; its own rows count as stopped, so that no version sends from both. The way back copies what was sent.
 */
export const up = `
alter table letters add column move_id text references moves (move_id) on delete cascade;
create unique index letters_move on letters (move_id) where move_id is not null;

lock table move_letters in share row exclusive mode;
insert into letters (letter_id, move_id, name, subject, blocks, segment, channel, status, begun_at, stopped, touched_at, watched_from,
  made_by, made_at, changed_at)
select 'ltr_' || left(md5(l.move_id), 12), l.move_id, m.file_name, l.subject, jsonb_build_array(jsonb_build_object('text', l.body)),
  '{"all": []}', 'email', case when l.stopped_at is null then 'sending' else 'stopped' end, m.made_at,
  case when l.stopped_at is not null then 'owner' end, now(), now(), m.made_by, m.made_at, now()
from move_letters l join moves m using (move_id);
insert into letter_recipients (letter_id, user_id, channel, receiver, state, reason, due_at, tries, handing_at, address, sent_at)
select 'ltr_' || left(md5(p.move_id), 12), p.user_id, 'email', case
    when split_part(u.email, '@', 2) in ('gmail.com', 'googlemail.com') then 'gmail.com'
    when split_part(u.email, '@', 2) ~ '^(yahoo|ymail|rocketmail|aol)[.]' then 'yahoo.com'
    when split_part(u.email, '@', 2) ~ '^(outlook|hotmail|live|msn)[.]' then 'outlook.com'
    else 'other' end,
  case when p.sent_at is not null then 'handed_over' when p.refused_at is not null then 'refused'
    when p.taken_at is not null then 'unknown' else 'waiting' end,
  case when p.refused_at is not null then 'bad_address' end, now(), p.tries, p.taken_at, u.email, p.sent_at
from move_letter_people p join users u on u.id = p.user_id;
update move_letters set stopped_at = now() where stopped_at is null;
`

export const down = `
insert into move_letters (move_id, subject, body, per_hour, next_at, stopped_at)
select move_id, subject, blocks->0->>'text', 300, now(), now() from letters where move_id is not null
on conflict (move_id) do update set subject = excluded.subject, body = excluded.body, stopped_at = excluded.stopped_at;
insert into move_letter_people (move_id, user_id, tries, taken_at, sent_at, refused_at)
select l.move_id, r.user_id, r.tries, case when r.state in ('handed_over', 'unknown') then coalesce(r.handing_at, now()) end, r.sent_at,
  case when r.state in ('refused', 'skipped') then now() end
from letter_recipients r join letters l using (letter_id) where l.move_id is not null
on conflict (move_id, user_id) do update set taken_at = excluded.taken_at, sent_at = excluded.sent_at, refused_at = excluded.refused_at;
delete from letters where move_id is not null;
alter table letters drop column move_id;
`
