import { contract } from 'contract'
import { closedField, scopeOf } from 'contract/api-scopes'
import type { Context } from '../../context.ts'
import { plainError } from '../../errors.ts'
import type { Hooks } from '../../platform/features/hooks.ts'
import { answerOnce } from './answer-once.ts'
import { authenticateKey, keyIn } from './authenticate-key.ts'
import { holdsKey } from './key-form.ts'

type KeyHooks = Hooks<Context>

/** Lets a program with an API key make the calls that its scopes open. */
export const consoleCalled: KeyHooks['consoleCalled'] = async (ctx, { call, method, address, header, setHeader }) => {
  if (holdsKey(address))
    throw plainError('authentication_required', 'Send an API key in the Authorization header, never in an address')
  const key = keyIn(header('authorization'))
  if (key === undefined) return undefined
  const admin = await authenticateKey(ctx, key, setHeader)
  const needs = scopeOf(call)
  if (needs === undefined) throw plainError('scope_missing', 'No API key may make this call', { needs: null })
  if (needs !== 'any' && !admin.key.scopes.includes(needs))
    throw plainError('scope_missing', `This API key needs the scope ${needs}`, { needs })
  // Checks of what a write gives away hold for a key as for an editor.
  const rights = needs === 'courses:write' ? ({ role: 'editor', confirmed: false } as const) : undefined
  return {
    admin: { ...admin, ...rights, second_factor_due_at: null },
    around: async (input, work) => {
      const closed = closedField(call, input)
      if (closed) throw plainError('scope_missing', `No API key may send the field ${closed}`, { needs: null })
      const idempotencyKey = header('idempotency-key')
      if (method !== 'POST' || idempotencyKey === undefined) return work()
      const [path = ''] = address.split('?', 1)
      return answerOnce(ctx, { keyId: admin.key.key_id, path, idempotencyKey, input: withoutHeaders(input) }, work)
    },
  }
}

/** Headers differ between a request and its repeat. */
function withoutHeaders(input: unknown): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const { headers: _headers, ...rest } = input as Record<string, unknown>
  return rest
}

export const scopesListed: KeyHooks['scopesListed'] = async () =>
  Object.fromEntries(
    Object.entries(contract).flatMap(([group, calls]) =>
      Object.keys(calls).flatMap((name) => {
        const scope = scopeOf(`${group}.${name}`)
        return scope ? [[`${group}.${name}`, scope]] : []
      }),
    ),
  )
