/** An account that a visitor made for an address is nobody's until its link was opened. */
export const up = `
alter table users add column made_by_visitor boolean not null default false;
update users set made_by_visitor = true where password_hash is null and email_proven_at is null and deleted_at is null
  and exists (select from enrolments e where e.user_id = users.id and e.free);
`

export const down = `
alter table users drop column made_by_visitor;
`
