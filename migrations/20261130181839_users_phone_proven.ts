/**
 * Anybody may type any phone: it belongs to an account that paid with it or proved it, and stops no other. `phone_key` stays the number by which
 * an account logs in. The index finds all accounts of one number, for messages that were stopped.
 */
export const up = `
alter table users add column phone_proven boolean not null default false;
update users set phone_proven = true where phone_key is not null and (
  (password_hash is null and not made_by_visitor)
  or exists (select from orders o where o.user_id = users.id and o.payment_id is not null));
create index users_phone_end on users (right(phone, 10)) where deleted_at is null;
`

export const down = `
drop index users_phone_end;
alter table users drop column phone_proven;
`
