/** Types for the used part of the load generator, which ships none. */
declare module 'autocannon' {
  namespace autocannon {
    type Request = { method?: string; path?: string; headers?: Record<string, string>; body?: string }
    type Options = {
      url: string
      connections: number
      /** Seconds. */
      duration: number
      timeout?: number
      headers?: Record<string, string>
      requests?: readonly { setupRequest: (request: Request) => Request }[]
    }
    type Result = {
      statusCodeStats: Record<string, { count: number }>
      errors: number
      non2xx: number
      '2xx': number
    }
  }
  function autocannon(options: autocannon.Options): PromiseLike<autocannon.Result> & { stop(): void }
  export default autocannon
}
