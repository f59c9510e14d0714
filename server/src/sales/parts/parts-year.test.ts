import { expect, test } from 'vitest'
import { livePlans } from '../../../test/plan-year.ts'

test('access and papers of plans through a year are those of a model', { timeout: 120_000 }, async () => {
  const { paid, paused } = await livePlans(8)
  expect(paid).toBeGreaterThan(8)
  expect(paused).toBeGreaterThan(0)
})
