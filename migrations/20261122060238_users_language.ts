/**
 * In which language a student is written to: that of the store they register or log in at, or that they choose. Their mails leave when
 * nobody is there to ask.
 */
export const up = `
alter table users
  add column language text not null default 'en',
  add constraint users_language check (language in ('en', 'hi', 'mr'));
`

export const down = `
alter table users drop column language;
`
