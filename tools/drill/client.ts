import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * An answer. `at` is when the request began, `retryAfter` the header; `ours` means that the shop wrote it, not a proxy;
 * status 0 that no answer arrived.
 */
export type Answer = {
  status: number
  ms: number
  text: string
  at: number
  retryAfter: string | undefined
  ours: boolean
}

export type CallOptions = {
  method?: string
  /** Sent as JSON; a text as it is. */
  body?: unknown
  token?: string | undefined
  /** The keys of a sandbox gateway, which they control. */
  gatewayKeys?: string
  headers?: Record<string, string> | undefined
  agent?: Agent
  /** The address of this machine from which to connect. */
  localAddress?: string
  withinMs?: number
}

/** Sends one request, on a connection of its own unless an agent is passed. */
export function query(
  url: string,
  { method, body, token, gatewayKeys, headers = {}, agent, localAddress, withinMs = 60_000 }: CallOptions = {},
): Promise<Answer> {
  const [at, begun] = [Date.now(), performance.now()]
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body)
  const ofBody = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
  const options: RequestOptions = {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(body === undefined ? {} : ofBody),
      ...(token ? { authorization: `bearer ${token}` } : {}),
      ...(gatewayKeys ? { authorization: `Basic ${gatewayKeys}` } : {}),
      ...headers,
    },
    agent: agent ?? new Agent(),
    ...(localAddress ? { localAddress } : {}),
  }
  return new Promise((resolve) => {
    const end = (status: number, answer: string, { headers }: Pick<IncomingMessage, 'headers'> = { headers: {} }) =>
      resolve({
        status,
        text: answer,
        at,
        ms: Math.round(performance.now() - begun),
        retryAfter: headers['retry-after'],
        ours: headers['x-request-id'] !== undefined,
      })
    const requesting = request(url, options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => end(response.statusCode ?? 0, Buffer.concat(chunks).toString(), response))
      response.on('error', (error) => end(0, String(error)))
    })
    requesting.setTimeout(withinMs, () => requesting.destroy(new Error(`no answer within ${withinMs} ms`)))
    requesting.on('error', (error) => end(0, String(error)))
    requesting.end(text)
  })
}

const TRIES = 50
const AGAIN_MS = 150

/** Repeats a request while the shop answers that it is busy, and parses the answer; rejects if none arrives. */
export async function insist<T>(
  url: string,
  init: CallOptions = {},
  busy = [503],
): Promise<{ status: number; body: T }> {
  for (let tries = 0; ; tries++) {
    const { status, text } = await query(url, init)
    if (status === 0) throw new Error(text)
    if (!busy.includes(status) || tries === TRIES) return { status, body: JSON.parse(text) }
    await sleep(AGAIN_MS)
  }
}

/** Returns the id in the address of a payment link. */
export const linkOf = (text = ''): string | undefined => /\/pay\/(\w+)/.exec(text)?.[1]

/** Counts answers by status, refusals by their words too. */
export function byStatus(answers: readonly Pick<Answer, 'status' | 'text'>[]): Record<string, number> {
  const groups = Map.groupBy(answers, ({ status, text }) => (status === 503 ? `503 ${text}` : String(status)))
  return Object.fromEntries([...groups].map(([status, those]) => [status, those.length]))
}

/** Returns the milliseconds within which this part of the answers arrived. */
export function within(answers: readonly Pick<Answer, 'ms'>[], part: number): number {
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? 0
}
