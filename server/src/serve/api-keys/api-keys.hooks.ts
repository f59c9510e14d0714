import { plainError } from '../../errors.ts'
import { consoleCalled, scopesListed } from '../http/console-caller.ts'
import { routes } from '../http/route-table.ts'
import { authenticateKey, keyIn } from './authenticate-key.ts'
import { holdsKey } from './key-form.ts'
import { keyedCaller } from './keyed-caller.ts'

export const joins = () => [
  /** Lets a program with an API key make the calls that its scopes open. */
  consoleCalled.by(async (ctx, { call, method, address, header, setHeader }) => {
    if (holdsKey(address))
      throw plainError('authentication_required', 'Send an API key in the Authorization header, never in an address')
    const key = keyIn(header('authorization'))
    if (key === undefined) return undefined
    const admin = await authenticateKey(ctx, key, setHeader)
    return keyedCaller(ctx, admin, { call, method, address, idempotencyKey: header('idempotency-key') })
  }),
  scopesListed.by(async () => Object.fromEntries(routes.flatMap(({ key, scope }) => (scope ? [[key, scope]] : [])))),
]
