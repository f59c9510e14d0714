import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { demoShop } from 'contract/shop/demo'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyDemo } from '../../server/src/sales/before-live/empty-demo.ts'
import { buildCourse, buildPaidOrder, buildStudentRow } from '../../server/test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../server/test/server.ts'
import { DEMO_STUDENT, seedDemo } from './seed.ts'

const REELS = 'reels-growth-mega-bundle'

let server: TestServer
const seed = () => {
  const { ctx } = server
  return seedDemo({ ...ctx, config: { ...ctx.config, demoPassword: 'a demo password' } })
}
beforeEach(async () => {
  server = await startTestServer({ work: false, shop: {}, inTest: true })
  expect(await seed()).toBe(true)
})
afterEach(async () => {
  await server.stop()
})

const owner = async () => server.api(await server.adminToken())
const countOf = async (table: string) => Number((await server.db(table).count('* as n').first())?.n)

/** Rows of the tables that a shop of before its first visitor has none of. */
async function leftovers() {
  const { rows } = await server.db.raw<{ rows: { name: string }[] }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  )
  const ofEveryShop =
    /^(activity|activity_chain|admins|call_tries|catalogue_version|claim_rules|job_rounds|known_devices|known_place|letter_.*|letters|migrations|partner_tds|policy_texts|rate_limits|referral_settings|sequences|sessions|shop_settings|unreferenced_files)$/
  const counted = await Promise.all(
    rows.filter(({ name }) => !ofEveryShop.test(name)).map(async ({ name }) => [name, await countOf(name)] as const),
  )
  return counted.filter(([, count]) => count > 0)
}

test('the demo has neither a clock nor a next price', async () => {
  expect((await (await owner()).settings.get()).switches).toEqual({ countdown: false, next_price: false })
})

test('the owner sees the size of the demo, answers once, and one press leaves a new shop with numbers from 1', async () => {
  const api = await owner()
  expect((await api.overview.todo()).demo).toEqual({ courses: 12, orders: 9, students: 2, asked: false })
  await api.beforeLive.settle({ step: 'demo_seen', settled: true })
  expect((await api.overview.todo()).demo).toMatchObject({ asked: true })
  expect((await server.api(await server.adminToken('support')).overview.todo()).demo).toBeNull()

  await api.settings.update({ body: { brand: { name: 'Mela' }, contact: { hours: 'Always' } } })
  await api.beforeLive.begin()
  expect(await leftovers()).toEqual([])
  const settings = await api.settings.get()
  expect(settings).toMatchObject({
    brand: { name: 'Mela', logo_text: '', line: '', description: '' },
    contact: { address: [], phone: '', email: '', hours: 'Always' },
    testimonials: [],
    claims: { enrolled_students: '' },
    guarantee: { days: 0 },
    switches: { countdown: false, next_price: false },
  })
  expect((await api.overview.todo()).demo).toBeNull()
  await server.answerWaiting('remove-files')
  expect(await readdir(join(server.dataDir, 'media'))).toEqual([])

  expect(await seed()).toBe(false)
  const { course_id } = await buildCourse(server.db)
  await buildPaidOrder(server.db, { course_id })
  expect((await server.db('orders').first('order_no')).order_no).toMatch(/-00001$/)
  // Neither does the next start bring the demo back, nor does a second press remove anything.
  await api.beforeLive.begin()
  expect(await countOf('orders')).toBe(1)
})

const monthsOf = (now: Date) => [0, 1, 2].map((back) => new Date(now.getFullYear(), now.getMonth() - back, 15))

test('orders, months and payouts of the demo agree, and payouts go with it', async () => {
  const api = await owner()
  const paid = await server.db('orders').whereNotNull('paid_at').sum('captured_paise as sum').first()
  const months = monthsOf(server.ctx.now()).map((day) => day.toISOString().slice(0, 7))
  const read = async () => {
    const sums = []
    for (const month of months) {
      await api.settlements.read({ month })
      sums.push(await api.books.month({ month }))
    }
    return sums
  }
  const books = await read()
  expect(books.flatMap(({ differences }) => differences)).toEqual([])
  expect(books.reduce((sum, { came_in }) => sum + came_in.total, 0)).toBe(Number(paid?.sum) / 100)
  expect(await countOf('settlement_items')).toBeGreaterThan(5)
  await api.beforeLive.begin()
  await read()
  expect(await countOf('settlement_items')).toBe(0)
})

test('the owner’s own things stay: a course with a file of the demo, a student, a page, and an order with both courses', async () => {
  const api = await owner()
  const { url } = await server.db('media').where({ name: 'banner-reels.webp' }).first('url')
  const mine = await buildCourse(server.db, { banner: url })
  const student = await buildStudentRow(server.db)
  const referrer = await server.db('users').where({ email: DEMO_STUDENT.email }).first('id')
  await server.db('users').where({ id: student.id }).update({ referred_by: referrer.id })
  const own = await buildPaidOrder(server.db, { course_id: mine.course_id, user_id: student.id })
  const both = await buildPaidOrder(server.db, { course_id: mine.course_id, user_id: student.id })
  const [line] = await server.db('order_lines').where({ order_id: both.order_id })
  await server.db('order_lines').insert({ ...line, position: 1, course_id: REELS })
  const twice = 2 * line.total_paise
  await server.db('orders').where({ order_id: both.order_id }).update({ subtotal_paise: twice, total_paise: twice })
  const tried = await buildPaidOrder(server.db, { course_id: 'hindi-script-vault', user_id: student.id })
  expect((await api.overview.todo()).demo).toMatchObject({ orders: 10 })

  await api.beforeLive.begin()
  const left: string[] = await server.db('orders').orderBy('created_at').pluck('order_id')
  expect(left.toSorted()).toEqual([own.order_id, both.order_id].toSorted())
  expect(left).not.toContain(tried.order_id)
  expect(await server.db('courses').orderBy('course_id').select('course_id', 'demo')).toEqual(
    [mine.course_id, REELS].toSorted().map((course_id) => ({ course_id, demo: false })),
  )
  expect(await server.db('courses').where({ course_id: REELS }).whereNull('deleted_at')).toEqual([])
  expect(await server.db('users').pluck('id')).toEqual([student.id])
  expect(await server.db('media').where({ url })).toHaveLength(1)
})

test('a shop that received real money refuses with a reason and loses nothing', async () => {
  const api = await owner()
  await buildPaidOrder(server.db, { course_id: REELS })
  await server.db('orders').whereRaw(`fingerprint not like 'demo:%'`).update({ gateway_key_id: 'rzp_live_abcdefgh' })
  const before = await countOf('orders')
  await expect(api.beforeLive.begin()).rejects.toMatchObject({
    status: 409,
    message: 'Buyers have paid real money here. Delete the demo courses one by one in Courses.',
  })
  await server.db('orders').update({ gateway_key_id: null })
  await expect(emptyDemo(server.ctx, true)).rejects.toMatchObject({ status: 409 })
  expect([await countOf('orders'), await countOf('courses')]).toEqual([before, 12])
  expect((await api.settings.get()).claims).toEqual(demoShop.claims)
})
