import { contract } from 'contract'
import { scopeOf } from 'contract/api-scopes'
import type { Context } from '../../context.ts'
import { plainError } from '../../errors.ts'
import type { Hooks } from '../../platform/features/hooks.ts'
import { authenticateKey, keyIn } from './authenticate-key.ts'
import { holdsKey } from './key-form.ts'
import { keyedCaller } from './keyed-caller.ts'

type KeyHooks = Hooks<Context>

/** Lets a program with an API key make the calls that its scopes open. */
export const consoleCalled: KeyHooks['consoleCalled'] = async (ctx, { call, method, address, header, setHeader }) => {
  if (holdsKey(address))
    throw plainError('authentication_required', 'Send an API key in the Authorization header, never in an address')
  const key = keyIn(header('authorization'))
  if (key === undefined) return undefined
  const admin = await authenticateKey(ctx, key, setHeader)
  return keyedCaller(ctx, admin, { call, method, address, idempotencyKey: header('idempotency-key') })
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
