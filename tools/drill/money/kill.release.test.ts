// Runs before a release: kills the shop at named points of a purchase; model.test.ts holds the money meanwhile.

import { expect, inject, test } from 'vitest'
import { isFullRun, seed } from '../../../server/test/scope.ts'
import { drillKills, killPoints } from './kill.ts'
import { money } from './money.ts'
import { createRandom } from './random.ts'

const SOME = 4

test('a shop killed at any point of a purchase ends with what the gateway captured', {
  timeout: 600_000,
}, async () => {
  const { serverUrl, template } = inject('testDatabase')
  const prefix = template.replace('_template', '_kill')
  const points = isFullRun ? killPoints : drawPoints(seed)
  const results = await drillKills({ site: { serverUrl, prefix }, seed, points, runs: money.kill.small, lanes: 2 })
  const broken = results.filter(({ violations }) => violations.length > 0)
  expect(broken, `seed ${seed}`).toEqual([])
  expect(results.map(({ point }) => point).toSorted()).toEqual(points.toSorted())
  expect(results.reduce((sum, { payments }) => sum + payments, 0)).toBeGreaterThan(points.length)
})

/** Draws other points in every run; the seed of a failed run draws them again. */
function drawPoints(seed: number) {
  const random = createRandom(seed)
  const drawn = killPoints.map((point) => ({ point, at: random.next() })).toSorted((a, b) => a.at - b.at)
  return drawn.slice(0, SOME).map(({ point }) => point)
}
