import type { AnySchema } from '@orpc/contract'
import type { ActivityKind } from 'contract/activity'
import type { CallMeta } from 'contract/define-call'
import { type CallContext, requireConfirmed, requireTrusted } from '../../context.ts'
import { plainError } from '../../errors.ts'
import type { Change } from '../../shop/activity/note-change.ts'
import type { Route } from './route-table.ts'

/** What an admin with a one-time password may do before choosing one of his own. */
const BEFORE_OWN_PASSWORD = new Set(['admins.me', 'admins.changePassword', 'auth.adminLogout'])

/** What an owner without a second factor may do once the days for it are over. */
const BEFORE_SECOND_FACTOR = /^(admins\.(me|changePassword|sessions)|auth\.adminLogout|secondFactor\..*)$/

type Admin = NonNullable<CallContext['admin']>

/**
 * 403 when the contract does not name the admin's role for this call, when a one-time password must be replaced or a second
 * factor be set up first, or when the call asks for a confirmation that was not given in the last minutes.
 */
export function requireRole(admin: Admin, route: Route, now: Date): void {
  if (!route.roles.includes(admin.role)) throw plainError('forbidden', 'Your role does not allow this')
  if (admin.must_change_password && !BEFORE_OWN_PASSWORD.has(route.key)) {
    throw plainError('password_change_required', 'Please choose a password of your own first')
  }
  const due = admin.second_factor_due_at
  if (due && due <= now && !BEFORE_SECOND_FACTOR.test(route.key)) {
    throw plainError('second_factor_setup_required', 'Please set up a passkey or an authenticator app first')
  }
  if (route.confirm === 'caller') requireConfirmed(admin)
}

/**
 * The same for a call that asks only with some inputs, which are then of owners and finance alone. What the schema refuses is left to the
 * validation that follows.
 */
export async function requireTrustFor(admin: Admin, { meta, inputSchema }: Entry, input: unknown): Promise<void> {
  const { confirm } = meta
  if (typeof confirm !== 'function') return
  const read = await inputSchema?.['~standard'].validate(input)
  if (!read || read.issues || !confirm(read.value)) return
  requireTrusted(admin)
}

type Entry = { meta: Partial<CallMeta>; inputSchema?: AnySchema | undefined }

const UNNOTED = new Set([
  'auth.adminLogout',
  'secondFactor.beginConfirm',
  'secondFactor.confirm',
  'enrolments.plan',
  'courses.planImport',
])

/**
 * Whether a call of an admin leaves an entry in the activity: all do that write or take tables away, but for logging out, confirming and
 * looking at what would be done.
 */
export function writesAsAdmin(method: string | undefined, call: string): boolean {
  return call.startsWith('exports.') || (method !== 'GET' && !UNNOTED.has(call))
}

const kinds: Record<string, ActivityKind> = {
  courses: 'course',
  learning: 'lessons',
  promocodes: 'promocode',
  media: 'media',
  users: 'user',
  orders: 'order',
  gateway: 'gateway',
  settings: 'settings',
  admins: 'admin',
  secondFactor: 'admin',
  exports: 'export',
}

/** The entry of a call that noted none by itself: what it was, and about what. */
export function plainChange(call: string, input: unknown): Change {
  const kind = kinds[call.split('.', 1)[0] ?? ''] ?? 'other'
  // What was asked for says which rows went out.
  if (kind === 'export') return { kind, after: input as Record<string, unknown> | undefined }
  const params = (input as { params?: Record<string, unknown> } | undefined)?.params ?? {}
  const [id] = Object.values(params)
  return { kind, id: typeof id === 'string' ? id : null }
}
