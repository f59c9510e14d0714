// Runs before a release: kills two instances while events go to addresses that work, are slow, fail or are gone.
// `WEBHOOK_EVENTS=100000 TEST_ALL=1 npx vitest run tools/drill/webhooks` plays the whole length.

import { expect, inject, test } from 'vitest'
import { lengthOf, seed } from '../../../server/test/scope.ts'
import { drillWebhooks } from './webhooks.ts'

const events = lengthOf('WEBHOOK_EVENTS', { full: 20_000, usual: 1_000 })
const kills = lengthOf('WEBHOOK_KILLS', { full: 30, usual: 4 })

test('every committed event arrives with one id, and no other, while both instances are killed', {
  timeout: 3_600_000,
}, async () => {
  const { serverUrl, template } = inject('testDatabase')
  const site = { serverUrl, prefix: template.replace('_template', '_hooks') }
  const { violations, ...result } = await drillWebhooks({ site, seed, events, kills })
  console.info(JSON.stringify(result))
  expect(violations, `seed ${seed}`).toEqual([])
  expect(result).toMatchObject({ kills, committed: events - result.rolledBack })
})
