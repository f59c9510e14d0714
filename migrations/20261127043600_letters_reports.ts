/** Notes which readers' servers refuse a letter by their own rules, and how many returned mails nobody could read. */
export const up = `
alter table letter_recipients add column blocked_at timestamptz;
alter table letter_settings
  add column unread_reports integer not null default 0,
  add column unread_since timestamptz,
  add column unread_last text;
`

export const down = `
alter table letter_settings drop column unread_reports, drop column unread_since, drop column unread_last;
alter table letter_recipients drop column blocked_at;
`
