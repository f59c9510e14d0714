/**
 * The folder that a file of the library lies in, by its name; none is the library itself. A folder is there while a file is in it. The
 * index also serves the pages of one folder, which go on behind the last file of the one before.
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
