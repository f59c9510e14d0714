/** Stores whether a student wants letters before something is due, and the token by which one press in such a letter ends them. */
export const up = `
alter table users add column reminders boolean not null default true,
  add column reminder_token text not null default replace(gen_random_uuid()::text, '-', '');
create unique index users_reminder_token on users (reminder_token);
`

export const down = `
alter table users drop column reminders, drop column reminder_token;
`
