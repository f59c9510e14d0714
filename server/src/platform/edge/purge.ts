import type { Config } from '../../config.ts'

type Edge = NonNullable<Config['edge']>

const ANSWER_WITHIN_MS = 3_000
/** Cloudflare's limit per request; the others allow more. */
const MOST_TAGS = 30

type Purge = { address: string; init: RequestInit }

/** Builds each CDN's purge request in its documented form. */
const forms: { [K in Edge['kind']]: (edge: Extract<Edge, { kind: K }>, tags: readonly string[]) => Purge[] } = {
  fastly: ({ api, id, token }, tags) => [
    {
      address: `${api}/service/${id}/purge`,
      init: {
        method: 'POST',
        headers: { 'fastly-key': token, 'surrogate-key': tags.join(' '), accept: 'application/json' },
      },
    },
  ],
  cloudflare: ({ api, id, token }, tags) => [
    {
      address: `${api}/zones/${id}/purge_cache`,
      init: {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ tags }),
      },
    },
  ],
  varnish: ({ addresses }, tags) =>
    addresses.map((address) => ({ address, init: { method: 'PURGE', headers: { 'xkey-purge': tags.join(' ') } } })),
}

export type Purger = (tags: readonly string[]) => Promise<void>

/**
 * Purges answers by tag. Simultaneous calls share a request; with too many tags the whole catalogue is purged. Throws
 * unless every CDN confirms.
 */
export function createPurger(edge: Edge, everything: string): Purger {
  let next: { tags: Set<string>; done: Promise<void> } | undefined

  function begin(): { tags: Set<string>; done: Promise<void> } {
    const tags = new Set<string>()
    const done = new Promise((resolve) => setImmediate(resolve)).then(async () => {
      next = undefined
      await send(edge, tags.has(everything) || tags.size > MOST_TAGS ? [everything] : [...tags])
    })
    return { tags, done }
  }

  return (tags) => {
    next ??= begin()
    for (const tag of tags) next.tags.add(tag)
    return next.done
  }
}

async function send(edge: Edge, tags: readonly string[]): Promise<void> {
  const made = forms[edge.kind] as (edge: Edge, tags: readonly string[]) => Purge[]
  const results = await Promise.allSettled(made(edge, tags).map(sendPurge))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

async function sendPurge({ address, init }: Purge): Promise<void> {
  const { host } = new URL(address)
  const answer = await fetch(address, { ...init, redirect: 'error', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${host} answered the purge with ${answer.status}`)
  // Cloudflare reports failure in the body.
  if (/"success"\s*:\s*false/.test(text)) throw new Error(`${host} has refused the purge`)
}
