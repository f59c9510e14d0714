import autocannon from 'autocannon'

// The load generator, a process of its own: it takes one plan after the other from its channel, and answers what came.

export type LoadPlan = {
  url: string
  connections: number
  /** The end of it at the latest. */
  seconds: number
  /** Also the end of it. */
  maxRequests: number
  /** Requests a second; as fast as it goes when absent. */
  rate?: number
  headers?: Record<string, string>
  /** Each is sent once, in this order, by whichever connection is free; the address alone, again and again, when absent. */
  requests?: { method: string; path: string; headers: Record<string, string>; body: string }[]
}

export type LoadResult = {
  answers: number
  seconds: number
  p50: number
  p99: number
  /** No answer, or another one than 2xx. */
  errors: number
}

process.on('message', async (plan: LoadPlan) => {
  process.send?.(await run(plan))
})

async function run({ url, connections, seconds, maxRequests, rate, headers, requests }: LoadPlan): Promise<LoadResult> {
  let next = 0
  const list = requests ?? []
  const run = autocannon({
    url,
    connections,
    duration: seconds,
    timeout: 20,
    maxOverallRequests: requests ? Math.min(maxRequests, list.length) : maxRequests,
    ...(rate ? { overallRate: rate } : {}),
    ...(headers ? { headers } : {}),
    ...(requests ? { requests: [{ setupRequest: (request) => ({ ...request, ...list[next++ % list.length] }) }] } : {}),
  })
  // Its own clock ends with a whole second, ours with the last answer.
  const begun = performance.now()
  let last = begun
  run.on('response', () => {
    last = performance.now()
  })
  const result = await run
  return {
    answers: result['2xx'],
    seconds: (last - begun) / 1000,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.timeouts + result.non2xx,
  }
}
