import { expect, inject, test } from 'vitest'
import { drillKills, killPoints } from './kill.ts'

test('killed at any point of a purchase, the shop comes back to what the gateway booked', {
  timeout: 600_000,
}, async () => {
  const { serverUrl, template } = inject('testDatabase')
  const prefix = template.replace('_template', '_kill')
  const seed = Number(process.env.DRILL_SEED ?? Date.now() % 1e9)
  const results = await drillKills({ serverUrl, prefix, seed, runs: 1, lanes: 2 })
  const broken = results.filter(({ violations }) => violations.length > 0)
  expect(broken, `seed ${seed}`).toEqual([])
  expect(results.map(({ point }) => point).toSorted()).toEqual(killPoints.toSorted())
  expect(results.reduce((sum, { payments }) => sum + payments, 0)).toBeGreaterThan(killPoints.length)
})
