import type { AnySchema } from '@orpc/contract'
import type { ActivityKind } from 'contract/activity'
import type { CallMeta } from 'contract/define-call'
import { type CallContext, requireConfirmed, requireTrusted } from '../../context.ts'
import { plainError } from '../../errors.ts'
import type { Change } from '../../shop/activity/note-change.ts'
import type { Route } from './route-table.ts'

/** Calls open to an admin before a one-time password is replaced. */
const BEFORE_OWN_PASSWORD = new Set(['admins.me', 'admins.changePassword', 'auth.adminLogout'])

/** Calls open to an owner without a second factor after its deadline. */
const BEFORE_SECOND_FACTOR = /^(admins\.(me|changePassword|sessions)|auth\.adminLogout|secondFactor\..*)$/

type Admin = NonNullable<CallContext['admin']>

/**
 * Rejects with 403 when the contract does not name the admin's role for this call, when a one-time password must be
 * replaced or a second factor be set up first, or when the call needs a newer confirmation.
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
 * Rejects alike for a call that needs a confirmation for some inputs only, which are then of owners and finance alone.
 * Validation follows, and refuses malformed input.
 */
export async function requireTrustFor(admin: Admin, { meta, inputSchema }: Entry, input: unknown): Promise<void> {
  const { confirm } = meta
  if (typeof confirm !== 'function') return
  const read = await inputSchema?.['~standard'].validate(input)
  if (!read || read.issues || !confirm(read.value)) return
  requireTrusted(admin)
}

type Entry = { meta: Partial<CallMeta>; route: { method?: string | undefined }; inputSchema?: AnySchema | undefined }

/** Returns true if an admin's call leaves an activity entry: every export, and every write that does not say otherwise. */
export const writesAsAdmin = ({ meta, route }: Entry, call: string): boolean =>
  call.startsWith('exports.') || (route.method !== 'GET' && meta.noted !== false)

const kinds: Record<string, ActivityKind> = {
  courses: 'course',
  learning: 'lessons',
  promocodes: 'promocode',
  offers: 'offer',
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
  // The input shows which rows were exported.
  if (kind === 'export') return { kind, after: input as Record<string, unknown> | undefined }
  const params = (input as { params?: Record<string, unknown> } | undefined)?.params ?? {}
  const [id] = Object.values(params)
  return { kind, id: typeof id === 'string' ? id : null }
}
