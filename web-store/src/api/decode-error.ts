import { ORPCError } from '@orpc/client'
import type { ApiError, ApiErrorData } from './call-types.ts'

/**
 * Decodes a failed response. One from in between, such as a proxy's page, has no text for people: its message is empty,
 * and each screen shows its own.
 */
export function decodeError(body: unknown, { status }: { status: number }): ApiError {
  const fields: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {}
  const { detail, code, message, ...data } = fields
  const error = new ORPCError<string, ApiErrorData>(typeof code === 'string' ? code : 'unknown', { status, data })
  error.message = [detail, message].find((text) => typeof text === 'string') ?? ''
  return error
}

/** Returns the refusal of a call that was not made without a token. */
export function noToken(message: string): ApiError {
  return new ORPCError('authentication_required', { status: 401, message, data: {} })
}

/** Returns the access of the call at this path of the contract. */
export function accessOf(contract: unknown, path: readonly string[]): string | undefined {
  const entry = path.reduce<unknown>((node, part) => (node as Record<string, unknown>)[part], contract)
  return (entry as { '~orpc': { meta: { access?: string } } })['~orpc'].meta.access
}
