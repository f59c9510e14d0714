import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildEnrolment, buildPaidOrder } from '../../../../test/catalogue-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../../test/server.ts'

let server: TestServer
let owner: ApiClient
beforeAll(async () => {
  server = await startTestServer({ work: false })
  owner = server.api(await server.adminToken())
})
afterAll(() => server.stop())

type Query = Parameters<ApiClient['courses']['adminList']>[0]

async function idsOf(query: Query): Promise<string[]> {
  const { courses } = await owner.courses.adminList({ fields: 'list', ...query })
  return courses.map(({ course_id }) => course_id)
}

/** All pages of two, one after the other. */
async function paged(query: Query): Promise<string[]> {
  const pages: string[][] = []
  do pages.push(await idsOf({ ...query, limit: '2', offset: String(2 * pages.length) }))
  while (pages.at(-1)?.length === 2)
  return pages.flat()
}

test('the list goes by sales and by students over all of its pages, and who has as many by id', async () => {
  const { db } = server
  // The expected order is neither by name nor by id nor by age.
  const sold = { 'order-d': 0, 'order-a': 3, 'order-e': 3, 'order-b': 0, 'order-c': 3 }
  for (const [course_id, times] of Object.entries(sold)) {
    await buildCourse(db, { course_id, name: `Order ${course_id}`, position: 0 })
    for (let at = 0; at < times; at += 1) await buildPaidOrder(db, { course_id })
  }
  // Bought and refunded: no sale, as the column counts it.
  const back = await buildPaidOrder(db, { course_id: 'order-d' })
  const payment_id = 'pay_back'
  await db('orders').where({ order_id: back.order_id }).update({ status: 'refunded', payment_id })
  const input = { refund_id: 'rf_back', order_id: back.order_id, payment_id, status: 'processed' }
  await db('refunds').insert({ ...input, amount_paise: 49_900 })
  // Each course is sold by an order of its own.
  for (const course_id of ['order-b', 'order-b', 'order-d']) await buildEnrolment(db, { course_id })
  await buildEnrolment(db, { course_id: 'order-a', revoked_at: new Date() })

  const bySales = ['order-a', 'order-c', 'order-e', 'order-b', 'order-d']
  expect(await idsOf({ sort: '-sales' })).toEqual(bySales)
  expect(await paged({ sort: '-sales' })).toEqual(bySales)
  expect(await paged({ sort: 'sales' })).toEqual(['order-d', 'order-b', 'order-c', 'order-e', 'order-a'])
  const { courses: shown } = await owner.courses.sales({ ids: bySales.join(',') })
  const salesOf = new Map(shown.map(({ course_id, sales }) => [course_id, sales]))
  expect(bySales.map((id) => salesOf.get(id))).toEqual([4, 3, 3, 2, 1])

  const { courses: cards } = await owner.courses.adminList({ fields: 'list', sort: '-students' })
  const students = cards.flatMap((card) => ('students' in card ? [[card.course_id, card.students]] : []))
  expect(students).toEqual([['order-b', 2], ['order-d', 1], ...['order-a', 'order-c', 'order-e'].map((id) => [id, 0])])
  expect(await paged({ sort: '-students' })).toEqual(students.map(([id]) => id))
  expect(await paged({ sort: 'students' })).toEqual(['order-a', 'order-c', 'order-e', 'order-d', 'order-b'])

  // Search and states narrow it as before; whole courses have the same order.
  await owner.courses.setPlacement({ params: { id: 'order-e' }, body: { state: 'draft' } })
  expect(await idsOf({ sort: '-sales', status: 'published' })).toEqual(['order-a', 'order-c', 'order-b', 'order-d'])
  expect(await idsOf({ sort: '-sales', q: 'order-c' })).toEqual(['order-c'])
  expect(await idsOf({ sort: '-sales', ids: 'order-d,order-c' })).toEqual(['order-c', 'order-d'])
  const whole = await owner.courses.adminList({ sort: '-sales', limit: '1' })
  expect(whole.courses[0]).toMatchObject({ course_id: 'order-a', long_description: expect.any(String) })
  const answer = await server.request('/api/admin/courses/get_all_courses?fields=list&sort=-sales&limit=1', {
    headers: { authorization: `Bearer ${await server.adminToken()}` },
  })
  expect(answer.headers.get('x-total-count')).toBe('5')
})

test('only an owner learns the order of sales; an editor has that of students', async () => {
  const editor = server.api(await server.adminToken('editor'))
  for (const sort of ['sales', '-sales'] as const) {
    await expect(editor.courses.adminList({ sort })).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  }
  expect((await editor.courses.adminList({ fields: 'list', sort: '-students' })).courses.length).toBeGreaterThan(0)
  await expect(owner.courses.adminList({ sort: 'lessons' as 'name' })).rejects.toMatchObject({ status: 422 })
})

test('however many courses there are, what was sold and who has what is read once, not for each course', async () => {
  const { db } = server
  await db.raw(`insert into courses (course_id, name, description, long_description, header_text, header_below, price_paise, banner)
    select 'many-' || n, 'Many ' || n, description, long_description, header_text, header_below, price_paise, banner
    from courses, generate_series(1, 300) n where course_id = 'order-a'`)
  await db.raw(`insert into day_courses (day, course_id, orders, revenue_paise)
    select date '2025-01-01' + n % 300, 'many-' || (n % 300 + 1), n % 7, 100 from generate_series(1, 3000) n on conflict do nothing`)
  await db.raw('analyze courses, day_courses, enrolments')
  const requested: { sql: string; bindings: readonly string[] }[] = []
  const note = (query: { sql: string; bindings: readonly string[] }) => requested.push(query)
  server.ctx.db.on('query', note)
  for (const sort of ['-sales', '-students'] as const) await idsOf({ sort, limit: '50', offset: '200' })
  server.ctx.db.off('query', note)
  const ordering = requested.filter(({ sql }) => sql.includes('counted.number'))
  expect(ordering).toHaveLength(2)
  for (const { sql, bindings } of ordering) {
    const { rows } = await db.raw(
      `explain (analyze, timing off, summary off, format json) ${sql.replaceAll(/\$\d+/g, '?')}`,
      [...bindings],
    )
    const reads = scans(rows[0]['QUERY PLAN'][0].Plan)
    expect(reads.length).toBeGreaterThan(1)
    expect(reads.filter(({ loops }) => loops > 1)).toEqual([])
  }
})

type Plan = { 'Relation Name'?: string; 'Actual Loops': number; Plans?: Plan[] }

const scans = (plan: Plan): { table: string; loops: number }[] => [
  ...(plan['Relation Name'] ? [{ table: plan['Relation Name'], loops: plan['Actual Loops'] }] : []),
  ...(plan.Plans ?? []).flatMap(scans),
]
