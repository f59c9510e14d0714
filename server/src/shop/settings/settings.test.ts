import { indianDay } from 'contract/indian-time'
import { shopDefaults, shopForPage, withChanges } from 'contract/shop/defaults'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let beside: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false, shop: {} })
  beside = await startTestServer({ work: false, beside: server })
})
afterAll(async () => {
  await beside.stop()
  await server.stop()
})

const put = async (body: object, ifMatch?: string) =>
  server.request('/api/admin/settings', {
    method: 'PUT',
    headers: {
      authorization: `bearer ${await server.adminToken()}`,
      'content-type': 'application/json',
      ...(ifMatch ? { 'if-match': ifMatch } : {}),
    },
    body: JSON.stringify(body),
  })

test('fresh settings are the defaults, for everyone', async () => {
  const owner = server.api(await server.adminToken())
  expect(await owner.settings.get()).toEqual(shopDefaults)
  expect(await server.api().settings.public()).toEqual(shopDefaults)
})

test('an absent field keeps its value; a field back at its default is no longer a change', async () => {
  const changed = await (await put({ claims: { enrolled_students: '12+' }, switches: { countdown: true } })).json()
  expect(changed.settings.claims).toEqual({ ...shopDefaults.claims, enrolled_students: '12+' })
  const { changes } = await server.db('shop_settings').first('changes')
  expect(changes).toEqual({ claims: { enrolled_students: '12+' }, switches: { countdown: true } })
  expect(withChanges(changes)).toEqual(changed.settings)
  await put({ claims: { enrolled_students: '' }, switches: { countdown: false } })
  expect((await server.db('shop_settings').first('changes')).changes).toEqual({})
})

test('a stale edit is a conflict that shows the present settings', async () => {
  const token = await server.adminToken()
  const loaded = await server.request('/api/admin/settings', { headers: { authorization: `bearer ${token}` } })
  const etag = loaded.headers.get('etag') ?? ''
  const first = await put({ brand: { line: 'One' } }, etag)
  expect([first.status, first.headers.get('etag') === etag]).toEqual([200, false])
  const second = await put({ brand: { line: 'Two' } }, etag)
  const body = await second.json()
  expect([second.status, body.code, body.current.brand.line]).toEqual([409, 'edit_conflict', 'One'])
})

test.each([
  [{ brand: { name: 'x' } }, 'Shop name must be at least 2 characters'],
  [{ contact: { email: 'nobody' } }, 'Invalid email address'],
  [{ contact: { phone: '123' } }, 'Phone number must be at least 10 digits'],
  [{ switches: { countdown: 'yes' } }, 'Must be true or false'],
  [{ testimonials: [{ name: 'A', role: '', text: 'Good', rating: 6, course_id: '', course: '' }] }, 'Rating must be'],
])('the settings refuse %j', async (body, message) => {
  const answer = await put(body)
  expect([answer.status, (await answer.json()).detail]).toEqual([422, expect.stringContaining(message)])
})

test('another instance reloads the settings, and pages carry only the differences', async () => {
  const { catalogue } = { catalogue: beside.ctx.db }
  await put({ legal: { terms: '## Ours\n\nNo refunds on Sundays.' }, brand: { name: 'Mela' } })
  const { changes } = await catalogue('shop_settings').first('changes')
  expect(shopForPage(changes, '/terms')?.legal?.terms).toContain('Sundays')
  expect(shopForPage(changes, '/')).toMatchObject({ own_texts: ['terms'], brand: { name: 'Mela' } })
  expect(JSON.stringify(shopForPage(changes, '/'))).not.toContain('Sundays')
  expect(shopForPage({}, '/')).toBeUndefined()
  expect((await beside.api().settings.public()).brand.name).toBe('Mela')
})

test('a testimonial without a letter gets the first one of its name', async () => {
  const input = { name: 'नेहा', role: 'Tailor', text: 'Good', rating: 4, course_id: '', course: '' }
  const { settings } = await (await put({ testimonials: [input] })).json()
  expect(settings.testimonials).toEqual([{ ...input, avatar: 'न' }])
})

test('a policy carries the day of its last text change, which no request can set', async () => {
  const dates = async () => (await server.api().settings.public()).legal.policy_dates
  const before = await dates()
  const today = indianDay(server.ctx.now())
  await put({ legal: { refund: '## Ours\n\nSeven days.', policy_dates: { ...before, delivery: '1999-01-01' } } })
  expect(await dates()).toEqual({ ...before, refund: today })
  await put({ legal: { delivery: '', policies_email: 'law@mela.example' } })
  expect(await dates()).toEqual({ ...before, refund: today })
  await put({ legal: { refund: '' } })
  expect(await dates()).toEqual({ ...before, refund: today })
  const changed = await server.db('activity').where({ kind: 'settings' }).orderBy('id', 'desc').first('after')
  expect(Object.keys(changed.after)).toEqual(['legal.refund'])
})

test('a built-in policy carries the day when the guarantee changed, one of the owner does not', async () => {
  const dates = async () => (await server.api().settings.public()).legal.policy_dates
  await put({ legal: { terms: '## Ours', refund: '' }, guarantee: { text: 'Try it.' } })
  server.clock.advance(3 * 86_400_000)
  const before = await dates()
  const today = indianDay(server.ctx.now())
  expect(before.refund).not.toBe(today)
  await put({ guarantee: { days: 14, text: 'Try it out.' } })
  expect(await dates()).toEqual({ ...before, refund: today, cancellation: today })
  server.clock.advance(86_400_000)
  await put({ guarantee: { days: 14, text: 'Try it.' } })
  expect(await dates()).toEqual({ ...before, refund: today, cancellation: today })
})
