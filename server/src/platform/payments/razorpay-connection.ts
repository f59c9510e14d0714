import type Razorpay from 'razorpay'
import { GatewayError, isRefused } from './gateway.ts'

/** The used part of the SDK's HTTP client; the SDK has no options for address, time or headers. */
export type Transport = {
  defaults: Record<string, unknown>
  interceptors: {
    request: { use(fulfilled: (config: { signal?: AbortSignal }) => object): void }
    response: { use(fulfilled: (response: object) => object, rejected: (error: unknown) => Promise<never>): void }
  }
  post(path: string, body: object, options: { headers: Record<string, string> }): Promise<{ data: unknown }>
}

export type Connection = { fingerprint: string; sdk: Razorpay; transport: Transport; secret: string }

/** Throws unless the id has only the gateway's alphabet: ids go into the request's path. */
export function requireId(id: string): string {
  if (/^[A-Za-z0-9_]{1,64}$/.test(id)) return id
  throw new GatewayError('not_found', 'That is not an id of the gateway')
}

export function requireInteger(paise: number): number {
  if (Number.isSafeInteger(paise) && paise > 0) return paise
  throw new RangeError('An amount in paise is a whole number above 0')
}

/** Maps a refused read to `not_found`: a read has nothing but its id to refuse. */
export function readById<T>(reading: Promise<T>): Promise<T> {
  return reading.catch((error) => {
    if (!isRefused(error)) throw error
    throw new GatewayError('not_found', error.message, error)
  })
}
