import { personScopes } from 'contract/api-scopes'
import { closedField } from 'contract/courses/sold-terms'
import type { CallContext, Context } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { routes } from '../http/route-table.ts'
import { answerOnce } from './answer-once.ts'
import type { KeyedAdmin } from './authenticate-key.ts'
import { withoutPersons } from './without-persons.ts'

type KeyedCall = {
  /** The call's place in the contract, e.g. `orders.adminList`. */
  call: string
  method: string
  address: string
  idempotencyKey: string | undefined
}

const scopes = new Map(routes.map(({ key, scope }) => [key, scope]))

/** Returns the scope that opens a call (`orders.adminList`); `any` for a call of every key, undefined for one that no scope opens. */
export const scopeOf = (call: string) => scopes.get(call)

/** Returns true for a call that one of these scopes opens. */
export function isOpenTo(call: string, scopes: readonly string[]): boolean {
  const needs = scopeOf(call)
  return needs === 'any' || (needs !== undefined && scopes.includes(needs))
}

/** Returns the holder of a key as the caller of this call; 403 `scope_missing` for a call that its scopes do not open. */
export function keyedCaller(
  ctx: Context,
  admin: KeyedAdmin,
  { call, method, address, idempotencyKey }: KeyedCall,
): {
  admin: KeyedAdmin & { second_factor_due_at: null }
  around: NonNullable<CallContext['around']>
} {
  const needs = scopeOf(call)
  if (needs === undefined) throw plainError('scope_missing', 'No API key may make this call', { needs: null })
  if (!isOpenTo(call, admin.key.scopes))
    throw plainError('scope_missing', `This API key needs the scope ${needs}`, { needs })
  // Checks of what a write gives away hold for a key as for an editor.
  const rights = needs === 'courses:write' ? ({ role: 'editor', confirmed: false } as const) : undefined
  const namesPersons = admin.key.scopes.some((scope) => personScopes.has(scope))
  return {
    admin: { ...admin, ...rights, second_factor_due_at: null },
    around: async (input, work) => {
      const closed = closedField(call, input)
      if (closed) throw plainError('scope_missing', `No API key may send the field ${closed}`, { needs: null })
      const answer = namesPersons ? work : async () => withoutPersons(call, await work())
      if (method !== 'POST' || idempotencyKey === undefined) return answer()
      const [path = ''] = address.split('?', 1)
      return answerOnce(ctx, { keyId: admin.key.key_id, path, idempotencyKey, input: withoutHeaders(input) }, answer)
    },
  }
}

/** Headers differ between a request and its repeat. */
function withoutHeaders(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const { headers: _headers, ...rest } = input as Record<string, unknown>
  return rest
}
