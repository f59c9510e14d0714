import { DAY_MS } from 'contract/indian-time'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { ownerAlertEmail } from '../../platform/mail/shop-emails.ts'
import { walletIsItsEntries } from '../../shop/users/users.invariants.ts'
import { findBroken } from '../jobs/broken.queries.ts'
import { checkTonight } from './invariants.jobs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

const alerts = () => server.db('owner_alerts').where({ kind: 'invariant' }).orderBy('created_at').pluck('alert_key')
const line = async () => {
  const { lines } = await server.api(await server.adminToken()).overview.todo()
  return lines.find(({ kind }) => kind === 'invariant')
}

test('a broken invariant alerts the owners once a day and stands on the list of what to do until it holds again', async () => {
  const { id, user_id, name, email } = await buildUser(server.db)
  await checkTonight(server.ctx)
  expect([await alerts(), await line()]).toEqual([[], undefined])
  await server.db('users').where({ id }).update({ coins: 7 })
  for (let run = 0; run < 2; run++) await checkTonight(server.ctx)
  const since = await line()
  expect(since).toMatchObject({ count: 1, words: walletIsItsEntries.sentence, since: expect.any(String) })
  expect(await findBroken(server.db)).toMatchObject([{ ids: [user_id] }])
  expect(await alerts()).toHaveLength(1)
  server.clock.advance(DAY_MS)
  await checkTonight(server.ctx)
  expect(await alerts()).toHaveLength(2)
  expect(await line()).toEqual(since)
  // The log names the row, and nobody.
  const logged = server.logged.filter((one) => one.includes('an invariant of the shop is broken')).join('\n')
  expect(logged).toContain(user_id)
  for (const word of [name, email]) expect(logged).not.toContain(word)
  await server.db('users').where({ id }).update({ coins: 0 })
  await checkTonight(server.ctx)
  expect([await line(), (await alerts()).length]).toEqual([undefined, 2])
})

test('the alert names the rule that is broken, and the command that shows its rows', () => {
  const alert = { kind: 'invariant', order_id: null, order_no: null, broken: [walletIsItsEntries.sentence] }
  const { subject, text } = ownerAlertEmail(alert)({ shopName: 'My shop', storeUrl: 'https://shop.example' })
  expect(subject).toBe('The nightly check of your shop found a difference')
  expect(text).toContain(walletIsItsEntries.sentence)
  expect(text).toContain('npm run doctor -- invariants')
})
