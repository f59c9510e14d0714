export type Params = Record<string, unknown>
type Message = {
  id?: number
  method?: string
  params?: Params
  result?: Params
  error?: { message: string }
  sessionId?: string
}

/** One target's end of the connection: commands, and events by name. */
export type Target = {
  send<Result = Params>(method: string, params?: Params): Promise<Result>
  on<Event = Params>(method: string, received: (event: Event) => void): void
}

/** Connects to Chromium's DevTools; the root target is the browser. */
export async function connectDevTools(address: string) {
  const socket = new WebSocket(address)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error(`no DevTools at ${address}`)))
  })
  let last = 0
  const waiting = new Map<number, PromiseWithResolvers<Params>>()
  const listeners = new Map<string, ((event: never) => void)[]>()
  const keyOf = (method: string, sessionId = '') => `${sessionId} ${method}`
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params, result, error, sessionId } = JSON.parse(String(data)) as Message
    if (method) for (const received of listeners.get(keyOf(method, sessionId)) ?? []) received((params ?? {}) as never)
    if (id === undefined) return
    const wait = waiting.get(id)
    waiting.delete(id)
    if (error) wait?.reject(new Error(error.message))
    else wait?.resolve(result ?? {})
  })
  socket.addEventListener('close', () => {
    for (const wait of waiting.values()) wait.reject(new Error('Chromium has ended'))
  })
  const target = (sessionId?: string): Target => ({
    send: <Result>(method: string, params: Params = {}) => {
      const wait = Promise.withResolvers<Params>()
      last += 1
      waiting.set(last, wait)
      socket.send(JSON.stringify({ id: last, method, params, sessionId }))
      return wait.promise as Promise<Result>
    },
    on: (method, received) => {
      const key = keyOf(method, sessionId)
      listeners.set(key, [...(listeners.get(key) ?? []), received as (event: never) => void])
    },
  })
  return { root: target(), target }
}
