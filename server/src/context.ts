import { implement } from '@orpc/server'
import { contract } from 'contract'
import type { AdminRole } from 'contract/define-call'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { appError } from './errors.ts'
import type { Read } from './platform/db/replica.ts'
import type { Files } from './platform/files/files.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import type { Keyring } from './platform/payments/keys.ts'
import type { Payments } from './platform/payments/razorpay.ts'
import type { Queue } from './platform/queue/queue.ts'
import type { Tracing } from './platform/tracing/tracing.ts'

/** A pool, or a transaction: whoever takes a `Db` does not care which. */
export type Db = Knex

/** Everything the program stands on. Made once in main, handed down; nothing else is global. */
export type Context = {
  config: Config
  db: Knex
  /** Where what only reads may read: the catalogue, public pages, reports and exports. Mostly the replica, where there is one. */
  read: Read
  payments: Payments
  /** Which gateway keys and webhook secrets are in force. */
  keyring: Keyring
  mailer: Mailer
  files: Files
  queue: Queue
  /** Follows a click through all of it, where the settings ask for that. */
  tracing: Tracing
  log: Logger
  /** The only clock. Tests move it. */
  now: () => Date
}

export type { AdminRole }

/** What a handler knows of the call it answers. */
export type CallContext = {
  ctx: Context
  /** The call that was asked for and whose rights were checked, by its place in the contract, e.g. `orders.buy`. */
  call: string
  /** Set on calls of users, after the session was looked up. */
  user?: {
    id: number
    user_id: string
    session_id: string
    /** `admins.id` of who sees the shop as this student, read only; null for the student. */
    viewed_by: number | null
  }
  /** Set on calls of admins, after the session was looked up. */
  admin?: {
    id: number
    admin_id: string
    email: string
    role: AdminRole
    /** The password is a one-time one. */
    must_change_password: boolean
    session_id: string
    /** A password, app or passkey was asked for in the last minutes. */
    confirmed: boolean
    /** For an owner without a second factor: from then on nothing but setting one up is answered. */
    second_factor_due_at: Date | null
  }
  /** Counts those limits of the call that are due only for a part of what it can do, one point unless given; 429. Absent outside the API. */
  countNow?(points?: number): Promise<void>
  /** The client as rate limits see it: an IPv4 address, or the /64 of an IPv6 one. */
  client: string
  /** The bytes of a `raw` call, as sent. */
  rawBody?: Buffer
  header(name: string): string | undefined
  setHeader(name: string, value: string): void
  /** The file of a `multipart` call, on disk until the answer is sent; move it to keep it. */
  upload?: { path: string; name: string; bytes: number }
}

/** Where every handler begins: `calls.orders.buy.handler(async ({ input, context }) => …)`. */
export const calls = implement(contract, {
  // What is mounted around the handlers sees the input as they do: parsed.
  initialInputValidationIndex: Number.NEGATIVE_INFINITY,
}).$context<CallContext>()

/** The student who makes the call. The contract's `access` has let only students through. */
export function requireUser(context: CallContext): NonNullable<CallContext['user']> {
  if (!context.user) throw appError('authentication_required', 'Authentication required')
  return context.user
}

/** The admin who makes the call. */
export function requireAdmin(context: CallContext): NonNullable<CallContext['admin']> {
  if (!context.admin) throw appError('authentication_required', 'Admin authentication required')
  return context.admin
}

/** An admin who asks for something that not everybody may do. */
export type Trusted = { role: AdminRole; confirmed: boolean }

/** 403 for whoever may not give away what the shop sells: that is for owners and finance, with a confirmation of the last minutes. */
export function requireTrusted(by: Trusted): void {
  if (by.role !== 'owner' && by.role !== 'finance') throw appError('forbidden', 'Only an owner or finance can do this')
  requireConfirmed(by)
}

/** 403 when the admin gave no confirmation in the last minutes. */
export function requireConfirmed({ confirmed }: { confirmed: boolean }): void {
  if (!confirmed) throw appError('confirmation_required', 'Please confirm that it is you')
}

/** The caller, who must be the user that the input names; 403 otherwise. */
export function requireSelf(context: CallContext, userId: string): NonNullable<CallContext['user']> {
  const user = requireUser(context)
  if (user.user_id !== userId) throw appError('forbidden', 'You can only do this for your own account')
  return user
}
