/**
 * Meta names a person by a phone number, or by ids of its own alone. `whatsapp_ids` lists each id that arrived beside a known student,
 * `whatsapp_strangers` the ids of those who stopped messages and fit no student.
 */
export const up = `
create table whatsapp_ids (
  whatsapp_id text not null,
  user_id bigint not null references users (id) on delete cascade,
  noted_at timestamptz not null,
  primary key (whatsapp_id, user_id)
);
create index whatsapp_ids_user on whatsapp_ids (user_id);
create table whatsapp_strangers (
  whatsapp_id text primary key,
  stops text not null constraint whatsapp_strangers_stops check (stops in ('all', 'marketing')),
  noted_at timestamptz not null
);
`

export const down = `
drop table whatsapp_strangers;
drop table whatsapp_ids;
`
