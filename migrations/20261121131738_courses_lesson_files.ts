/**
 * Files beside a lesson's video, in order, and its captions: jsonb arrays in the format of the wire, `{name, url}` and
 * `{language, url}`. References to the library are found in all of them.
 */
export const up = `
alter table lessons
  add column files jsonb not null default '[]',
  add column captions jsonb not null default '[]';
drop index lessons_media;
create index lessons_media on lessons using gin (
  media_ids(watch_link || ' ' || coalesce(download_link, '') || ' ' || files::text || ' ' || captions::text)
);
`

export const down = `
drop index lessons_media;
alter table lessons drop column captions, drop column files;
create index lessons_media on lessons using gin (media_ids(((watch_link || ' ') || coalesce(download_link, ''))));
`
