import { expect, inject, test } from 'vitest'
import { lengthOf, seed } from '../../../server/test/scope.ts'
import { createRandom } from '../money/random.ts'
import { withPlace } from '../shop.ts'
import { DAY, HOUR, openWorld } from './world.ts'
import { liveMembershipYear, spaceLooks } from './year.ts'

const days = lengthOf('MEMBERSHIP_DAYS', { full: 80, usual: 50, plain: 40 })

const siteOf = (name: string) => {
  const { serverUrl, template } = inject('testDatabase')
  return { serverUrl, prefix: template.replace('_template', name) }
}

test('months of memberships equal a model each day, whatever events are lost and whoever dies', {
  timeout: 600_000,
}, async () => {
  const { violations, ...result } = await liveMembershipYear({ site: siteOf('_members'), count: 20, seed, days })
  expect(violations, `seed ${seed}: ${JSON.stringify(result)}`).toEqual([])
  expect(result.debits).toBeGreaterThan(20)
})

test('a shop that looks some days apart finds an end of which it was not notified', async () => {
  await withPlace(async (place) => {
    const url = await (await place.databases(siteOf('_looks'))).create('members')
    const start = Date.parse('2027-01-01T12:00:00+05:30')
    const world = await openWorld(place, url, { count: 1, random: createRandom(seed), start })
    const yearly = world.terms.find(({ months }) => months === 12)
    const body = { membership_id: yearly?.id, billing_state: '27' }
    await world.request('/api/user/memberships', { token: world.people[0]?.token, body })
    const member = () => world.db('members').first('subscription_id', 'charge_at', 'ended_at')
    const { subscription_id } = await member()
    await world.gateway(`subscriptions/${subscription_id}/approve`)
    await world.sendEvents(false)
    await world.work()
    expect(await member()).toMatchObject({ charge_at: expect.any(String), ended_at: null })
    await world.gateway(`subscriptions/${subscription_id}/app/cancel`)
    for (let day = 0; day < 12; day++) {
      await world.setClock(start + day * DAY + 9 * HOUR)
      await world.work('evening')
      await spaceLooks(world, 10)
    }
    expect((await member()).ended_at).not.toBeNull()
  })
})
