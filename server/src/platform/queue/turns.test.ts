import { expect, test } from 'vitest'
import { createTurns, type Turn } from './turns.ts'

/** Provides work that ends on demand and records its start. */
function stage(options: Partial<Parameters<typeof createTurns>[0]> = {}) {
  const turns = createTurns({
    atOnce: 1,
    waiting: 10,
    patienceMs: 10_000,
    says: 'Too many files are being prepared at the moment. Please try again.',
    ...options,
  })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const arrived = (name: string, turn: Turn) => {
    const work = turns(turn, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
    // Work that still waits at the end of its test is refused during a later one.
    work.catch(() => {})
    return work
  }
  const tick = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (name: string) => {
    await tick()
    ends.get(name)?.()
    await tick()
  }
  return { begun, come: arrived, end }
}

const open = (rank: number): Turn => ({ lane: 'open', rank })
const proven = (rank: number): Turn => ({ lane: 'proven', rank })

test('the caller with the fewest failures goes first, and among equals the newest', async () => {
  const { begun, come, end } = stage()
  for (const [name, rank] of [
    ['busy', 1],
    ['flood', 9],
    ['older', 1],
    ['newer', 1],
    ['flood again', 8],
  ] as const) {
    void come(name, open(rank))
  }
  for (const name of ['busy', 'newer', 'older', 'flood again']) await end(name)
  expect(begun).toEqual(['busy', 'newer', 'older', 'flood again', 'flood'])
})

test('the parallel limit may change while callers wait', async () => {
  let room = 3
  const { begun, come, end } = stage({ atOnce: () => room })
  for (const name of ['first', 'second']) void come(name, open(0))
  room = 1
  void come('waits', open(0))
  await end('first')
  expect(begun).toEqual(['first', 'second'])
  await end('second')
  expect(begun).toEqual(['first', 'second', 'waits'])
  room = 3
  void come('at once', open(0))
  expect(begun).toHaveLength(3)
  await end('waits')
  expect(begun).toContain('at once')
})

test('a caller’s rank may change while waiting', async () => {
  const { begun, come, end } = stage()
  void come('busy', open(1))
  let weight = 0
  void come('became known', { lane: 'open', rank: 1 })
  void come('failed meanwhile', {
    lane: 'open',
    get rank() {
      return weight
    },
  })
  weight = 2
  for (const name of ['busy', 'became known']) await end(name)
  expect(begun).toEqual(['busy', 'became known', 'failed meanwhile'])
})

test('neither lane blocks the other', async () => {
  const { begun, come, end } = stage({ atOnce: 2 })
  void come('stranger 1', open(1))
  void come('stranger 2', open(1))
  for (const name of ['p1', 'p2', 'p3']) void come(name, proven(1))
  void come('stranger 3', open(1))
  await end('stranger 1')
  await end('stranger 2')
  expect(begun.slice(2), 'each has one of two').toEqual(['p3', 'stranger 3'])
  await end('stranger 3')
  expect(begun.at(-1), 'what the other does not want is had').toBe('p2')
  // The queue is empty before the next test.
  await end('p3')
  expect(begun.at(-1)).toBe('p1')
})

test('K12: a full queue refuses the caller who would be served last, not the newest', async () => {
  const { begun, come, end } = stage({ waiting: 2 })
  void come('busy', open(1))
  const flood = come('flood', open(9))
  void come('one', open(1))
  void come('two', open(1))
  await expect(flood).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Too many files are being prepared at the moment. Please try again.',
  })
  await end('busy')
  expect(begun).toEqual(['busy', 'two'])
  await end('two')
  expect(begun.at(-1)).toBe('one')
})

test('nobody waits beyond the patience', async () => {
  const { come } = stage({ patienceMs: 5 })
  void come('busy', open(1))
  await expect(come('late', open(1))).rejects.toMatchObject({ code: 'unavailable' })
})

test('blocking work leaves the thread free for as long as it took', async () => {
  const turns = createTurns({
    atOnce: 1,
    waiting: 10,
    patienceMs: 10_000,
    rests: true,
    says: 'Too many files are being prepared at the moment. Please try again.',
  })
  const spin = async () => {
    const until = performance.now() + 20
    while (performance.now() < until);
  }
  const begun = performance.now()
  await Promise.all(Array.from({ length: 4 }, () => turns(open(0), spin)))
  expect(performance.now() - begun).toBeGreaterThan(7 * 20 - 5)
})

test('callers of one lane take turns, however many works one of them brings', async () => {
  const { begun, come, end } = stage()
  const of = (caller: string): Turn => ({ lane: 'open', rank: 0, caller })
  for (const name of ['crowd 1', 'crowd 2', 'crowd 3', 'crowd 4']) void come(name, of('crowd'))
  for (const name of ['a 1', 'a 2']) void come(name, of('a'))
  void come('b 1', of('b'))
  for (const name of ['crowd 1', 'b 1', 'a 2', 'crowd 4', 'a 1', 'crowd 3']) await end(name)
  expect(begun).toEqual(['crowd 1', 'b 1', 'a 2', 'crowd 4', 'a 1', 'crowd 3', 'crowd 2'])
})

test('a caller with fewer failures goes first, also after its own last turn', async () => {
  const { begun, come, end } = stage()
  void come('good 1', { ...open(0), caller: 'good' })
  void come('bad', { ...open(3), caller: 'bad' })
  void come('good 2', { ...open(0), caller: 'good' })
  await end('good 1')
  expect(begun).toEqual(['good 1', 'good 2'])
})
