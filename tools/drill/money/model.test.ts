import { expect, inject, test } from 'vitest'
import { lengthOf, seed } from '../../../server/test/scope.ts'
import { drillModel } from './model.ts'
import { money } from './money.ts'

const SEQUENCES = lengthOf('SEQUENCES', { full: 50, usual: money.model.small, plain: 2 })

test('C18: the ledgers of gateway and shop agree after random sequences on two processes', {
  timeout: 300_000,
}, async () => {
  const { serverUrl, template } = inject('testDatabase')
  const prefix = template.replace('_template', '_model')
  const result = await drillModel({
    site: { serverUrl, prefix },
    seed,
    runs: SEQUENCES,
    stepsEach: 16,
    atOnce: SEQUENCES / 2,
  })
  expect(result.violations, `seed ${seed}`).toEqual([])
  expect(result).toMatchObject({ sequences: SEQUENCES, steps: SEQUENCES * 16 })
  expect(result.orders).toBeGreaterThan(SEQUENCES / 2)
  expect(result.payments).toBeGreaterThan(SEQUENCES / 10)
})
