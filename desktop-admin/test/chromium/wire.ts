/*
 * Values that cross from world to world. These functions run in the main process and, as text, in the page.
 */

/** Writes a value as text, with what JSON lacks; throws like Electron for what cannot be cloned. */
export function encode(value: unknown): string {
  const cloned = typeof structuredClone === 'function' ? structuredClone(value) : value
  return JSON.stringify(cloned, function (this: Record<string, unknown>, key, plain) {
    const raw = this[key]
    if (raw === undefined) return { $: 'undefined' }
    if (raw instanceof Date) return { $: 'date', v: raw.getTime() }
    if (typeof raw === 'number' && !Number.isFinite(raw)) return { $: 'number', v: String(raw) }
    if (raw instanceof Uint8Array) return { $: 'bytes', v: [...raw] }
    if (raw instanceof Map) return { $: 'map', v: [...raw] }
    if (raw instanceof Error) return { $: 'error', v: raw.message }
    return plain
  })
}

export function decode(text: string): unknown {
  return JSON.parse(text, (_key, value) => {
    if (typeof value !== 'object' || value === null || !('$' in value)) return value
    if (value.$ === 'date') return new Date(value.v)
    if (value.$ === 'number') return Number(value.v)
    if (value.$ === 'bytes') return new Uint8Array(value.v)
    if (value.$ === 'map') return new Map(value.v)
    if (value.$ === 'error') return new Error(value.v)
    return undefined
  })
}

type Wire =
  | { reference: 'function' | 'promise'; id: number }
  | { value: unknown }
  | { parts: Wire[] }
  | { fields: [string, Wire][] }
type Outcome = { value: Wire } | { error: string }

/**
 * One end of the bridge between two worlds of a page, which share events only: values are copied, functions and
 * promises are called over. A call answers within the same turn.
 */
export function bridge(own: string, other: string) {
  let last = 0
  const functions = new Map<number, (...args: unknown[]) => unknown>()
  const promises = new Map<number, PromiseWithResolvers<unknown>>()
  let answer: Outcome | undefined
  const show = (name: string, detail: unknown) => dispatchEvent(new CustomEvent(`${other} ${name}`, { detail }))
  const receive = (name: string, work: (detail: never) => void) =>
    addEventListener(`${own} ${name}`, (event) => {
      event.stopImmediatePropagation()
      work((event as CustomEvent).detail as never)
    })

  const copy = (value: unknown): Wire => {
    if (typeof value === 'function') {
      last += 1
      functions.set(last, value as () => unknown)
      return { reference: 'function', id: last }
    }
    if (value instanceof Promise) {
      last += 1
      const id = last
      value.then(
        (result) => show('settled', { id, value: copy(result) }),
        (error) => show('settled', { id, error: String(error?.message ?? error) }),
      )
      return { reference: 'promise', id }
    }
    if (Array.isArray(value)) return { parts: value.map(copy) }
    if (
      typeof value === 'object' &&
      value !== null &&
      [Object.prototype, null].includes(Object.getPrototypeOf(value))
    ) {
      return { fields: Object.entries(value).map(([key, one]) => [key, copy(one)]) }
    }
    // Files, dates and bytes are cloned on their way; this throws for the rest.
    return { value: structuredClone(value) }
  }
  const paste = (wire: Wire): unknown => {
    if ('parts' in wire) return wire.parts.map(paste)
    if ('fields' in wire) return Object.freeze(Object.fromEntries(wire.fields.map(([key, one]) => [key, paste(one)])))
    if ('value' in wire) return wire.value
    const { id } = wire
    if (wire.reference === 'promise') {
      const wait = Promise.withResolvers<unknown>()
      promises.set(id, wait)
      return wait.promise
    }
    return (...args: unknown[]) => {
      answer = undefined
      show('call', { id, args: args.map(copy) })
      const outcome = answer as Outcome | undefined
      if (!outcome) throw new Error('The other side of the bridge has gone')
      if ('error' in outcome) throw new Error(outcome.error)
      return paste(outcome.value)
    }
  }
  receive('call', ({ id, args }: { id: number; args: Wire[] }) => {
    let outcome: Outcome
    try {
      outcome = { value: copy(functions.get(id)?.(...args.map(paste))) }
    } catch (error) {
      outcome = { error: (error as Error).message }
    }
    show('answer', outcome)
  })
  receive('answer', (outcome: Outcome) => {
    answer = outcome
  })
  receive('settled', (outcome: Outcome & { id: number }) => {
    const wait = promises.get(outcome.id)
    promises.delete(outcome.id)
    if ('error' in outcome) wait?.reject(new Error(outcome.error))
    else wait?.resolve(paste(outcome.value))
  })
  return { say: show, hear: receive, copy, paste }
}
