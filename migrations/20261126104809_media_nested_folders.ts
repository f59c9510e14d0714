/** A folder of the library holds folders: its path has room for their names. An index still holds it whole. */
export const up = `
alter table media
  drop constraint media_folder,
  add constraint media_folder check (length(folder) <= 500);
`

export const down = `
update media set folder = left(folder, 80) where length(folder) > 80;
alter table media
  drop constraint media_folder,
  add constraint media_folder check (length(folder) <= 80);
`
