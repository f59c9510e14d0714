import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { AdminRole } from '../contract/call.ts'
import type { Config } from './config.ts'
import type { Files } from './files/files.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Keyring } from './payments/keys.ts'
import type { Payments } from './payments/razorpay.ts'
import type { Queue } from './queue/queue.ts'
import type { Turn } from './turns.ts'

/** A pool, or a transaction: whoever takes a `Db` does not care which. */
export type Db = Knex

/** Everything the program stands on. Made once in main, handed down; nothing else is global. */
export type Context = {
  config: Config
  db: Knex
  payments: Payments
  /** Which gateway keys and webhook secrets are in force. */
  keyring: Keyring
  mailer: Mailer
  files: Files
  queue: Queue
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
  user?: { id: number; user_id: string; session_id: string }
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
  /** Where the hashing of this call stands among what waits; absent outside the API. */
  turn?: Turn
  /** Counts those limits of the call that are due only for a part of what it can do; 429. Absent outside the API. */
  countNow?(): Promise<void>
  /** The client as rate limits see it: an IPv4 address, or the /64 of an IPv6 one. */
  client: string
  /** The bytes of a `raw` call, as sent. */
  rawBody?: Buffer
  header(name: string): string | undefined
  setHeader(name: string, value: string): void
  /** The file of a `multipart` call, on disk until the answer is sent; move it to keep it. */
  upload?: { path: string; name: string; bytes: number }
}
