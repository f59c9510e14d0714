import autocannon from 'autocannon'

// Generates load in a separate process: takes plans from its channel, one at a time, and returns results.

export type LoadPlan = {
  url: string
  connections: number
  /** Time limit. */
  seconds: number
  /** Request limit. */
  maxRequests: number
  headers?: Record<string, string>
  /** Each request is sent once, in this order, by any free connection; if absent, the address is repeated. */
  requests?: { method: string; path: string; headers: Record<string, string>; body: string }[]
}

export type LoadResult = {
  answers: number
  seconds: number
  /** No response, or a status other than 2xx. */
  errors: number
}

process.on('message', async (plan: LoadPlan) => {
  process.send?.(await run(plan))
})

async function run({ url, connections, seconds, maxRequests, headers, requests }: LoadPlan): Promise<LoadResult> {
  let next = 0
  const list = requests ?? []
  const run = autocannon({
    url,
    connections,
    duration: seconds,
    timeout: 20,
    maxOverallRequests: requests ? Math.min(maxRequests, list.length) : maxRequests,
    ...(headers ? { headers } : {}),
    ...(requests ? { requests: [{ setupRequest: (request) => ({ ...request, ...list[next++ % list.length] }) }] } : {}),
  })
  // The generator stops at a full second; this clock stops at the last response.
  const begun = performance.now()
  let last = begun
  run.on('response', () => {
    last = performance.now()
  })
  const result = await run
  return {
    answers: result['2xx'],
    seconds: (last - begun) / 1000,
    errors: result.errors + result.timeouts + result.non2xx,
  }
}
