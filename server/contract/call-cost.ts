import type { ErrorText } from './errors.ts'

/**
 * The most expensive part of a call: hashing a password, a mail, rendering a page or image, drawing a document, calling
 * another machine, searching, an export; or none.
 */
export type Cost = 'hash' | 'mail' | 'render' | 'draw' | 'ask' | 'search' | 'export' | 'plain'

/** Subject of a limit: an address, an account from an address, an account, or the logged-in caller. */
type Per = 'client' | 'account and client' | 'account' | 'caller'

/** The account that a call without a login is about; `serve/http/call-costs.ts` finds it, known or unknown, by one look at one table. */
export type CountedAccount =
  /** The student with the `email` or `phone` of the input: logs in, registers, or is sent a way in. */
  | 'login'
  | 'registration'
  | 'way in'
  /** The address `email`, which anybody may have typed. */
  | 'address'
  /** The address of a `challenge`, whose code logs in. */
  | 'code'
  /** The student `params.id`, and the buyer of a signed payment. */
  | 'student'
  | 'buyer'
  /** The admin of an `email`, who logs in or is sent a link, of the link's `token`, and of a `challenge_id`. */
  | 'admin login'
  | 'admin'
  | 'admin link'
  | 'admin challenge'

/** Allows `points` calls within `seconds`. One `name` is one limit, whichever calls share it. */
export type CallLimit<By extends Per = Per> = {
  name: string
  per: By
  points: number
  seconds: number
  /** Replaces the usual words of a 429. */
  says?: ErrorText
  /** A call that works does not count; with the account it forgets those before, too. */
  failuresOnly?: true
  /** An account with a proven address that was signed in to from this client is counted apart from strangers. */
  knownApart?: true
  /** An account with a proven address that was signed in to from this client is not counted. */
  strangersOnly?: true
  /** Counts only searches, not the whole list. */
  searchesOnly?: true
  /** The handler says when, by `countNow`, for only a part of what the call can do is limited. */
  byHandler?: true
}

export const MINUTE = 60
export const QUARTER = 15 * MINUTE
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const limit = <By extends Per>(
  name: string,
  per: By,
  points: number,
  seconds: number,
  more: Partial<CallLimit<By>> = {},
): CallLimit<By> => ({
  name,
  per,
  points,
  seconds,
  ...more,
})

/** A student's write without limits of its own. A learner makes a few an hour. */
export const studentWrites = limit('student_write', 'caller', 600, HOUR)
/** The same of an admin: more than a person makes, and enough for a program that brings a catalogue. */
export const adminWrites = limit('admin_write', 'caller', 3_000, HOUR)

export const searches = limit('search', 'caller', 300, MINUTE, { searchesOnly: true })
/** Many buyers may be behind one address, and each types for a while. */
export const publicSearches = limit('public_search', 'client', 600, MINUTE, { searchesOnly: true })
export const toFiles = limit('export', 'caller', 60, 10 * MINUTE)
export const drawings = limit('draw', 'caller', 60, 10 * MINUTE)
export const adminMails = limit('admin_mail', 'caller', 300, HOUR)
/** Free words to a colleague: few are needed to see how a letter looks. */
export const testEmails = limit('test_letter', 'caller', 10, HOUR)
export const adminHashes = limit('admin_hash', 'caller', 60, HOUR)
/** Counts the emails that strangers may have sent to one address, whichever call sends them. */
export const emailsToAddress = (more: Partial<CallLimit<'account'>> = {}) => limit('forgot', 'account', 3, HOUR, more)
