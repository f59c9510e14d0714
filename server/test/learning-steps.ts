import { fc } from './fast-check.ts'

export const STUDENTS = 3

const who = fc.nat({ max: STUDENTS - 1 })
/** Mostly an existing one. */
const lesson = fc.oneof({ weight: 9, arbitrary: fc.nat({ max: 1 }) }, { weight: 2, arbitrary: fc.nat({ max: 4 }) })
/**
 * Mostly a player's report each 10 s; also nothing, slightly more than the elapsed time, and an hour that nobody
 * watched.
 */
const seconds = fc.oneof(
  { weight: 6, arbitrary: fc.double({ min: 0, max: 14, noNaN: true }) },
  { weight: 2, arbitrary: fc.constantFrom(0, 0.4, 10, 15, 60) },
  { weight: 1, arbitrary: fc.constantFrom(3_600, 86_400) },
)
/** Seeks, rewinds, positions from before an interruption; from two tabs, each with sequence numbers in any order. */
const position = fc.record({
  second: fc.double({ min: 0, max: 900, noNaN: true }),
  length: fc.option(fc.constantFrom(600, 900), { nil: undefined }),
  tab: fc.constantFrom('one', 'two'),
  number: fc.integer({ min: 1, max: 6 }),
  age: fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: 1, max: 90_000 })),
})
const beat = fc.record({
  kind: fc.constant('beat' as const),
  who,
  lesson,
  seconds,
  completed: fc.option(fc.boolean(), { nil: undefined, freq: 3 }),
  position: fc.option(position, { nil: undefined }),
})
/**
 * Mostly just after the owner set the time, which opens the live lesson a quarter of an hour before, or cancelled it.
 */
const join = fc.record({
  kind: fc.constant('join' as const),
  who,
  owner: fc.constantFrom('set', 'set', 'cancel', 'nothing'),
  minutesAhead: fc.integer({ min: 1, max: 25 }),
})
/** Steps in a course, in any order. */
export const step = fc.oneof(
  { weight: 30, arbitrary: beat },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 16_000 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 60_000, max: 20 * 86_400_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('addLesson' as const), first: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('dropLesson' as const), lesson }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refund' as const), who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('giveBack' as const), who }) },
  { weight: 10, arbitrary: join },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('addRecording' as const) }) },
)
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
