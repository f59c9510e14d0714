import { expect, inject, test } from 'vitest'
import { drillModel } from './model.ts'

test('C18 random sequences on two processes: the books of the gateway and of the shop say the same', {
  timeout: 300_000,
}, async () => {
  const { serverUrl, template } = inject('testDatabase')
  const prefix = template.replace('_template', '_model')
  const seed = Number(process.env.DRILL_SEED ?? Date.now() % 1e9)
  const result = await drillModel({ serverUrl, prefix, seed, runs: 50, stepsEach: 16, atOnce: 25 })
  expect(result.violations, `seed ${seed}`).toEqual([])
  expect(result).toMatchObject({ sequences: 50, steps: 800 })
  expect(result.orders).toBeGreaterThan(25)
  expect(result.payments).toBeGreaterThan(5)
})
