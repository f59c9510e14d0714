import { expect, inject, test } from 'vitest'
import { lengthOf, seed } from '../../../server/test/scope.ts'
import { liveMembershipYear } from './year.ts'

const days = lengthOf('MEMBERSHIP_DAYS', { full: 80, usual: 50, plain: 40 })

test('months of memberships equal a model each day, whatever events are lost and whoever dies', {
  timeout: 600_000,
}, async () => {
  const { serverUrl, template } = inject('testDatabase')
  const site = { serverUrl, prefix: template.replace('_template', '_members') }
  const { violations, ...result } = await liveMembershipYear({ site, count: 20, seed, days })
  expect(violations, `seed ${seed}: ${JSON.stringify(result)}`).toEqual([])
  expect(result.debits).toBeGreaterThan(20)
})
