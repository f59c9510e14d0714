// Runs before a release: lives through a year of 200 plans.

import { expect, test } from 'vitest'
import { livePlans } from '../../../test/plan-year.ts'

test('access and documents of 200 plans through a year are those of a model', { timeout: 1_800_000 }, async () => {
  const { paid, refunded, paused } = await livePlans(Number(process.env.PLANS ?? 200), 11)
  expect(paid).toBeGreaterThan(400)
  expect(refunded).toBeGreaterThan(20)
  expect(paused).toBeGreaterThan(1000)
})
