/** Optional consents that a student gave and withdrew: each step with its time, and none ever changes. */
export const up = `
create table consents (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('news_email', 'news_message')),
  agreed boolean not null,
  changed_at timestamptz not null
);
create index consents_of_user on consents (user_id, purpose, id desc);
`

export const down = `
drop table consents;
`
