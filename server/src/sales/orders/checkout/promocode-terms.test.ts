import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildPaidOrder, buildPromocode } from '../../../../test/catalogue-factories.ts'
import { buildUser } from '../../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { findPromocode } from '../../promocodes/promocodes.queries.ts'
import { takeUse } from './promocode-uses.ts'

let one: TestServer

beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())

async function buyer(input: { email?: string } = {}) {
  const user = await buildUser(one.db, input)
  const student = one.api(await one.userToken(user))
  const buy = (ids: string[], promocode: string) =>
    student.orders.buy({ query: { user_id: user.user_id, promocode }, headers: {}, body: ids })
  return { user, buy }
}
const refused = (code: string) => ({ status: 422, code })

test('a fixed discount reduces the order once, and never below zero', async () => {
  const { course_id } = await buildCourse(one.db)
  const { promocode } = await buildPromocode(one.db, { discount: 0, amount_paise: 20_000 })
  const { buy } = await buyer()
  expect((await buy([course_id, course_id], promocode)).amount).toBe(798)
  const all = await buildPromocode(one.db, { discount: 0, amount_paise: 99_900 })
  expect((await (await buyer()).buy([course_id], all.promocode)).amount).toBe(0)
})

test('a cap bounds the percent of an order, once, and its lines share it out', async () => {
  const { course_id } = await buildCourse(one.db)
  const other = await buildCourse(one.db, { price: 998 })
  const { promocode } = await buildPromocode(one.db, { discount: 50, max_discount_paise: 10_000 })
  const { buy } = await buyer()
  const { order_id, amount } = await buy([course_id, other.course_id], promocode)
  expect(amount).toBe(1_397)
  const lines = await one.db('order_lines').where({ order_id }).orderBy('position').pluck('discount_paise')
  expect(lines).toEqual([3_333, 6_667])
  const wide = await buildPromocode(one.db, { discount: 50, max_discount_paise: 1_000_000 })
  expect((await (await buyer()).buy([course_id], wide.promocode)).amount).toBe(249.5)
})

test('a code of several courses is refused for a cart without them', async () => {
  const [one_, two, three] = await Promise.all([1, 2, 3].map(() => buildCourse(one.db)))
  const ids = [one_?.course_id, two?.course_id]
  const { promocode } = await buildPromocode(one.db, { discount: 50, course_id: ids[0], course_ids: ids })
  const { buy } = await buyer()
  expect((await buy([String(ids[1]), String(three?.course_id)], promocode)).amount).toBe(748.5)
  await expect(buy([String(three?.course_id)], promocode)).rejects.toMatchObject(refused('promocode_invalid'))
})

test('a cart below the least order of its code is refused with that sum', async () => {
  const { course_id } = await buildCourse(one.db)
  const { promocode } = await buildPromocode(one.db, { minimum_paise: 99_800 })
  const { buy } = await buyer()
  await expect(buy([course_id], promocode)).rejects.toMatchObject({
    ...refused('promocode_minimum'),
    message: 'This code needs an order of ₹998.00 or more',
  })
  expect((await buy([course_id, course_id], promocode)).amount).toBe(898.2)
})

test('a code for a first purchase is for one, of one seat, and not for who has paid before by another spelling of his address', async () => {
  const { course_id } = await buildCourse(one.db)
  const { promocode } = await buildPromocode(one.db, { discount: 50, first_purchase: true })
  const before = await buyer({ email: 'asha.rao.terms@gmail.com' })
  await buildPaidOrder(one.db, { user_id: before.user.id })
  for (const email of ['asharaoterms+second@gmail.com', undefined]) {
    const { user, buy } = await buyer(email ? { email } : {})
    if (!email) await buildPaidOrder(one.db, { user_id: user.id })
    await expect(buy([course_id], promocode)).rejects.toMatchObject({
      ...refused('promocode_first_purchase'),
      message: 'This code is for a first purchase',
    })
  }
  const { user, buy } = await buyer()
  const free = await buildPaidOrder(one.db, { user_id: user.id })
  const nothing = { subtotal_paise: 0, discount_paise: 0, total_paise: 0, captured_paise: null }
  await one.db('orders').where({ order_id: free.order_id }).update(nothing)
  await one.db('order_lines').where({ order_id: free.order_id }).update({ price_paise: 0, total_paise: 0 })
  expect((await buy([course_id, course_id], promocode)).amount).toBe(748.5)
})

test('a limit for each buyer counts accounts of one mailbox together', async () => {
  const { course_id } = await buildCourse(one.db)
  const { promocode } = await buildPromocode(one.db, { discount: 50, max_uses_per_buyer: 1 })
  const [first, tagged, other] = [
    await buyer({ email: 'ravi.limit@shop.example' }),
    await buyer({ email: 'ravi.limit+2@shop.example' }),
    await buyer({ email: 'ravilimit@shop.example' }),
  ]
  await first.buy([course_id], promocode)
  await expect(tagged.buy([course_id], promocode)).rejects.toMatchObject({
    ...refused('promocode_used_up'),
    message: 'You have already used this promocode',
  })
  // Dots mean nothing at Gmail alone.
  expect((await other.buy([course_id], promocode)).amount).toBe(249.5)
})

test('two codes for a first purchase are for one: the open order with the first makes room, and no other account of the mailbox has one', async () => {
  const [a, b] = [await buildCourse(one.db), await buildCourse(one.db)]
  const codes = [1, 2].map(() => buildPromocode(one.db, { discount: 50, first_purchase: true }))
  const [first, second] = (await Promise.all(codes)).map(({ promocode }) => promocode) as [string, string]
  const { user, buy } = await buyer({ email: 'meera.two.codes@gmail.com' })
  const before = await buy([a.course_id], first)
  const after = await buy([b.course_id], second)
  const stateOf = async (id: string) => (await one.db('orders').where({ order_id: id }).first()).status
  expect([await stateOf(before.order_id), await stateOf(after.order_id)]).toEqual(['cancelled', 'created'])
  const other = await buyer({ email: 'meeratwocodes@gmail.com' })
  await expect(other.buy([a.course_id], first)).rejects.toMatchObject(refused('promocode_first_purchase'))
  // Both purchases run at the same moment: one order is open in the end.
  const at = [buy([a.course_id], first), buy([a.course_id, b.course_id], second)]
  for (const attempt of await Promise.allSettled(at))
    if (attempt.status === 'rejected') expect(attempt.reason.status).toBe(409)
  expect(await one.db('orders').where({ user_id: user.id, status: 'created' })).toHaveLength(1)
})

test('two accounts of one mailbox with a code each for a first purchase follow each other: the second is refused', async () => {
  const codes = [1, 2].map(() => buildPromocode(one.db, { discount: 50, first_purchase: true }))
  const [first, second] = await Promise.all(
    (await Promise.all(codes)).map(({ promocode }) => findPromocode(one.db, promocode)),
  )
  if (!first || !second) throw new Error('the codes are gone')
  const [later, sooner] = [
    await buyer({ email: 'asha.at.once@gmail.com' }),
    await buyer({ email: 'ashaatonce+b@gmail.com' }),
  ]
  const waiting = async () => {
    const { rows } = await one.db.raw(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0].count
  }
  const late = await one.db.transaction(async (trx) => {
    await takeUse(trx, first, { userId: sooner.user.id, fingerprint: 'a' })
    const other = one.db.transaction((its) => takeUse(its, second, { userId: later.user.id, fingerprint: 'b' }))
    const end = other.catch((error) => error)
    await expect.poll(() => waiting()).toBe(1)
    const { order_id } = await buildPaidOrder(trx, { user_id: sooner.user.id })
    await trx('orders').where({ order_id }).update({ promocode_id: first.id })
    return { end }
  })
  expect(await late.end).toMatchObject(refused('promocode_first_purchase'))
})

test('a code of a segment is in no public list and works for its students alone', async () => {
  const { course_id } = await buildCourse(one.db)
  const admin = one.api(await one.adminToken())
  const segment = JSON.stringify({ all: [{ language: 'mr' }] })
  const query = { promocode: 'MARATHI-20', discount: '20', expiry_date: '2999-12-31', listed: 'true' as const, segment }
  const { promocode } = await admin.promocodes.add({ query })
  expect(promocode).toMatchObject({ listed: false, segment: { all: [{ language: 'mr' }] } })
  expect(JSON.stringify(await one.api().promocodes.list())).not.toContain('MARATHI-20')
  const { user, buy } = await buyer()
  await expect(buy([course_id], 'MARATHI-20')).rejects.toMatchObject({
    ...refused('promocode_segment'),
    message: 'This code is not for this account',
  })
  await one.db('users').where({ id: user.id }).update({ language: 'mr' })
  expect((await buy([course_id], 'MARATHI-20')).amount).toBe(399.2)
  // A restored code is for the same students.
  await admin.promocodes.delete({ params: { id: promocode.id } })
  await admin.promocodes.restore({ params: { id: promocode.id } })
  await expect((await buyer()).buy([course_id], 'MARATHI-20')).rejects.toMatchObject(refused('promocode_segment'))
})
