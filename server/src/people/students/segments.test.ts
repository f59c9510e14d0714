import { DAY_MS } from 'contract/indian-time'
import type { SegmentRule } from 'contract/segments'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildEnrolment, buildLesson, buildPaidOrder } from '../../../test/catalogue-factories.ts'
import { buildAdmin, buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
  await fill()
})
afterAll(() => server.stop())

const now = Date.now()
const ago = (days: number) => new Date(now - days * DAY_MS)
const dayAgo = (days: number) => new Date(now - days * DAY_MS + 330 * 60_000).toISOString().slice(0, 10)

/** One student for each thing that a rule looks at; their names are what the tests find. */
async function fill() {
  const { db } = server
  for (const course_id of ['reels', 'ads']) {
    await buildCourse(db, { course_id, name: `The ${course_id} course` })
    for (const n of [1, 2]) await buildLesson(db, { course_id, lesson_id: `${course_id}_${n}` })
  }
  const student = async (name: string, input: { created_at?: Date } = {}) => {
    const { id } = await buildUser(db, { name, created_at: ago(100), ...input })
    return id
  }
  const enrol = (user_id: number, course_id: string, days: number) =>
    buildEnrolment(db, { user_id, course_id, granted_at: ago(days) })
  const learn = (user_id: number, lessons: number, days: number) =>
    db('lesson_progress').insert(
      Array.from({ length: lessons }, (_, n) => ({
        user_id,
        course_id: 'reels',
        lesson_id: `reels_${n + 1}`,
        seconds: 60,
        completed_at: ago(days),
        updated_at: ago(days),
      })),
    )
  const refund = (order_id: string, amount_paise: number, status = 'processed') =>
    db('refunds').insert({ refund_id: `rf_${order_id}`, order_id, payment_id: `pay_${order_id}`, amount_paise, status })
  const pay = (order_id: string, change: object = {}) =>
    db('orders')
      .where({ order_id })
      .update({ payment_id: `pay_${order_id}`, captured_paise: 49_900, ...change })

  await student('Nobody', { created_at: ago(3) })
  const done = await student('Done')
  await enrol(done, 'reels', 40)
  await learn(done, 2, 35)
  const idle = await student('Idle')
  await enrol(idle, 'reels', 40)
  const halted = await student('Halted')
  await enrol(halted, 'reels', 40)
  await learn(halted, 1, 20)
  const twice = await student('Twice')
  await enrol(twice, 'reels', 2)
  await enrol(twice, 'ads', 1)
  const part = await student('Part')
  const { order_id } = await enrol(part, 'ads', 60)
  await pay(order_id, { status: 'partially_refunded', paid_at: ago(60) })
  await refund(order_id, 20_000)
  const back = await student('Back')
  const gone = await buildPaidOrder(db, { user_id: back, course_id: 'ads' })
  await pay(gone.order_id, { status: 'refunded', paid_at: ago(60) })
  await refund(gone.order_id, 49_900)
  const input = await student('Given')
  const admin = await buildAdmin(db)
  await db('enrolments').insert({ user_id: input, course_id: 'ads', given_by: admin.id, granted_at: ago(5) })
  await db('users')
    .where({ id: input })
    .update({ language: 'hi', last_seen_at: ago(1) })
  await db('users')
    .where({ id: done })
    .update({ last_seen_at: ago(30) })
  const agree = (user_id: number, agreed: boolean, days: number) =>
    db('consents').insert({ user_id, purpose: 'news_email', agreed, changed_at: ago(days) })
  await agree(input, true, 5)
  await agree(done, true, 5)
  await agree(done, false, 4)
  await agree(idle, true, 5)
  await db('users').where({ id: idle }).update({ email_proven_at: null })
  await db('orders')
    .where({ user_id: done })
    .update({ paid_at: ago(40) })
}

const find = async (...all: SegmentRule[]) => {
  const support = server.api(await server.adminToken('support'))
  return (await support.users.list({ segment: JSON.stringify({ all }), sort: 'name' })).map(({ name }) => name)
}

const everybody = ['Back', 'Done', 'Given', 'Halted', 'Idle', 'Nobody', 'Part', 'Twice']

test.each<[SegmentRule, string[]]>([
  [{ bought: ['ads'] }, ['Part', 'Twice']],
  [{ bought: ['ads', 'reels'] }, ['Done', 'Halted', 'Idle', 'Part', 'Twice']],
  [{ not_bought: ['ads'] }, ['Back', 'Done', 'Halted', 'Idle', 'Nobody']],
  [{ bought_since: dayAgo(10) }, ['Halted', 'Idle', 'Twice']],
  [{ spent: { min: 499.01 } }, ['Twice']],
  [{ spent: { min: 299, max: 499 } }, ['Done', 'Halted', 'Idle', 'Part']],
  [{ spent: { max: 299 } }, ['Back', 'Given', 'Nobody', 'Part']],
  [{ spent: { min: 0, max: 0 } }, ['Back', 'Given', 'Nobody']],
  [{ joined_since: dayAgo(3) }, ['Nobody']],
  [{ last_seen_before: dayAgo(10) }, everybody.filter((name) => name !== 'Given')],
  [{ finished: 'reels' }, ['Done']],
  [{ done: 'reels', percent: 50 }, ['Done', 'Halted']],
  [{ done: 'reels', percent: 51 }, ['Done']],
  [{ not_started: 'reels', days: 30 }, ['Idle']],
  [{ not_started: 'reels', days: 1 }, ['Idle', 'Twice']],
  [{ stopped: 'reels', days: 10 }, ['Halted']],
  [{ stopped: 'reels', days: 30 }, []],
  [{ language: 'hi' }, ['Given']],
  // Idle bought it with an order of the shop, which proves the address.
  [{ consent: 'news_email' }, ['Given', 'Idle']],
])('%j finds its students', async (rule, names) => {
  expect(await find(rule)).toEqual(names)
})

test('every rule has to fit, together with the search; no rule fits everybody', async () => {
  expect(await find()).toEqual(everybody)
  expect(await find({ bought: ['reels'] }, { not_started: 'reels', days: 1 }, { not_bought: ['ads'] })).toEqual([
    'Idle',
  ])
  const support = server.api(await server.adminToken('support'))
  const segment = JSON.stringify({ all: [{ bought: ['ads'] }] })
  expect((await support.users.list({ segment, q: 'tw' })).map(({ name }) => name)).toEqual(['Twice'])
  const answer = await server.request(`/api/admin/users?limit=1&segment=${encodeURIComponent(segment)}`, {
    headers: { authorization: `bearer ${await server.adminToken('support')}` },
  })
  expect(answer.headers.get('x-total-count')).toBe('2')
})

test.each([
  'bought',
  '[]',
  '{"any":[]}',
  '{"all":[{"tagged":"vip"}]}',
  '{"all":[{"bought":[]}]}',
  '{"all":[{"bought":["ads"],"language":"hi"}]}',
  '{"all":[{"bought_since":"yesterday"}]}',
  '{"all":[{"spent":{}}]}',
  '{"all":[{"not_started":"ads"}]}',
  '{"all":[{"language":"fr"}]}',
  '{"all":[{"consent":"news_message"}]}',
])('%s is no segment: 422', async (segment) => {
  const support = server.api(await server.adminToken('support'))
  await expect(support.users.list({ segment })).rejects.toMatchObject({ status: 422 })
})

test('a row has courses, the sum after refunds, the last visit and the progress; the list sorts by them', async () => {
  const support = server.api(await server.adminToken('support'))
  const rows = await support.users.list({})
  const rowOf = (name: string) => rows.find((row) => row.name === name)
  expect(rowOf('Twice')).toMatchObject({
    spent: 998,
    last_seen: null,
    progress: 0,
    courses: [
      { course_id: 'ads', name: 'The ads course' },
      { course_id: 'reels', name: 'The reels course' },
    ],
  })
  expect(rowOf('Part')).toMatchObject({ spent: 299, courses: [{ course_id: 'ads' }] })
  expect(rowOf('Back')).toMatchObject({ spent: 0, courses: [], progress: null })
  expect(rowOf('Halted')).toMatchObject({ progress: 50 })
  expect(rowOf('Done')).toMatchObject({ progress: 100, last_seen: ago(30).toISOString() })
  const first = async (sort: NonNullable<Parameters<typeof support.users.list>[0]['sort']>) =>
    (await support.users.list({ sort, limit: '2' })).map(({ name }) => name)
  expect(await first('-spent')).toEqual(['Twice', expect.any(String)])
  expect((await first('-courses'))[0]).toBe('Twice')
  expect(await first('-last_seen')).toEqual(['Given', 'Done'])
  expect((await first('newest'))[0]).toBe('Nobody')
  expect(await support.users.list({ sort: 'spent', limit: '3' })).toMatchObject([
    { spent: 0 },
    { spent: 0 },
    { spent: 0 },
  ])
  const page = await support.users.list({ sort: 'spent', limit: '2', offset: '3' })
  expect(page).toMatchObject([{ name: 'Part' }, { spent: 499 }])
})

test('the export has the students of the filter, or those that are named', async () => {
  const token = await server.adminToken()
  const rowsOf = async (query: string) => {
    const answer = await server.request(`/api/admin/export/users.csv?${query}`, {
      headers: { authorization: `bearer ${token}` },
    })
    const [head = '', ...rows] = (await answer.text()).trimEnd().split('\r\n')
    expect(head).toContain('Courses,Spent,Joined,Last seen,')
    return rows.map((row) => row.split(',')[1])
  }
  const segment = encodeURIComponent(JSON.stringify({ all: [{ spent: { min: 400 } }] }))
  expect((await rowsOf(`segment=${segment}`)).toSorted()).toEqual(['Done', 'Halted', 'Idle', 'Twice'])
  expect(await rowsOf(`segment=${segment}&q=twice`)).toEqual(['Twice'])
  const { user_id } = await server.db('users').where({ name: 'Back' }).first('user_id')
  expect(await rowsOf(`ids=${user_id},usr_nobody`)).toEqual(['Back'])
})

test('the last visit is stored once an hour, and not for an admin who looks on', async () => {
  const { db } = server
  const user = await buildUser(db, { name: 'Seen' })
  const seen = async () => (await db('users').where({ id: user.id }).first('last_seen_at')).last_seen_at
  const visit = async () => server.api(await server.userToken(user)).account.profile()
  expect(await seen()).toBeNull()
  await visit()
  const first = await seen()
  expect(first).not.toBeNull()
  await visit()
  expect(await seen()).toEqual(first)
  await db('users')
    .where({ id: user.id })
    .update({ last_seen_at: ago(1) })
  const support = server.api(await server.adminToken('support'))
  const { code } = await support.students.beginView({ params: { id: user.user_id } })
  const { access_token } = await server.api().students.openView({ code })
  await server.api(access_token).account.profile()
  expect(Date.parse(await seen())).toBe(ago(1).getTime())
  await visit()
  expect(Date.parse(await seen())).toBeGreaterThan(now)
})
