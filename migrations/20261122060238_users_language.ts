/**
 * The language of emails to a student: that of the store at registration or login, or the chosen one. Emails are sent
 * when nobody is there to ask.
 */
export const up = `
alter table users
  add column language text not null default 'en',
  add constraint users_language check (language in ('en', 'hi', 'mr'));
`

export const down = `
alter table users drop column language;
`
