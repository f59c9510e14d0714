import { emailKey } from 'contract/typed-keys'
import type { Knex } from 'knex'

/**
 * Selects the name for an email's greeting, once the address is proven: a stranger could
 * register the address with a link as name.
 */
export const GREETED_NAME = 'case when users.email_proven_at is not null then users.name end as name'

/** Ends logins by the mailed password in an update of the address. One that logged in stays for `change_password`. */
export const withoutMailedPassword = (db: Knex) => ({
  temporary_password_hash: db.raw(
    'case when temporary_password_expires_at is null or must_change_password then temporary_password_hash end',
  ),
  temporary_password_expires_at: null,
})

/** Checks that the account belongs to the owner of the mailbox: the address is proven, or an admin entered it and every password was mailed. */
export const IS_HOLDERS =
  '(users.email_proven_at is not null or (users.password_hash is null and not users.made_by_visitor))'

/** Returns true if an account has proven this address. */
export const isProven = async (db: Knex, email: string): Promise<boolean> =>
  (await db('users')
    .where({ email: emailKey(email), deleted_at: null })
    .whereNotNull('email_proven_at')
    .first('id')) !== undefined
