import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { ElectronApi } from './electron-api.ts'

/**
 * Electron's fetch with `redirect: 'manual'`, which its own cannot do: that one follows or fails, and by its documentation its `url` is not
 * where the answer came from. Answers what the asked server says, also that it leads elsewhere; sends no body.
 */
export function askOnce(net: ElectronApi['net'], address: string, init: RequestInit): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const request = net.request({
    url: address,
    method: init.method ?? 'GET',
    redirect: 'manual',
    credentials: 'omit',
    bypassCustomProtocolHandlers: true,
  })
  for (const [name, value] of new Headers(init.headers)) request.setHeader(name, value)
  request.on('redirect', (status, _method, location) => {
    resolve(new Response(null, { status, headers: { location } }))
    // Nobody follows by itself.
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
