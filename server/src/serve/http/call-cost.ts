import type { Contract } from 'contract'
import type { CallContext } from '../../context.ts'
import type { Limit } from './rate-limits.ts'

/**
 * The most expensive part of a call: hashing a password, a mail, rendering a page or image, drawing a document, calling
 * another machine, searching, an export; or none.
 */
export type Cost = 'hash' | 'mail' | 'render' | 'draw' | 'ask' | 'search' | 'export' | 'plain'

/** Subject of a limit: an address, an account from an address, an account, or the logged-in caller. */
export type Per = 'client' | 'account and client' | 'account' | 'caller'

export type CallLimit = Limit & {
  per: Per
  /** The call worked: this one does not count; with the account it forgets those before, too. */
  failuresOnly?: true
  /** An account that was signed in to from this client is counted apart from strangers. */
  knownApart?: true
  /** Counts only searches, not the whole list. */
  searchesOnly?: true
  /** The handler says when, by `countNow`, for only a part of what the call can do is limited. */
  byHandler?: true
}

/** Cost of one call. The turns of each kind of work bound the cost for the shop as a whole. */
export type CallCost = {
  cost: Cost
  limits: readonly CallLimit[]
  /** The account that the call is about, whatever its spelling. Known and unknown ones take one look at one table. */
  account?: (input: unknown, context: CallContext) => Promise<string> | string
  /** A sign-in that is not in line with those of students. */
  ofAdmins?: true
  /** Reads the account from the input, in any spelling; a name and its client are remembered once a login worked. */
  names?: (input: unknown) => readonly string[]
  /** It is a sign-in. */
  proves?: true
  /** The other bound of a write without a limit. */
  bounded?: string
}

export type CallName = { [F in keyof Contract]: `${F}.${keyof Contract[F] & string}` }[keyof Contract]

export const MINUTE = 60
export const QUARTER = 15 * MINUTE
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const limit = (
  name: string,
  per: Per,
  points: number,
  seconds: number,
  more: Partial<CallLimit> = {},
): CallLimit => ({
  name,
  per,
  points,
  seconds,
  ...more,
})

export const plain: CallCost = { cost: 'plain', limits: [] }
