import type { AdminRole } from './define-call.ts'

/** The roles besides the owner that see the money of the shop: its revenue, what a source, course or membership brought, and its payouts. */
export const MONEY_ROLES = ['finance'] as const satisfies readonly Exclude<AdminRole, 'owner'>[]

/** True for a role that sees the money of the shop. */
export const seesMoney = (role: AdminRole | undefined): boolean =>
  role === 'owner' || MONEY_ROLES.some((one) => one === role)
