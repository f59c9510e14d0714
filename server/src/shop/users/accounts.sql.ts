import { IS_HOLDERS } from './proven-address.ts'

/**
 * The accounts, deleted ones too, for a statement of another feature that has to stay one: `join ${ACCOUNTS} u on u.id = o.user_id`.
 * The planner sees through it, to the table and its indexes.
 */
export const ACCOUNTS = `(
  select id, user_id, name, email, phone, phone_key, referred_by, email_proven_at, language, created_at, deleted_at,
    ${IS_HOLDERS} as is_holders
  from users
)`

/** The student `:userId`, kept from being deleted until the transaction ends; no row once the account is gone. */
export const LIVING_BUYER =
  'select id, name, email, phone from users where id = :userId and deleted_at is null for share'

/** The student `:userId` whose password is still `:passwordHash`, kept from changing it until the transaction ends. */
export const PROVEN_STUDENT = `select id from users
  where id = :userId and deleted_at is null and password_hash is not distinct from :passwordHash
  for share`

/** For `where`: the student `:id` has proven the email. What others wrote under that address is nobody's who has not. */
export const HAS_PROVEN_EMAIL = 'exists (select from users where id = :id and email_proven_at is not null)'

/** The accounts of one buyer: the student `:userId` and whoever has the same mailbox, with or without dots and `+tag`. */
export const SAME_BUYER = `select other.id from users u
  join users other on other.id = u.id or (mailbox(other.email) = mailbox(u.email) and other.deleted_at is null)
  where u.id = :userId`

export type Buyer = { name: string; email: string; phone: string }
