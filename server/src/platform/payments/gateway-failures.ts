import { GatewayError } from './gateway.ts'

/** The used part of an HTTP client's error; its other fields may hold the secret. */
type Failure = { response?: { status?: unknown; data?: unknown; headers?: unknown }; code?: unknown }

const unreachableTexts: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  ENOTFOUND: 'its host name is unknown',
  ECONNABORTED: 'it took too long',
  ETIMEDOUT: 'it took too long',
  ERR_CANCELED: 'it took too long',
}

/** Converts an HTTP client's rejection to a `GatewayError` that is safe to log. */
export function gatewayErrorOf(thrown: unknown): GatewayError {
  if (thrown instanceof GatewayError) return thrown
  const failure: Failure = typeof thrown === 'object' && thrown !== null ? thrown : {}
  const status = failure.response?.status
  if (typeof status === 'number') return fromAnswer(status, failure.response?.data, failure.response?.headers)
  const code = typeof failure.code === 'string' ? failure.code : ''
  if (code === 'ERR_BAD_RESPONSE')
    return new GatewayError('malformed', 'The gateway sent an answer that cannot be read')
  return new GatewayError('unreachable', `The gateway did not answer: ${unreachableTexts[code] ?? 'no connection'}`)
}

function fromAnswer(status: number, data: unknown, headers: unknown): GatewayError {
  const description = descriptionIn(data)
  const details = { status, retryAfterMs: retryAfterIn(headers) }
  if (status === 429) return new GatewayError('rate_limited', 'The gateway asks us to slow down', details)
  if (status >= 500) return new GatewayError('unavailable', `The gateway is not working (${status})`, details)
  if (status === 401 || status === 403) return new GatewayError('unauthorized', 'The gateway refused our keys', details)
  if (description === undefined || status < 400) {
    return new GatewayError('malformed', `The gateway gave an answer that is not its API's (${status})`, details)
  }
  const kind = status === 409 ? 'conflict' : status === 404 ? 'not_found' : 'refused'
  return new GatewayError(kind, `The gateway refused: ${description}`, details)
}

function descriptionIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('error' in data)) return undefined
  const { error } = data
  if (typeof error !== 'object' || error === null || !('description' in error)) return undefined
  return typeof error.description === 'string' ? error.description.slice(0, 300) : undefined
}

function retryAfterIn(headers: unknown): number | undefined {
  if (typeof headers !== 'object' || headers === null || !('retry-after' in headers)) return undefined
  const requested = Number(headers['retry-after'])
  return Number.isFinite(requested) && requested >= 0 ? requested * 1000 : undefined
}
