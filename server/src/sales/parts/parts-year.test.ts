import { expect, test } from 'vitest'
import { livePlans } from '../../../test/plan-year.ts'
import { isPlainRun } from '../../../test/scope.ts'

const PLANS = isPlainRun ? 2 : 8

test('access and documents of plans through a year are those of a model', async () => {
  const { paid, paused } = await livePlans(PLANS)
  expect(paid).toBeGreaterThan(PLANS)
  expect(paused).toBeGreaterThan(0)
})
