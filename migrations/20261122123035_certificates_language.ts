/** The language of its student on the day a certificate was taken: like the name on it, it stays as printed. */
export const up = `
alter table certificates
  add column language text not null default 'en',
  add constraint certificates_language check (language in ('en', 'hi', 'mr'));
`

export const down = `
alter table certificates drop column language;
`
