import type { Contract } from 'contract'
import type { CallContext } from '../../context.ts'
import type { Limit } from './rate-limits.ts'

/**
 * What the dearest part of a call is: hashing a password, a mail, rendering a page or picture, drawing a document, asking
 * another machine, searching, an export; or nothing of these.
 */
export type Cost = 'hash' | 'mail' | 'render' | 'draw' | 'ask' | 'search' | 'export' | 'plain'

/** Whom a limit counts: an address, an account from an address, an account, or who is signed in. */
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

/** What one call costs. What it costs the shop as a whole is bounded by the turns that each kind of work waits for. */
export type CallCost = {
  cost: Cost
  limits: readonly CallLimit[]
  /** The account that the call is about, whatever its spelling. Known and unknown ones take one look at one table. */
  account?: (input: unknown, context: CallContext) => Promise<string> | string
  /** A sign-in that is not in line with those of students. */
  ofAdmins?: true
  /** How the input names the account, whatever its spelling; a name and its client are remembered once a sign-in worked. */
  names?: (input: unknown) => readonly string[]
  /** It is a sign-in. */
  proves?: true
  /** Of a write without a limit: what bounds it instead. */
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
