import { implement } from '@orpc/server'
import { contract } from '../contract/index.ts'
import type { CallContext } from './context.ts'
import { appError } from './errors.ts'

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

/** The caller, who must be the user that the input names; 403 otherwise. */
export function requireSelf(context: CallContext, userId: string): NonNullable<CallContext['user']> {
  const user = requireUser(context)
  if (user.user_id !== userId) throw appError('forbidden', 'You can only do this for your own account')
  return user
}
