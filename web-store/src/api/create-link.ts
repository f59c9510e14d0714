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
  })
}
