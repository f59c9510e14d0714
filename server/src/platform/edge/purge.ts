import type { Config } from '../../config.ts'

type Edge = NonNullable<Config['edge']>

const ANSWER_WITHIN_MS = 3_000
/** Cloudflare takes so many at once; the others more. */
const MOST_TAGS = 30

type Purge = { address: string; init: RequestInit }

/** One request for each place that keeps answers, in the form that it documents. */
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
 * Takes answers off the edge by their tags. What is asked for in the same moment goes as one request; with too many tags all
 * that the catalogue changes goes. Throws when a place has not said that it is done.
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
  const results = await Promise.allSettled(made(edge, tags).map(ask))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

async function ask({ address, init }: Purge): Promise<void> {
  const { host } = new URL(address)
  const answer = await fetch(address, { ...init, redirect: 'error', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${host} answered the purge with ${answer.status}`)
  // Cloudflare says in the body when it has not done it.
  if (/"success"\s*:\s*false/.test(text)) throw new Error(`${host} has refused the purge`)
}
