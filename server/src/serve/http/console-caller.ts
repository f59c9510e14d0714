import type { AdminRole } from 'contract/define-call'
import type { Context } from '../../context.ts'
import { hook } from '../../platform/features/hooks.ts'

/** A call of the console, as it arrives. */
type ArrivingCall = {
  /** The call's place in the contract, e.g. `orders.adminList`. */
  call: string
  method: string
  /** Path and query, as sent. */
  address: string
  header: (name: string) => string | undefined
  setHeader: (name: string, value: string) => void
}

/** A caller with a key in place of a session: an admin with rights of its own. */
type OtherCaller = {
  admin: {
    id: number
    admin_id: string
    email: string
    role: AdminRole
    must_change_password: boolean
    session_id: string
    confirmed: boolean
    second_factor_due_at: null
    key: { key_id: string; name: string; scopes: readonly string[] }
  }
  /** Runs the call, or answers it without; `input` is not validated. */
  around: (input: unknown, work: () => Promise<unknown>) => Promise<unknown>
}

/** Returns who makes a call of the console with a key; undefined for the session of an admin. An error refuses the call. */
export const consoleCalled = hook<(ctx: Context, call: ArrivingCall) => Promise<OtherCaller | undefined>>()

/** Returns the scope of each call that a key may make, by its place in the contract. */
export const scopesListed = hook<(ctx: unknown) => Promise<Readonly<Record<string, string>>>>()
