import { IS_HOLDERS } from './proven-address.ts'

/**
 * Lists accounts, deleted ones included; other features join it: `join ${ACCOUNTS} u on u.id = o.user_id`. The planner
 * sees through it to the table's indexes.
 */
export const ACCOUNTS = `(
  select id, user_id, name, email, phone, referred_by, email_proven_at, email_refused_at, language, created_at, joined_at, deleted_at, last_seen_at, reminders, reminder_token,
    ${IS_HOLDERS} as is_holders
  from users
)`

/** Locks the student `:userId` against deletion until the transaction ends; no row for a deleted account. */
export const LIVING_BUYER =
  'select id, name, email, phone from users where id = :userId and deleted_at is null for share'

/** Locks the student `:userId` while the password is still `:passwordHash`. */
export const PROVEN_STUDENT = `select id from users
  where id = :userId and deleted_at is null and password_hash is not distinct from :passwordHash
  for share`

/** For `where`: student `:id` has proven the email. Rows written under an unproven address belong to nobody. */
export const HAS_PROVEN_EMAIL = 'exists (select from users where id = :id and email_proven_at is not null)'

/**
 * Lists the accounts of one buyer: student `:userId` and accounts of the same mailbox, with or without dots and `+tag`.
 */
export const SAME_BUYER = `select other.id from users u
  join users other on other.id = u.id or (mailbox(other.email) = mailbox(u.email) and other.deleted_at is null)
  where u.id = :userId`

export type Buyer = { name: string; email: string; phone: string }
