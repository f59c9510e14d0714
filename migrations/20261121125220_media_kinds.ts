/** The library accepts every kind of file in `contract/media-kinds.ts`. */
export const up = `
alter table media
  drop constraint media_kind,
  add constraint media_kind check
    (kind in ('image', 'video', 'audio', 'pdf', 'archive', 'office', 'design', 'text', 'subtitles'));
alter table media_uploads
  drop constraint media_uploads_kind,
  add constraint media_uploads_kind check
    (kind in ('image', 'video', 'audio', 'pdf', 'archive', 'office', 'design', 'text', 'subtitles'));
`

export const down = `
alter table media_uploads
  drop constraint media_uploads_kind,
  add constraint media_uploads_kind check (kind in ('image', 'video'));
alter table media
  drop constraint media_kind,
  add constraint media_kind check (kind in ('image', 'video'));
`
