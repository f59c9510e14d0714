import contract from 'virtual:contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { session } from '../stores/session.ts'
import type { CallContext } from './client.ts'
import { accessOf, decodeError, noToken } from './decode-error.ts'

/** How calls travel: methods and paths of the contract, the session's token, our own form of errors. */
export const link = new OpenAPILink<CallContext>(contract, {
  url: () => new URL('/api', window.location.origin),
  headers: (_options, path) => {
    const authorization = session.authorization()
    if (!authorization && accessOf(contract, path) === 'user') throw noToken('No authentication token found')
    return authorization ? { authorization } : {}
  },
  fetch: async (request, init, { context }) => {
    const response = await fetch(request, { ...init, keepalive: context.keepalive === true })
    const total = response.headers.get('x-total-count')
    if (total !== null) context.total = Number(total)
    return response
  },
  customErrorResponseBodyDecoder: decodeError,
})
