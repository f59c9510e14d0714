import type { Knex } from 'knex'

/**
 * How a mail may greet the holder of a row of `users`: by the name once the address is proven, else not at all. Whoever
 * registers with the address of a stranger chooses the name, and it could be a message with a link.
 */
export const GREETED_NAME = 'case when users.email_proven_at is not null then users.name end as name'

/** For an update of `users` that changes the address: what was mailed to the old one logs in no more. A used one stays, to be changed. */
export const withoutMailedPassword = (db: Knex) => ({
  temporary_password_hash: db.raw('case when temporary_password_expires_at is null then temporary_password_hash end'),
  temporary_password_expires_at: null,
})

/** Whether whoever gets into an account has the mailbox: the address is proven, or there never was a password but those that were mailed. */
export const IS_HOLDERS = '(users.email_proven_at is not null or users.password_hash is null)'
