/** The language of the store that a message was written in, where it said one: the number and the answer go out in it. */
export const up = `
alter table tickets
  add column language text,
  add constraint tickets_language check (language in ('en', 'hi', 'mr'));
`

export const down = `
alter table tickets drop column language;
`
