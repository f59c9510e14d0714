/** The language of the store in which a message was written, if known: ticket number and answer use it. */
export const up = `
alter table tickets
  add column language text,
  add constraint tickets_language check (language in ('en', 'hi', 'mr'));
`

export const down = `
alter table tickets drop column language;
`
