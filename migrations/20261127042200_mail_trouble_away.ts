/** Lets `mail_trouble` store that the mail server could not be reached for some minutes. */
export const up = `
alter table mail_trouble drop constraint mail_trouble_kind;
alter table mail_trouble add constraint mail_trouble_kind
  check (kind in ('login', 'connection', 'sender', 'recipients', 'away'));
`

export const down = `
delete from mail_trouble where kind = 'away';
alter table mail_trouble drop constraint mail_trouble_kind;
alter table mail_trouble add constraint mail_trouble_kind
  check (kind in ('login', 'connection', 'sender', 'recipients'));
`
