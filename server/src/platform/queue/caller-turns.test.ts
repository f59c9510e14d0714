import { expect, test, vi } from 'vitest'
import { createCallerTurns } from './caller-turns.ts'

/** Provides work that ends on demand and records its start. */
function stage(options: Partial<Parameters<typeof createCallerTurns>[0]> = {}) {
  const turns = createCallerTurns({ atOnce: () => 1, refusal: () => new Error('refused'), ...options })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const arrived = (caller: string, name: string) =>
    turns(caller, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const tick = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (name: string) => {
    await tick()
    ends.get(name)?.()
    await tick()
  }
  return { begun, come: arrived, end }
}

test('work waits behind that of its own caller alone, in the order of arrival', async () => {
  const { begun, come, end } = stage()
  for (const name of ['a1', 'a2', 'a3']) void come('a', name)
  void come('b', 'b1')
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1')
  await end('a2')
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3'])
})

test('a bound that grows lets the next ones start', async () => {
  let most = 1
  const { begun, come, end } = stage({ atOnce: () => most })
  for (const name of ['a1', 'a2', 'a3']) void come('a', name)
  most = 2
  await end('a1')
  expect(begun).toEqual(['a1', 'a2', 'a3'])
})

test('work that fails gives its place to the next', async () => {
  const turns = createCallerTurns({ atOnce: () => 1, refusal: () => new Error('refused') })
  const failed = turns('a', () => Promise.reject(new Error('broken')))
  const next = turns('a', async () => 'done')
  await expect(failed).rejects.toThrow('broken')
  await expect(next).resolves.toBe('done')
})

test('work that waits too long is refused, and leaves its place', async () => {
  vi.useFakeTimers()
  try {
    const { begun, come } = stage({ patienceMs: 5_000 })
    void come('a', 'a1')
    const late = expect(come('a', 'a2')).rejects.toThrow('refused')
    await vi.advanceTimersByTimeAsync(5_000)
    await late
    void come('a', 'a3')
    expect(begun).toEqual(['a1'])
  } finally {
    vi.useRealTimers()
  }
})

test('a full queue refuses the newest at once', async () => {
  const { come } = stage({ waiting: 1 })
  void come('a', 'a1')
  void come('a', 'a2')
  await expect(come('a', 'a3')).rejects.toThrow('refused')
})
