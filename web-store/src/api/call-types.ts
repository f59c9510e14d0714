import type { ORPCError } from '@orpc/client'

/** What a call may be told besides its input, and what it says besides its answer. */
export type CallContext = {
  /** Lets it finish after its page is gone. */
  keepalive?: boolean
  /** Written by the call: the headers of a success (`X-Total-Count`, `ETag`). */
  headers?: Headers
}

/** What every error of the API carries besides its sentence, which is the error's `message` (empty when it had none). */
export type ApiErrorData = { errors?: { path: string; message: string }[] } & Record<string, unknown>

/** An answer of the API that is no success: `status`, stable `code`, `message` for a person, `data.errors` by field. */
export type ApiError = ORPCError<string, ApiErrorData>
