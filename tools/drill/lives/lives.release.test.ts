// Runs before a release: starts three shops of two instances, and plays lives of months.

import { beforeAll, expect, inject, test } from 'vitest'
import { lengthOf } from '../../../server/test/scope.ts'
import { money } from '../money/money.ts'
import type { Ended } from './batch.ts'
import { drillLives, playKnown } from './lives.ts'

/** Changes with the release: the command plays any. */
const SEED = 7
const LIVES = lengthOf('LIVES', { full: 200, usual: money.lives.small, plain: money.lives.small / 2 })

const siteOf = (name: string) => {
  const { serverUrl, template } = inject('testDatabase')
  return { serverUrl, prefix: template.replace('_template', `_${name}`) }
}

test('random lives of buyers and shop match the second model of the specification each day', {
  timeout: 600_000,
}, async () => {
  const { violations, broken, lives } = await drillLives({ site: siteOf('lives'), seed: SEED, runs: LIVES, shrinks: 0 })
  expect(
    violations,
    broken.flatMap(({ number, played }) => [`life ${number} of seed ${SEED}`, ...played]).join('\n'),
  ).toEqual([])
  expect(lives).toBe(LIVES)
})

let known: Ended[]
beforeAll(async () => {
  known = await playKnown(siteOf('known'))
}, 300_000)
const wrongOf = (...numbers: number[]) =>
  known.filter(({ number }) => numbers.includes(number)).map(({ number, wrong }) => [number, wrong])
const right = (...numbers: number[]) => numbers.map((number) => [number, []])

test('a plan goes on once the refund of its part fails late, or its dispute is won', () => {
  expect(wrongOf(1, 2, 10)).toEqual(right(1, 2, 10))
})

test('a plan takes nothing for a course that a bundle or a gift gives', () => {
  expect(wrongOf(4, 5)).toEqual(right(4, 5))
})

test('a renewal whose first order goes back is a period of its own', () => {
  expect(wrongOf(6)).toEqual(right(6))
})

test('a late renewal sells no past day, and months keep the day of the first', () => {
  expect(wrongOf(9, 20)).toEqual(right(9, 20))
})

test('an order whose redeemed seat stays is partially refunded', () => {
  expect(wrongOf(14)).toEqual(right(14))
})

test('an upgrade ends with its purchase', () => {
  expect(wrongOf(15)).toEqual(right(15))
})

test('money that arrives once a date is over goes back', () => {
  expect(wrongOf(16)).toEqual(right(16))
})

test('an order that moved ends where it went', () => {
  expect(wrongOf(17)).toEqual(right(17))
})

test('a partner has a share of what others paid and stays', () => {
  expect(wrongOf(18)).toEqual(right(18))
})

test('a membership that is cancelled has no days of grace', () => {
  expect(wrongOf(19)).toEqual(right(19))
})

test('a plan keeps the agreed sums when the tax of the shop or of its course changes', () => {
  expect(wrongOf(7, 8)).toEqual(right(7, 8))
})

test('coins pay for one order, are owed once they are spent, and return where they paid alone', () => {
  expect(wrongOf(11, 12, 13)).toEqual(right(11, 12, 13))
})
