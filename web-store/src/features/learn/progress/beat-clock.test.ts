import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBeatClock } from './beat-clock.ts'

test('only the time between run and halt counts', () => {
  const clock = createBeatClock()
  expect(clock.take(5_000)).toBe(0)
  clock.run(10_000)
  clock.halt(14_000)
  expect(clock.take(60_000)).toBe(4)
  expect(clock.take(90_000)).toBe(0)
})

test('a lesson that goes on is counted up to the moment it is taken', () => {
  const clock = createBeatClock()
  clock.run(0)
  expect(clock.take(10_000)).toBe(10)
  expect(clock.take(20_000)).toBe(10)
})

test('fractions wait for the next beat', () => {
  const clock = createBeatClock()
  clock.run(0)
  expect(clock.take(1_700)).toBe(1)
  expect(clock.take(2_400)).toBe(1)
  expect(clock.take(2_900)).toBe(0)
})

test('the next lesson goes on where the last one stopped', () => {
  const clock = createBeatClock()
  clock.run(0)
  clock.run(3_000)
  clock.halt(8_000)
  expect(clock.take(8_000)).toBe(8)
})

test('seconds that did not arrive go with the next beat, up to ten minutes', () => {
  const clock = createBeatClock()
  clock.run(0)
  clock.giveBack(clock.take(10_000))
  expect(clock.take(20_000)).toBe(20)
  for (let i = 0; i < 100; i++) clock.giveBack(60)
  expect(clock.take(20_000)).toBe(600)
})

test('a clock set back or a machine that slept never counts', () => {
  const clock = createBeatClock()
  clock.run(100_000)
  expect(clock.take(40_000)).toBe(0)
  expect(clock.take(50_000)).toBe(10)
  expect(clock.take(50_000 + 8 * 3_600_000)).toBe(70)
})

test('the seconds sent equal the seconds watched, whatever happens', () => {
  const step = fc.record({
    ms: fc.integer({ min: 0, max: 30_000 }),
    act: fc.constantFrom('run', 'halt', 'take', 'lose'),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 15 }), (steps) => {
      const clock = createBeatClock()
      let now = 0
      let watchedMs = 0
      let watching = false
      let notified = 0
      for (const { ms, act } of steps) {
        now += ms
        if (watching) watchedMs += ms
        if (act === 'run' || act === 'halt') {
          clock[act](now)
          watching = act === 'run'
          continue
        }
        const seconds = clock.take(now)
        expect(Number.isInteger(seconds) && seconds >= 0).toBe(true)
        if (act === 'lose') clock.giveBack(seconds)
        else notified += seconds
      }
      notified += clock.take(now)
      expect(notified).toBe(Math.floor(watchedMs / 1000))
    }),
    { seed: Number(process.env.DRILL_SEED ?? 1) },
  )
})
