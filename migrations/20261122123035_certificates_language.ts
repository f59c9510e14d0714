/** The student's language on the day of the certificate: like the name, it stays as printed. */
export const up = `
alter table certificates
  add column language text not null default 'en',
  add constraint certificates_language check (language in ('en', 'hi', 'mr'));
`

export const down = `
alter table certificates drop column language;
`
