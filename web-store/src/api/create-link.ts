import type { ClientOptions } from '@orpc/client'
import type { AnyContractRouter } from '@orpc/contract'
import { OpenAPILink, type OpenAPILinkOptions } from '@orpc/openapi-client/fetch'
import { learnTime } from '../stores/shop-clock.ts'
import { type CallContext, noAnswer } from './call-types.ts'
import { accessOf, decodeError } from './decode-error.ts'

type LinkOptions = Pick<OpenAPILinkOptions<CallContext>, 'interceptors'> & {
  contract: AnyContractRouter
  /** Returns the headers for a call of this access; throws if it cannot be made. */
  headers: (access: string | undefined) => { authorization?: string }
}

/** Content blockers refuse a path with sides such as `300x250`, which the name of a course may have: the server reads the same. */
export const withoutSides = (path: string): string =>
  path.replace(/(\d)x(?=\d)/gi, (pair, digit) => `${digit}%${pair.charCodeAt(1).toString(16)}`)

/** Creates the transport of calls: methods and paths of the contract, the session's token, our error format. */
export function createLink({ contract, headers, interceptors = [] }: LinkOptions): OpenAPILink<CallContext> {
  return new OpenAPILink<CallContext>(contract, {
    // Relative to the document: the same in a browser and behind the scheme of the desktop window.
    url: () => new URL('/api', document.baseURI),
    headers: (_options: ClientOptions<CallContext>, path: readonly string[]) => headers(accessOf(contract, path)),
    fetch: async (request, init, { context }) => {
      const response = await fetch(request, { ...init, keepalive: context.keepalive === true }).catch((error) => {
        throw noAnswer(error)
      })
      learnTime(response.headers)
      if (response.ok) context.headers = response.headers
      return response
    },
    customErrorResponseBodyDecoder: decodeError,
    interceptors,
    clientInterceptors: [
      ({ request, next }) => {
        request.url.pathname = withoutSides(request.url.pathname)
        return next()
      },
    ],
  })
}
