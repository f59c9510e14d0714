// Runs before a release: a year of memberships. `MEMBERSHIPS=200 npx vitest run tools/drill/memberships/memberships-year.release` plays the whole length.

import { expect, inject, test } from 'vitest'
import { lengthOf, seed } from '../../../server/test/scope.ts'
import { liveMembershipYear } from './year.ts'

const count = lengthOf('MEMBERSHIPS', { full: 200, usual: 40 })

test('a year of memberships equals a model each day, whatever events are lost and whoever dies', {
  timeout: 3 * 3_600_000,
}, async () => {
  const { serverUrl, template } = inject('testDatabase')
  const site = { serverUrl, prefix: template.replace('_template', '_year') }
  const onMonth = (soFar: object) => console.info(JSON.stringify(soFar))
  const { violations, ...result } = await liveMembershipYear({ site, count, seed, lag: 10, onMonth })
  console.info(JSON.stringify(result))
  expect(violations, `seed ${seed}`).toEqual([])
  expect(result.compared).toBe(366)
})
