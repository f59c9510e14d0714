import type { ORPCError } from '@orpc/client'
import type { ErrorExtras } from 'contract/errors'

/** Options of a call besides its input, and results besides its answer. */
export type CallContext = {
  /** Lets the call finish after its page is gone. */
  keepalive?: boolean
  /** Set by the call: the response headers of a success (`X-Total-Count`, `ETag`). */
  headers?: Headers
}

/** Fields of every API error besides its `message` (empty without one). */
export type ApiErrorData = ErrorExtras

/** A failed API response: `status`, stable `code`, `message` for people, `data.errors` by field. */
export type ApiError = ORPCError<string, ApiErrorData>
