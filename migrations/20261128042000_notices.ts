/**
 * Stores the versions of the privacy notice that somebody agreed under or that the owner published, and with each consent its version and
 * how it was made. A version without texts is the one that the shop prepares from `uses`; a consent from before has no version.
 */
export const up = `
create table notices (
  version integer primary key,
  uses text[] not null,
  texts jsonb,
  published_at timestamptz not null
);
alter table consents
  add column notice_version integer references notices (version),
  add column how text;
create index consents_notice_version on consents (notice_version);
`

export const down = `
alter table consents drop column how, drop column notice_version;
drop table notices;
`
