import type { ActivityKind } from '../../contract/activity.ts'
import type { Change } from '../activity.ts'
import type { CallContext } from '../context.ts'
import { appError } from '../errors.ts'
import type { Route } from './route-table.ts'

/** What an admin with a one-time password may do before choosing one of his own. */
const BEFORE_OWN_PASSWORD = new Set(['admins.me', 'admins.changePassword', 'auth.adminLogout'])

/** 403 when the contract does not name the admin's role for this call, or when a one-time password must be replaced first. */
export function requireRole(admin: NonNullable<CallContext['admin']>, route: Route): void {
  if (!route.roles.includes(admin.role)) throw appError('forbidden', 'Your role does not allow this')
  if (admin.must_change_password && !BEFORE_OWN_PASSWORD.has(route.key)) {
    throw appError('password_change_required', 'Please choose a password of your own first')
  }
}

/** Whether a call of an admin leaves an entry in the activity: all do but those that read, and logging out. */
export function writesAsAdmin(method: string | undefined, call: string): boolean {
  return method !== 'GET' && call !== 'auth.adminLogout'
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
}

/** The entry of a call that noted none by itself: what it was, and about what. */
export function plainChange(call: string, input: unknown): Change {
  const params = (input as { params?: Record<string, unknown> } | undefined)?.params ?? {}
  const [id] = Object.values(params)
  return { kind: kinds[call.split('.', 1)[0] ?? ''] ?? 'other', id: typeof id === 'string' ? id : null }
}
