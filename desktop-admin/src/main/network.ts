import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { Session } from 'electron'
import type { ElectronApi } from './electron-api.ts'

/** Returns Electron's fetch for one shop's requests: they never reach the app's scheme or another shop's cache. */
export function networkOf(net: ElectronApi['net'], storage: Session): typeof globalThis.fetch {
  return ((input: string, init: RequestInit = {}) =>
    init.redirect === 'manual'
      ? invokeOnce(net, storage, input, init)
      : storage.fetch(input, { ...init, bypassCustomProtocolHandlers: true })) as typeof globalThis.fetch
}

/**
 * Fetches with `redirect: 'manual'`, which Electron's own fetch cannot: it follows or fails, and its documentation says
 * that its `url` is not the final one. Returns redirects as responses; sends no body.
 */
function invokeOnce(net: ElectronApi['net'], session: Session, address: string, init: RequestInit): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const request = net.request({
    url: address,
    session,
    method: init.method ?? 'GET',
    redirect: 'manual',
    credentials: 'omit',
    bypassCustomProtocolHandlers: true,
  })
  for (const [name, value] of new Headers(init.headers)) request.setHeader(name, value)
  request.on('redirect', (status, _method, location) => {
    resolve(new Response(null, { status, headers: { location } }))
    // No redirect is followed by itself.
    request.abort()
  })
  request.on('response', (answer) => {
    const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)])
    const empty = [101, 204, 205, 304].includes(answer.statusCode) || init.method === 'HEAD'
    const body = empty ? null : (Readable.toWeb(answer as unknown as Readable) as NodeStream<Uint8Array>)
    resolve(new Response(body as unknown as BodyInit | null, { status: answer.statusCode, headers }))
  })
  request.on('error', reject)
  init.signal?.addEventListener('abort', () => {
    reject(init.signal?.reason)
    request.abort()
  })
  request.end()
  return promise
}
