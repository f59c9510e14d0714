/**
 * The folder of a file in the library, by name; null is the library itself. A folder exists while it has a file. The
 * index also serves the pages of one folder, which continue after the previous page's last file.
 */
export const up = `
alter table media
  add column folder text not null default '',
  add constraint media_folder check (length(folder) <= 80);
create index media_in_folder on media (folder, created_at desc, media_id);
`

export const down = `
drop index media_in_folder;
alter table media drop column folder;
`
