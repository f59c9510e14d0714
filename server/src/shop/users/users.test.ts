import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildEnrolment, buildGiftCode, buildLesson } from '../../../test/catalogue-factories.ts'
import { breaks } from '../../../test/invariants.ts'
import { type BuiltAdmin, buildAdmin, buildUser } from '../../../test/people-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { papersAreTheMoney } from '../../sales/documents/documents.invariants.ts'
import { redeemedGiftIsOpen } from '../../sales/gifts/gifts.invariants.ts'
import { accessIsPaid, statusIsTheMoney } from '../../sales/orders/orders.invariants.ts'

let server: TestServer
let admin: BuiltAdmin
let token: string
let api: ApiClient
beforeAll(async () => {
  server = await startTestServer()
  admin = await buildAdmin(server.db)
  token = (await server.api().auth.adminLogin(admin)).access_token
  api = server.api(token)
})
afterAll(() => server.stop())

const asAdmin = (method: string, path: string, headers: Record<string, string> = {}) =>
  server.request(path, { method, headers: { authorization: `bearer ${token}`, ...headers } })

const gone = { status: 404, code: 'not_found', message: 'User not found' }

test('the list searches, sorts and pages, and always carries the total', async () => {
  const own = await startTestServer({ work: false })
  try {
    const { access_token: ownToken } = await own.api().auth.adminLogin(await buildAdmin(own.db))
    const day = (number: number) => new Date(Date.UTC(2026, 9, number))
    const person = (name: string, email: string, phone: string, coins: number, at: number) =>
      buildUser(own.db, { name, email, phone, coins, created_at: day(at) })
    const zoya = await person('Zoya 100%', 'z_1@example.com', '9800000011', 5, 1)
    await person('Asha', 'asha@example.com', '919800000022', 9, 3)
    await person('bela', 'zx1@example.com', '9700000033', 1, 2)
    await own.db('users').where({ name: 'bela' }).update({ referred_by: zoya.id })

    const list = async (query: string) => {
      const headers = { authorization: `bearer ${ownToken}` }
      const response = await own.request(`/api/admin/users?${query}`, { headers })
      const users = (await response.json()) as { name: string }[]
      return { names: users.map((user) => user.name), total: response.headers.get('x-total-count') }
    }
    expect(await list('')).toEqual({ names: ['Asha', 'bela', 'Zoya 100%'], total: '3' })
    expect(await list('sort=name')).toEqual({ names: ['Asha', 'bela', 'Zoya 100%'], total: '3' })
    expect((await list('sort=-coins')).names).toEqual(['Asha', 'Zoya 100%', 'bela'])
    expect((await list('sort=-email')).names).toEqual(['bela', 'Zoya 100%', 'Asha'])
    expect(await list('limit=1&offset=1')).toEqual({ names: ['bela'], total: '3' })
    expect(await list('offset=9')).toEqual({ names: [], total: '3' })
    expect(await list('q=ASH')).toEqual({ names: ['Asha'], total: '1' })
    expect((await list('q=Z_1')).names).toEqual(['Zoya 100%'])
    expect((await list('q=%25')).names).toEqual(['Zoya 100%'])
    expect((await list('q=00000')).names).toHaveLength(3)
    expect((await list(`q=${encodeURIComponent('+91 98000-00011')}`)).names).toEqual(['Zoya 100%'])
    expect((await list(`q=${encodeURIComponent("' or 1=1 --")}`)).names).toEqual([])
    expect((await own.api(ownToken).users.list({ q: 'bela' }))[0]).toEqual({
      user_id: expect.any(String),
      name: 'bela',
      email: 'zx1@example.com',
      phone: '9700000033',
      coins: 1,
      referred_by: zoya.referral_code,
      created_at: day(2).toISOString(),
      courses: [],
      spent: 0,
      last_seen: null,
      progress: null,
    })
  } finally {
    await own.stop()
  }
})

test('K8: a deleted user is a stranger, the orders stay, email and phone are free again', async () => {
  const { db } = server
  const user = await buildUser(db, { name: 'Kiran Rao', email: 'kiran@example.com', phone: '9844400001' })
  const { order_id } = await buildEnrolment(db, { user_id: user.id })
  await db('users')
    .where({ id: user.id })
    .update({ temporary_password_hash: 'x', temporary_password_expires_at: new Date(Date.now() + 60_000) })
  const userToken = await server.userToken(user)
  const order = await db('orders').where({ order_id }).first()

  const answer = await asAdmin('DELETE', `/api/admin/users/${encodeURIComponent('+91 98444 00001')}`)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ message: 'User deleted successfully' })
  await expect(api.users.delete({ params: { id: user.user_id } })).rejects.toMatchObject(gone)
  await expect(server.api(userToken).account.profile()).rejects.toMatchObject({ code: 'authentication_expired' })
  const login = server.api().auth.login({ email: user.email, phone: '', password: user.password })
  await expect(login).rejects.toMatchObject({ code: 'invalid_credentials' })
  expect(await db('orders').where({ order_id }).first()).toEqual(order)
  const row = await db('users').where({ id: user.id }).first()
  expect(row).toMatchObject({ name: 'Deleted user', email: null, phone: null, phone_key: null, password_hash: null })
  expect(JSON.stringify(row)).not.toMatch(/kiran|98444/i)
  expect(row.temporary_password_hash).toBeNull()
  expect(await api.users.list({ q: 'kiran' })).toEqual([])
  await expect(api.users.orders({ id: user.user_id })).rejects.toMatchObject(gone)
  await expect(
    server.api().auth.register({
      email: 'other@example.com',
      phone: '9844400002',
      password: user.password,
      reffered_by: user.referral_code,
    }),
  ).rejects.toMatchObject({ code: 'invalid_referral_code' })
  await server.api().auth.register({ email: user.email, phone: user.phone, password: user.password })
})

test('the orders of a user are one row per course, gifts without a payment, newest first', async () => {
  const { db } = server
  for (const broken of [accessIsPaid, statusIsTheMoney, papersAreTheMoney, redeemedGiftIsOpen])
    breaks(db, broken, 'states of orders and gift codes are planted, for the list alone')
  const user = await buildUser(db)
  const course = await buildCourse(db, { name: 'Bought' })
  const bought = await buildEnrolment(db, { user_id: user.id, course_id: course.course_id })
  await db('orders')
    .where({ order_id: bought.order_id })
    .update({ paid_at: '2026-10-01T00:00:00Z', payment_id: 'pay_1' })
  await db('order_lines').where({ order_id: bought.order_id }).update({ course_name: 'Bought under this name' })
  const lesson = await buildLesson(db, { course_id: course.course_id })
  await db('lesson_progress').insert({
    user_id: user.id,
    course_id: course.course_id,
    lesson_id: lesson.lesson_id,
    seconds: 1_800,
  })
  const refunded = await buildEnrolment(db, { user_id: user.id })
  await db('orders')
    .where({ order_id: refunded.order_id })
    .update({ paid_at: '2026-10-03T00:00:00Z', payment_id: 'pay_2', status: 'refunded' })
  const open = await buildEnrolment(db, { user_id: user.id })
  await db('orders').where({ order_id: open.order_id }).update({ status: 'expired', paid_at: null })
  const gift = await buildGiftCode(db)
  await db('gift_codes')
    .where({ code: gift.code })
    .update({ redeemed_by: user.id, redeemed_at: '2026-10-02T00:00:00Z' })

  const rows = await api.users.orders({ id: user.user_id })
  expect(rows.map((row) => [row.course_id, row.purchased_status, row.payment_id, row.purchase_date])).toEqual([
    [refunded.course_id, 'refunded', 'pay_2', '2026-10-03T00:00:00.000Z'],
    [gift.course_id, 'paid', null, '2026-10-02T00:00:00.000Z'],
    [course.course_id, 'paid', 'pay_1', '2026-10-01T00:00:00.000Z'],
  ])
  expect(rows[2]).toMatchObject({
    course_name: 'Bought under this name',
    course_status: 'in_progress',
    hours_spent: 0.5,
  })
  await expect(api.users.orders({ id: 'usr_nobody' })).rejects.toMatchObject(gone)
})

test('K6: 10 of 50 simultaneous takers of one coin succeed, and the ledger lists every change', async () => {
  const user = await buildUser(server.db)
  expect(await api.users.addCoins({ params: { id: user.user_id }, query: { amount: '10' } })).toEqual({
    message: 'Coins added successfully',
    coins: 10,
  })
  const take = () => asAdmin('PUT', `/api/admin/subtract_coins/${user.user_id}?amount=1`)
  const answers = await Promise.all(Array.from({ length: 50 }, take))
  const bodies = await Promise.all(answers.map(async (answer) => ({ status: answer.status, ...(await answer.json()) })))
  expect(
    bodies
      .filter(({ status }) => status === 200)
      .map(({ coins }) => coins)
      .sort(),
  ).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  const refused = bodies.filter(({ status }) => status === 409)
  expect(refused).toHaveLength(40)
  expect(refused[0]).toMatchObject({ code: 'insufficient_coins', detail: 'Insufficient coins' })
  const ledger = await server.db('coin_ledger').where({ user_id: user.id }).orderBy('id')
  expect(ledger.map(({ change, balance_after }) => [change, balance_after])).toEqual([
    [10, 10],
    ...Array.from({ length: 10 }, (_, index) => [-1, 9 - index]),
  ])
  expect(ledger.every((row) => row.admin_id === admin.id)).toBe(true)
})

test('K7: the same Idempotency-Key is applied once, also in simultaneous calls', async () => {
  const user = await buildUser(server.db)
  const add = (amount: number, key?: string) =>
    asAdmin('PUT', `/api/admin/add_coins/${user.user_id}?amount=${amount}`, key ? { 'idempotency-key': key } : {})
  const together = await Promise.all([add(7, 'one'), add(7, 'one'), add(7, 'one')])
  for (const answer of [...together, await add(7, 'one')]) {
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ message: 'Coins added successfully', coins: 7 })
  }
  const other = await add(8, 'one')
  expect(other.status).toBe(409)
  expect(await other.json()).toMatchObject({ code: 'idempotency_mismatch' })
  expect(await (await add(7, 'two')).json()).toMatchObject({ coins: 14 })
  expect(await (await add(7)).json()).toMatchObject({ coins: 21 })
  // A failure is not remembered: the same key may succeed later.
  const take = () =>
    asAdmin('PUT', `/api/admin/subtract_coins/${user.user_id}?amount=30`, { 'idempotency-key': 'three' })
  expect((await take()).status).toBe(409)
  await add(9)
  expect(await (await take()).json()).toEqual({ message: 'Coins subtracted successfully', coins: 0 })
})

test('coin amounts are whole numbers from 1 to a million, for existing users', async () => {
  const user = await buildUser(server.db)
  for (const amount of ['0', '-1', '1.5', '1000001', '1e3', 'x', '']) {
    const answer = await asAdmin('PUT', `/api/admin/add_coins/${user.user_id}?amount=${amount}`)
    expect(answer.status, amount).toBe(422)
    expect(await answer.json()).toMatchObject({ detail: 'Amount must be a whole number from 1 to 1000000' })
  }
  expect((await asAdmin('PUT', `/api/admin/add_coins/${user.user_id}`)).status).toBe(422)
  const change = { params: { id: 'usr_nobody' }, query: { amount: '1' } }
  await expect(api.users.addCoins(change)).rejects.toMatchObject(gone)
  await expect(api.users.subtractCoins(change)).rejects.toMatchObject(gone)
  const most = { params: { id: user.phone }, query: { amount: '1000000' } }
  expect((await api.users.addCoins(most)).coins).toBe(1_000_000)
})

test('coin changes carry the admin’s reason into the ledger; without one they work as before', async () => {
  const user = await buildUser(server.db)
  const change = { params: { id: user.user_id }, query: { amount: '5' } }
  await api.users.addCoins({ ...change, body: { reason: '  Won the reels contest ' } })
  await api.users.addCoins(change)
  await api.users.subtractCoins({ ...change, body: { reason: 'Given twice by mistake' } })
  const { changes } = await api.users.coins({ id: user.user_id })
  expect(changes.map(({ reason }) => reason)).toEqual([
    'Given twice by mistake',
    'added by admin',
    'Won the reels contest',
  ])
  for (const reason of ['', 'ok', 'x'.repeat(201)]) {
    const refused = api.users.addCoins({ ...change, body: { reason } })
    expect([reason, await refused.catch(({ status }) => status)]).toEqual([reason, 422])
  }
  const once = (reason: string) =>
    api.users.addCoins({ ...change, body: { reason }, headers: { 'idempotency-key': 'why' } })
  expect((await once('For the first time')).coins).toBe(10)
  expect((await once('For the first time')).coins).toBe(10)
  // Another reason on a retry is refused, not dropped in silence.
  await expect(once('For the very first time')).rejects.toMatchObject({ status: 409, code: 'idempotency_mismatch' })
  expect((await api.users.get({ id: user.user_id })).coins).toBe(10)
})

test('a student and an admin read the same ledger a page at a time, newest first', async () => {
  const user = await buildUser(server.db)
  const params = { id: user.user_id }
  for (const amount of ['1500', '1', '2']) await api.users.addCoins({ params, query: { amount } })
  await api.users.subtractCoins({ params, query: { amount: '20' } })
  const own = server.api(await server.userToken(user)).referrals
  for (const read of [own.coins, (page: object) => api.users.coins({ ...params, ...page })]) {
    const page = async (limit: number, offset: number) => {
      const { coins, total, changes } = await read({ limit: String(limit), offset: String(offset) })
      expect([coins, total]).toEqual([1483, 4])
      return changes.map(({ change, balance_after }) => [change, balance_after])
    }
    expect(await page(2, 0)).toEqual([
      [-20, 1483],
      [2, 1503],
    ])
    expect(await page(2, 2)).toEqual([
      [1, 1501],
      [1500, 1500],
    ])
    expect(await page(2, 4)).toEqual([])
  }
})
