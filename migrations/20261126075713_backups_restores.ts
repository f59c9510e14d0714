/** Restores of this shop: the moment of the backup, and how the numbers of documents continue, for the console. */
export const up = `
create table restores (
  id integer generated always as identity primary key,
  restored_at timestamptz not null,
  backup_at timestamptz not null,
  message text not null
);
`

export const down = `
drop table restores;
`
