import type { Knex } from 'knex'
import { expect, test, vi } from 'vitest'
import { createCallerBounds } from './busy.ts'
import { matchRoute } from './route-table.ts'

function routeOf(method: string, path: string) {
  const match = matchRoute(method, path)
  if (!match || !('route' in match)) throw new Error(`there is no ${method} ${path}`)
  return match.route
}

/** A pool in front of which so many wait, and a program whose thread works so much of its time. */
function instance() {
  const state = { waiting: 0, share: 0, now: 0, own: 1 }
  const thread = {
    now: () => state.now,
    ran: () => state.now * state.share * state.own,
    eventLoopUtilization: () => ({ idle: 0, active: 0, utilization: state.share }),
  }
  const pool = { numPendingAcquires: () => state.waiting }
  const turns = createCallerBounds({ client: { pool } } as unknown as Knex, thread)
  const ends: (() => void)[] = []
  let begun = 0
  let callers = 0
  const work = () => {
    begun += 1
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  /** A call of somebody else each time, unless named. */
  const arrived = (method = 'GET', path = '/go/courses', caller = `caller ${++callers}`) =>
    turns.ofCall(routeOf(method, path), caller, work)
  const read = (caller: string) => turns.ofRead(caller, work)
  /** Ends all that is under way, or the oldest of it. */
  const end = (count?: number) => {
    for (const one of ends.splice(0, count ? 1 : ends.length)) one()
  }
  return { state, come: arrived, read, end, begun: () => begun }
}

const tick = () => new Promise((resolve) => setImmediate(resolve))
const many = (count: number, work: () => Promise<unknown>) => Array.from({ length: count }, work)

test('an instance that has rest works on everything at once, however much waits for other machines', async () => {
  const { state, come, end, begun } = instance()
  state.now = 300
  const all = many(500, () => come())
  await tick()
  expect(begun()).toBe(500)
  end()
  await Promise.all(all)
})

test.each([
  ['its thread has no rest', { share: 0.95 }],
  ['work waits for the database', { waiting: 11 }],
])('only a few calls run where %s, and the rest are soon refused with a retry', async (_, strain) => {
  const { state, come, end, begun } = instance()
  state.now = 300
  Object.assign(state, strain)
  const first = many(32, () => come())
  await tick()
  expect(begun()).toBe(32)
  await expect(come()).rejects.toMatchObject({ code: 'unavailable', message: expect.stringMatching(/^Many people/) })
  expect(begun()).toBe(32)
  end()
  await Promise.all(first)
  state.now = 600
  Object.assign(state, { share: 0.2, waiting: 0 })
  const after = many(100, () => come())
  await tick()
  expect(begun()).toBe(132)
  end()
  await Promise.all(after)
})

test('an instance whose processor other programs have refuses nobody: its own work is a tenth of the time', async () => {
  const { state, come, end, begun } = instance()
  Object.assign(state, { now: 300, share: 1, own: 0.1 })
  const all = many(100, () => come())
  await tick()
  expect(begun()).toBe(100)
  end()
  await Promise.all(all)
})

test('paying is refused last: a buyer waits for four seconds while visitors are sent away', async () => {
  vi.useFakeTimers()
  try {
    const { state, come, end, begun } = instance()
    state.now = 300
    state.share = 1
    const visitors = many(32, () => come())
    const buyers = many(32, () => come('POST', '/user/buy'))
    await vi.advanceTimersByTimeAsync(0)
    expect(begun()).toBe(64)
    const waiting = [
      come('POST', '/user/buy'),
      come('GET', '/user/payment_status'),
      come('GET', '/user/payment_status'),
    ]
    const late = expect(come()).rejects.toMatchObject({ code: 'unavailable' })
    await vi.advanceTimersByTimeAsync(3_900)
    await late
    end()
    await vi.advanceTimersByTimeAsync(0)
    expect(begun()).toBe(67)
    end()
    await Promise.all([...visitors, ...buyers, ...waiting])
  } finally {
    vi.useRealTimers()
  }
})

test('a call beyond the limit waits for a quarter of a second, enough for a rush of visitors, and not for half a one', async () => {
  vi.useFakeTimers()
  try {
    const { state, come, end, begun } = instance()
    state.now = 300
    state.share = 1
    const first = many(32, () => come('GET', '/user/dashboard'))
    const patient = come('GET', '/user/dashboard')
    await vi.advanceTimersByTimeAsync(250)
    end(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(begun()).toBe(33)
    const late = expect(come('GET', '/user/dashboard')).rejects.toMatchObject({ code: 'unavailable' })
    await vi.advanceTimersByTimeAsync(500)
    await late
    end()
    await Promise.all([...first, patient])
  } finally {
    vi.useRealTimers()
  }
})

test('a waiting student goes on beside a visitor, and a buyer with a begun order before a new one', async () => {
  const { state, come, end, begun } = instance()
  state.now = 300
  state.share = 1
  const first = [...many(32, () => come('GET', '/go/courses')), ...many(32, () => come('POST', '/user/buy'))]
  await tick()
  const done: string[] = []
  const wait = (who: string, method: string, path: string) => come(method, path).then(() => done.push(who))
  const others = [
    wait('begins an order', 'POST', '/user/buy'),
    wait('has begun one', 'GET', '/user/payment_status'),
    wait('visits', 'GET', '/go/courses'),
    wait('learns', 'GET', '/user/dashboard'),
  ]
  await tick()
  expect(begun()).toBe(64)
  for (const count of [65, 66]) {
    end(1)
    await tick()
    expect(begun()).toBe(count)
  }
  end()
  await tick()
  end()
  await Promise.all([...first, ...others])
  expect(done.indexOf('has begun one')).toBeLessThan(done.indexOf('begins an order'))
  expect(done.indexOf('learns')).toBeLessThan(done.indexOf('visits'))
})

test.each([
  ['whoever runs the shop', 'GET', '/admin/users'],
  ['who logs in', 'POST', '/login'],
])('%s waits for nobody here', async (_, method, path) => {
  const { state, come, end, begun } = instance()
  state.now = 300
  state.share = 1
  const all = many(100, () => come(method, path))
  await tick()
  expect(begun()).toBe(100)
  end()
  await Promise.all(all)
})

test('events of the gateway are taken a few at a time, beside all else', async () => {
  const { state, come, end, begun } = instance()
  const events = many(17, () => come('POST', '/webhooks/razorpay'))
  await tick()
  expect(begun()).toBe(8)
  state.now = 300
  state.share = 1
  const calls = many(32, () => come())
  await tick()
  expect(begun()).toBe(40)
  for (const count of [48, 49]) {
    end()
    await tick()
    expect(begun()).toBe(count)
  }
  end()
  await Promise.all([...events, ...calls])
})

test.each([
  ['student', 'GET', '/user/dashboard'],
  ['visitor', 'GET', '/go/settings'],
  ['admin', 'GET', '/admin/users'],
  ['buyer', 'GET', '/user/payment_status'],
])('a %s has 20 calls under way, and the next begins as one ends', async (caller, method, path) => {
  const { come, end, begun } = instance()
  const all = many(30, () => come(method, path, caller))
  const other = come(method, path, 'somebody else')
  await tick()
  expect(begun()).toBe(21)
  end(1)
  await tick()
  expect(begun()).toBe(22)
  while (begun() < 31) {
    end()
    await tick()
  }
  end()
  await Promise.all([...all, other])
})

test('a call beyond the 20 of its caller is refused after five seconds, and not before', async () => {
  vi.useFakeTimers()
  try {
    const { come, end, begun } = instance()
    const all = many(20, () => come('GET', '/user/dashboard', 'crowd'))
    const waits = come('GET', '/user/dashboard', 'crowd')
    await vi.advanceTimersByTimeAsync(4_900)
    end(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(begun()).toBe(21)
    const refused = expect(come('GET', '/user/dashboard', 'crowd')).rejects.toMatchObject({ code: 'rate_limited' })
    await vi.advanceTimersByTimeAsync(5_000)
    await refused
    end()
    await Promise.all([...all, waits])
  } finally {
    vi.useRealTimers()
  }
})

test('two calls of one caller run while the shop is overloaded, and those of others at once', async () => {
  vi.useFakeTimers()
  try {
    const { state, come, read, end, begun } = instance()
    Object.assign(state, { now: 300, share: 0.95 })
    const crowd = [...many(20, () => come('GET', '/user/dashboard', 'crowd')), read('visitor'), read('visitor')]
    await vi.advanceTimersByTimeAsync(0)
    expect(begun()).toBe(4)
    const others = many(10, () => come('GET', '/user/dashboard'))
    await vi.advanceTimersByTimeAsync(0)
    expect(begun()).toBe(14)
    while (begun() < 32) {
      end()
      await vi.advanceTimersByTimeAsync(0)
    }
    end()
    await vi.advanceTimersByTimeAsync(0)
    await Promise.all([...crowd, ...others])
  } finally {
    vi.useRealTimers()
  }
})

test('events of one sender take turns with those of another', async () => {
  const { come, end } = instance()
  const done: string[] = []
  const send = (sender: string) => come('POST', '/webhooks/razorpay', sender).then(() => done.push(sender))
  const forged = many(20, () => send('forger'))
  const real = send('gateway')
  for (let ends = 0; ends < 21; ends++) {
    await tick()
    end(1)
  }
  await Promise.all([...forged, real])
  expect(done.indexOf('gateway')).toBe(8)
})
