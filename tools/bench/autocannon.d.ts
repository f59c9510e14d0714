/** Types for the used part of the load generator, which ships none. */
declare module 'autocannon' {
  type Request = { method?: string; path?: string; headers?: Record<string, string>; body?: string }
  type Options = Request & {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    maxOverallRequests?: number
    overallRate?: number
    timeout?: number
    requests?: { setupRequest: (request: Request) => Request | undefined }[]
  }
  type Result = {
    requests: { total: number; sent: number }
    duration: number
    latency: { p50: number; p97_5: number; p99: number; max: number }
    statusCodeStats: Record<string, { count: number }>
    errors: number
    timeouts: number
    non2xx: number
    '2xx': number
  }
  export default function autocannon(
    options: Options,
  ): PromiseLike<Result> & { on(event: 'response', received: () => void): void; stop(): void }
}
