import { NoticeUse } from 'contract/notices/notices'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
let owner: ReturnType<TestServer['api']>
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.clock.set(new Date('2027-03-04T05:06:07Z'))
  owner = server.api(await server.adminToken())
  await server.db('consents').delete()
  await server.db('notices').delete()
  await owner.settings.update({ body: { children: { ask: false }, checkout_questions: [] } })
})

const page = (search = '') => server.request(`/privacy/notice${search}`)
const read = async (search = '') => (await page(search)).text()

async function agree() {
  const user = await buildUser(server.db)
  const { consents } = server.api(await server.userToken(user))
  await consents.change({ params: { purpose: 'news_email' }, body: { agreed: true, at: 'checkout' } })
  return server.db('consents').where({ user_id: user.id }).first('notice_version', 'how')
}

/** The text that the shop prepares, with another introduction. */
async function publish(lead: string) {
  const { version, prepared } = await owner.notices.get()
  const texts = { ...prepared, en: { ...prepared.en, lead } }
  return owner.notices.publish({ after: version, texts })
}

test('an unchanged shop has version 1, which it prepared, with the three links of the law', async () => {
  const text = await read('?lang=en')
  expect(text).toContain('Version 1')
  for (const link of ['/dashboard/settings#consents', '/privacy/request', 'https://www.meity.gov.in/']) {
    expect(text).toContain(`href="${link}`)
  }
  expect(text).not.toMatch(/WhatsApp|Meta|spreadsheet|under 18/)
  expect(await read('?lang=hi')).toContain('lang="hi-IN"')
  expect(await server.db('notices')).toEqual([])
})

test('a use is listed while it is on, and the first consent under it makes a version', async () => {
  expect(await agree()).toEqual({ notice_version: 1, how: 'checkout' })
  expect(await agree()).toEqual({ notice_version: 1, how: 'checkout' })
  await owner.settings.update({ body: { children: { ask: true } } })
  expect(await read('?lang=en')).toMatch(/Version 2[^,]/)
  expect(await read('?lang=en')).toContain('whether you are 18 or older')
  expect(await agree()).toEqual({ notice_version: 2, how: 'checkout' })
  expect(await read('?lang=en&version=1')).not.toContain('whether you are 18 or older')
})

test('the owner publishes the next version, and earlier ones stay readable', async () => {
  await agree()
  await publish('Our own words')
  const published = await publish('Words <b>of</b> version 3')
  expect(published).toMatchObject({ version: 3, own: true, missing: [] })
  expect(published.versions.map(({ version, own }) => [version, own])).toEqual([
    [3, true],
    [2, true],
    [1, false],
  ])
  expect(await read('?lang=en')).toContain('Words &lt;b&gt;of&lt;/b&gt; version 3')
  expect(await read('?lang=en&version=2')).toContain('Our own words')
  expect(await read('?lang=en&version=2')).toContain('This is an earlier version.')
  expect(await read('?lang=en&version=1')).toContain('These are all the data')
  expect(await agree()).toEqual({ notice_version: 3, how: 'checkout' })
  expect((await server.db('activity').orderBy('id', 'desc').first()).target_name).toBe('Privacy notice, version 3')
})

test('version 1 is stored with the first version of the owner, and what is switched on later is named to them', async () => {
  expect((await publish('Our own words')).versions.map(({ version }) => version)).toEqual([2, 1])
  await owner.settings.update({ body: { children: { ask: true } } })
  expect((await owner.notices.get()).missing).toEqual(['children'])
  expect(await read('?lang=en')).not.toContain('whether you are 18 or older')
})

test('a version is published once: another window is refused with the present one', async () => {
  const { version, prepared } = await owner.notices.get()
  const both = await Promise.allSettled([1, 2].map(() => owner.notices.publish({ after: version, texts: prepared })))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(owner.notices.publish({ after: version, texts: prepared })).rejects.toMatchObject({
    status: 409,
    code: 'edit_conflict',
    data: { current: { version: 2 } },
  })
})

test.each(['0', '2', '999999', '-1', 'x', '1.5', '1e3'])(
  'the address of a notice’s version %s is 404',
  async (version) => {
    const answer = await page(`?version=${encodeURIComponent(version)}`)
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('Privacy notice')
  },
)

test('every use has a line in every language', async () => {
  const { preparedNotice } = await import('./prepared-notice.ts')
  const texts = preparedNotice(NoticeUse.options)
  const [en, hi, mr] = [texts.en, texts.hi, texts.mr].map(({ lines }) => lines)
  expect(en).toHaveLength(NoticeUse.options.length)
  for (const at of en?.keys() ?? []) {
    expect(hi?.[at]?.data).not.toBe(en?.[at]?.data)
    expect(mr?.[at]?.data).not.toBe(en?.[at]?.data)
  }
})
