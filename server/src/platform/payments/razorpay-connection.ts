import type Razorpay from 'razorpay'
import { GatewayError, isRefused } from './gateway.ts'

/** What is used of the HTTP client inside the SDK, which has no options of its own for address, time or headers. */
export type Transport = {
  defaults: Record<string, unknown>
  interceptors: {
    request: { use(fulfilled: (config: { signal?: AbortSignal }) => object): void }
    response: { use(fulfilled: (response: object) => object, rejected: (error: unknown) => Promise<never>): void }
  }
  post(path: string, body: object, options: { headers: Record<string, string> }): Promise<{ data: unknown }>
}

export type Connection = { fingerprint: string; sdk: Razorpay; transport: Transport; secret: string; close(): void }

/** Ids go into the path of the request: nothing but the gateway's own alphabet may. */
export function requireId(id: string): string {
  if (/^[A-Za-z0-9_]{1,64}$/.test(id)) return id
  throw new GatewayError('not_found', 'That is not an id of the gateway')
}

export function requireInteger(paise: number): number {
  if (Number.isSafeInteger(paise) && paise > 0) return paise
  throw new RangeError('An amount in paise is a whole number above 0')
}

/** A read has nothing but its id that could be refused: the gateway does not know it. */
export function readById<T>(reading: Promise<T>): Promise<T> {
  return reading.catch((error) => {
    if (!isRefused(error)) throw error
    throw new GatewayError('not_found', error.message, error)
  })
}
