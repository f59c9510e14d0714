import { implement } from '@orpc/server'
import { contract } from 'contract'
import type { AdminRole } from 'contract/define-call'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { appError, plainError } from './errors.ts'
import type { Read } from './platform/db/replica.ts'
import type { Files } from './platform/files/files.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import type { Keyring } from './platform/payments/keys.ts'
import type { Payments } from './platform/payments/razorpay.ts'
import type { Queue } from './platform/queue/queue.ts'
import type { Tracing } from './platform/tracing/tracing.ts'

/** A pool or a transaction; functions with a `Db` accept both. */
export type Db = Knex

/** All services of the program. Created once in main and passed down; nothing else is global. */
export type Context = {
  config: Config
  db: Knex
  /** Reads of the catalogue, public pages, reports and exports. Mostly from the replica, if there is one. */
  read: Read
  payments: Payments
  /** The gateway keys and webhook secrets in force. */
  keyring: Keyring
  mailer: Mailer
  files: Files
  queue: Queue
  /** Traces a request through all services, if turned on. */
  tracing: Tracing
  log: Logger
  /** The only clock. Tests move it. */
  now: () => Date
}

export type { AdminRole }

/** The context of a call for its handler. */
export type CallContext = {
  ctx: Context
  /** The requested call, whose permissions were checked, by its place in the contract, e.g. `orders.buy`. */
  call: string
  /** Set on calls of users, from their session. */
  user?: {
    id: number
    user_id: string
    session_id: string
    /** `admins.id` of an admin in a read-only view of this student; null for the student. */
    viewed_by: number | null
  }
  /** Set on calls of admins, from their session. */
  admin?: {
    id: number
    admin_id: string
    email: string
    role: AdminRole
    /** The password is a one-time one. */
    must_change_password: boolean
    session_id: string
    /** A password, app or passkey confirmed the admin within the last minutes. */
    confirmed: boolean
    /** For an owner without a second factor: after this time only its set-up works. */
    second_factor_due_at: Date | null
    /** Set for a program with an API key, which acts as the owner who made it. */
    key?: { key_id: string; name: string; scopes: readonly string[] }
  }
  /** Runs the call of an API key. */
  around?(input: unknown, work: () => Promise<unknown>): Promise<unknown>
  /** Counts the conditional limits of the call, one point by default; 429. Absent outside the API. */
  countNow?(points?: number): Promise<void>
  /** The client for rate limits: an IPv4 address, or the /64 of an IPv6 one. */
  client: string
  /** The bytes of a `raw` call, as sent. */
  rawBody?: Buffer
  header(name: string): string | undefined
  setHeader(name: string, value: string): void
  /** A table is requested as a workbook: its address ends in `.xlsx`. */
  workbook?: true
  /** The file of a `multipart` call, on disk until the response is sent; move it to retain it. */
  upload?: { path: string; name: string; bytes: number }
}

/** Starts a handler: `calls.orders.buy.handler(async ({ input, context }) => …)`. */
export const calls = implement(contract, {
  // Middleware sees the parsed input, like handlers.
  initialInputValidationIndex: Number.NEGATIVE_INFINITY,
}).$context<CallContext>()

/** Returns the calling student. The contract's `access` admits only students. */
export function requireUser(context: CallContext): NonNullable<CallContext['user']> {
  if (!context.user) throw appError('authentication_required', 'Authentication required')
  return context.user
}

/** Returns the calling admin. */
export function requireAdmin(context: CallContext): NonNullable<CallContext['admin']> {
  if (!context.admin) throw plainError('authentication_required', 'Admin authentication required')
  return context.admin
}

/** An admin who calls a restricted function. */
export type Trusted = { role: AdminRole; confirmed: boolean }

/** Returns true for an admin who may give away paid content and has confirmed it. */
export const isTrusted = ({ role, confirmed }: Trusted): boolean =>
  (role === 'owner' || role === 'finance') && confirmed

/** Throws 403 unless the admin may give away paid content: owners and finance, with a recent confirmation. */
export function requireTrusted(by: Trusted): void {
  if (by.role !== 'owner' && by.role !== 'finance')
    throw plainError('forbidden', 'Only an owner or finance can do this')
  requireConfirmed(by)
}

/** Throws 403 without a recent confirmation. */
export function requireConfirmed({ confirmed }: { confirmed: boolean }): void {
  if (!confirmed) throw plainError('confirmation_required', 'Please confirm that it is you')
}

/** Returns the caller, who must be the user in the input; 403 otherwise. */
export function requireSelf(context: CallContext, userId: string): NonNullable<CallContext['user']> {
  const user = requireUser(context)
  if (user.user_id !== userId) throw appError('forbidden', 'You can only do this for your own account')
  return user
}
