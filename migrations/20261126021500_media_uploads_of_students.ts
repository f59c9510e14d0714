/**
 * Uploads of students: assignment files are resumable too. Each upload has one sender; it has none once the student is
 * erased, and is then swept.
 */
export const up = `
alter table media_uploads alter column admin_id drop not null;
alter table media_uploads add column user_id bigint references users (id);
alter table media_uploads add constraint media_uploads_sender check (num_nonnulls(admin_id, user_id) <= 1);
create index media_uploads_user on media_uploads (user_id) where user_id is not null;
`

export const down = `
delete from media_uploads where admin_id is null;
alter table media_uploads drop column user_id;
alter table media_uploads alter column admin_id set not null;
`
