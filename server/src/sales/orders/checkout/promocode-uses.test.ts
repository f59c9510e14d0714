import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildPaidOrder, buildPromocode } from '../../../../test/catalogue-factories.ts'
import { buildUser } from '../../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { findLink } from '../../../../test/shopper.ts'
import { findPromocode } from '../../promocodes/promocodes.queries.ts'
import { takeUse } from './promocode-uses.ts'

let one: TestServer

beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())

async function buyer() {
  const user = await buildUser(one.db)
  const student = one.api(await one.userToken(user))
  const buy = (ids: string[], promocode: string, key?: string) =>
    student.orders.buy({
      query: { user_id: user.user_id, promocode },
      headers: key ? { 'idempotency-key': key } : {},
      body: ids,
    })
  return { user, buy }
}

const usedUp = { status: 422, code: 'promocode_used_up' }
const shown = async (promocode: string) => {
  const admin = one.api(await one.adminToken())
  return (await admin.promocodes.adminList({ q: promocode })).promocodes[0]
}
const press = async (orderId: string, button: 'pay' | 'expire') => {
  await one.gateway(`control/links/${(await findLink(one, orderId)).id}/${button}`, {})
  await one.gateway('control/deliver', {})
}

test('100 simultaneous buyers with a one-use code have exactly one winner', async () => {
  const { course_id } = await buildCourse(one.db)
  const { promocode } = await buildPromocode(one.db, { discount: 50, max_uses: 1 })
  const buyers = await Promise.all(Array.from({ length: 100 }, buyer))
  // A machine that is busy with other things may answer 503 to some, and its sandbox too late; those try again, and who holds the code keeps it.
  const patiently = async ({ buy }: (typeof buyers)[number]) => {
    for (;;) {
      const answer = await buy([course_id], promocode).catch((error) => error)
      if (answer.code === undefined) return answer
      if (!['unavailable', 'gateway_error'].includes(answer.code)) throw answer
    }
  }
  const attempts = await Promise.allSettled(buyers.map(patiently))
  const won = attempts.filter(({ status }) => status === 'fulfilled')
  const lost = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason.code] : []))
  expect(new Set(lost)).toEqual(new Set(['promocode_used_up']))
  expect(won).toHaveLength(1)
  expect(await one.db('orders').where({ promocode })).toHaveLength(1)
})

test('the second of two purchases with one code waits until the first is committed', async () => {
  const { promocode } = await buildPromocode(one.db, { max_uses: 1 })
  const code = await findPromocode(one.db, promocode)
  if (!code) throw new Error('the code is gone')
  const [first, second] = [await buildUser(one.db), await buildUser(one.db)]
  const waiting = async () => {
    const { rows } = await one.db.raw(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return rows[0].count
  }
  const late = await one.db.transaction(async (trx) => {
    await takeUse(trx, code, { userId: first.id, fingerprint: 'a' })
    const other = one.db.transaction((its) => takeUse(its, code, { userId: second.id, fingerprint: 'b' }))
    const end = other.catch((error) => error)
    await expect.poll(() => waiting()).toBe(1)
    const { order_id } = await buildPaidOrder(trx, { user_id: first.id })
    await trx('orders').where({ order_id }).update({ promocode_id: code.id })
    return { end }
  })
  expect(await late.end).toMatchObject(usedUp)
})

test('an open order holds the use for half an hour; what it gives up the next buyer gets; paid it is used', async () => {
  const { course_id } = await buildCourse(one.db)
  const { promocode } = await buildPromocode(one.db, { discount: 50, max_uses: 1 })
  const [first, second] = [await buyer(), await buyer()]
  const open = await first.buy([course_id], promocode)
  const { created_at, expires_at } = await one.db('orders').where({ order_id: open.order_id }).first()
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(30 * 60_000)
  await expect(second.buy([course_id], promocode)).rejects.toMatchObject(usedUp)
  expect((await first.buy([course_id], promocode)).order_id).toBe(open.order_id)
  await press(open.order_id, 'expire')
  const next = await second.buy([course_id], promocode)
  await press(next.order_id, 'pay')
  expect(await shown(promocode)).toMatchObject({ max_uses: 1, uses: 1, reserved: 0, revenue: 249.5 })
  await expect(first.buy([course_id], promocode)).rejects.toMatchObject(usedUp)
})

test('a code that takes nothing off is not used up', async () => {
  const [a, b] = [await buildCourse(one.db), await buildCourse(one.db)]
  const ids = [a.course_id, b.course_id]
  const bundle = await buildCourse(one.db, { kind: 'bundle', price: 600, bundle_courses: ids })
  const { promocode } = await buildPromocode(one.db, { discount: 50, max_uses: 1, course_id: a.course_id })
  const [first, second] = [await buyer(), await buyer()]
  // The bundle charges the course, so that its own line costs nothing.
  const { order_id, amount } = await first.buy([bundle.course_id, a.course_id], promocode)
  expect(amount).toBe(600)
  expect(await one.db('orders').where({ order_id }).first()).toMatchObject({ promocode: null, promocode_id: null })
  expect(await shown(promocode)).toMatchObject({ uses: 0, reserved: 0 })
  expect(await second.buy([a.course_id], promocode)).toMatchObject({ amount: 249.5 })
})

test('a refund gives the use back, and takes the revenue', async () => {
  const { course_id } = await buildCourse(one.db)
  const { promocode } = await buildPromocode(one.db, { discount: 50, max_uses: 1 })
  const [first, second] = [await buyer(), await buyer()]
  const { order_id } = await first.buy([course_id], promocode)
  await press(order_id, 'pay')
  const owner = one.api(await one.adminToken())
  await owner.orders.refund({ params: { order_id }, body: { amount: 100, reason: null } })
  expect(await shown(promocode)).toMatchObject({ uses: 1, revenue: 149.5 })
  await owner.orders.refund({ params: { order_id }, body: { reason: null } })
  expect(await shown(promocode)).toMatchObject({ uses: 0, revenue: 0 })
  expect(await second.buy([course_id], promocode)).toMatchObject({ amount: 249.5 })
})

test('a buyer who changes the cart keeps the code: the own open order makes room', async () => {
  const [a, b] = [await buildCourse(one.db), await buildCourse(one.db)]
  const { promocode } = await buildPromocode(one.db, { discount: 50, max_uses: 1, max_uses_per_buyer: 1 })
  const { buy } = await buyer()
  const first = await buy([a.course_id], promocode)
  const second = await buy([a.course_id, b.course_id], promocode)
  expect(second.order_id).not.toBe(first.order_id)
  expect(await findLink(one, first.order_id)).toMatchObject({ status: 'cancelled' })
  await press(second.order_id, 'pay')
  const c = await buildCourse(one.db)
  await expect(buy([c.course_id], promocode)).rejects.toMatchObject(usedUp)
})

test('a use of a limited code, or of one of 100 %, is one seat of each course unless it says more: the others are paid', async () => {
  const [a, b] = [await buildCourse(one.db), await buildCourse(one.db, { price: 100 })]
  const seats = [...Array<string>(49).fill(a.course_id), b.course_id]
  for (const [terms, amount, counted] of [
    [{ discount: 100, max_uses_per_buyer: 1 }, 48 * 499, 1],
    [{ discount: 100 }, 48 * 499, undefined],
    [{ discount: 50, max_uses: 1 }, 48 * 499 + 299.5, 1],
    [{ discount: 100, max_uses: 1, max_seats: 5 }, 44 * 499, 5],
    [{ discount: 100, max_seats: 3 }, 46 * 499, 3],
    [{ discount: 50 }, 24.5 * 499 + 50, undefined],
  ] as const) {
    const { promocode } = await buildPromocode(one.db, terms)
    const { user, buy } = await buyer()
    // The cart's check makes it the same sum.
    expect((await one.api().promocodes.check({ promocode })).promocode?.seats).toBe(counted)
    const bought = await buy(seats, promocode)
    expect(bought.amount).toBe(amount)
    expect(await one.db('enrolments').where({ user_id: user.id })).toEqual([])
    expect(await one.db('gift_codes').where({ order_id: bought.order_id })).toEqual([])
  }
})

test('one account holds one use of a code that it has not paid with, however many carts it makes', async () => {
  const courses = await Promise.all(Array.from({ length: 5 }, () => buildCourse(one.db)))
  const { promocode } = await buildPromocode(one.db, { discount: 50, max_uses: 5 })
  const [greedy, other] = [await buyer(), await buyer()]
  for (const { course_id } of courses) await greedy.buy([course_id], promocode)
  expect(await shown(promocode)).toMatchObject({ uses: 0, reserved: 1 })
  const links = await Promise.all(
    (await one.db('orders').where({ promocode })).map(({ order_id }) => findLink(one, order_id)),
  )
  expect(links.map((link) => link?.status).sort()).toEqual([
    'cancelled',
    'cancelled',
    'cancelled',
    'cancelled',
    'created',
  ])
  for (const { course_id } of courses.slice(1)) {
    const another = await buyer()
    await another.buy([course_id], promocode)
  }
  await expect(other.buy([courses[0]?.course_id ?? ''], promocode)).rejects.toMatchObject(usedUp)
})

test('ten carts of one buyer at once: one order is open, and no other link can be paid', async () => {
  const courses = await Promise.all(Array.from({ length: 10 }, () => buildCourse(one.db)))
  const { promocode } = await buildPromocode(one.db, { discount: 50, max_uses: 100 })
  const { user, buy } = await buyer()
  const attempts = await Promise.allSettled(courses.map(({ course_id }) => buy([course_id], promocode, course_id)))
  for (const attempt of attempts)
    if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ status: 409, code: 'conflict' })
  const open = await one.db('orders').where({ user_id: user.id, status: 'created' })
  expect(open).toHaveLength(1)
  const orders = await one.db('orders').where({ user_id: user.id })
  const links = await Promise.all(orders.map(({ order_id }) => findLink(one, order_id)))
  const payable = links.filter((link) => link?.status === 'created')
  expect(payable.map((link) => link?.reference_id)).toEqual([open[0].order_id])
  // The same purchase again, with its key and without, is the same order.
  const [line] = await one.db('order_lines').where({ order_id: open[0].order_id })
  const again = await buy([line.course_id], promocode, line.course_id)
  expect([again.order_id, (await buy([line.course_id], promocode)).order_id]).toEqual([
    open[0].order_id,
    open[0].order_id,
  ])
})

test('a limit per buyer is each buyer’s own, also when one buys many carts at once', async () => {
  const courses = await Promise.all(Array.from({ length: 6 }, () => buildCourse(one.db)))
  const { promocode } = await buildPromocode(one.db, { discount: 100, max_uses_per_buyer: 2 })
  const { user, buy } = await buyer()
  const attempts = await Promise.allSettled(courses.map(({ course_id }) => buy([course_id], promocode)))
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await one.db('enrolments').where({ user_id: user.id })).toHaveLength(2)
  const other = await buyer()
  await other.buy([courses[0]?.course_id ?? ''], promocode)
})

test('a promo code that is paused or has not begun is refused, and an unlisted one is not shown', async () => {
  const { course_id } = await buildCourse(one.db)
  const admin = one.api(await one.adminToken())
  const guest = one.api()
  const { buy } = await buyer()
  const { promocode } = await admin.promocodes.add({
    query: {
      promocode: 'HOLI-26',
      discount: '20',
      expiry_date: '2999-12-31',
      start_date: '2999-01-01',
      listed: 'false',
    },
  } as never)
  const id = promocode.id
  const listed = async () => (await guest.promocodes.list()).some((code) => code.promocode === 'HOLI-26')
  const invalid = { status: 422, code: 'promocode_invalid', message: 'Invalid promocode' }
  const change = (body: object) => admin.promocodes.update({ params: { id }, body } as never)
  const isRefused = async () => {
    expect((await guest.promocodes.check({ promocode: 'holi-26' })).problem).toMatchObject({ code: invalid.code })
    await expect(buy([course_id], 'HOLI-26')).rejects.toMatchObject(invalid)
    expect(await listed()).toBe(false)
  }
  await isRefused()
  // A bare date begins at midnight in India.
  const midnight = new Date('2026-11-01T00:00:00+05:30')
  await change({ start_date: '2026-11-01' })
  expect(
    await one
      .db('promocodes')
      .where({ id: Number(id) })
      .first(),
  ).toMatchObject({ starts_at: midnight.toISOString() })
  expect(await guest.promocodes.check({ promocode: ' holi-26 ' })).toEqual({
    promocode: { promocode: 'HOLI-26', discount: 20, expiry_date: '2999-12-31', course_id: null },
    problem: null,
  })
  expect(await listed()).toBe(false)
  await change({ listed: true })
  expect(await listed()).toBe(true)
  await change({ paused: true })
  await isRefused()
  await change({ paused: false, start_date: null, max_uses: 1 })
  const { order_id } = await buy([course_id], 'HOLI-26')
  expect((await guest.promocodes.check({ promocode: 'HOLI-26' })).problem).toMatchObject({ code: usedUp.code })
  expect(await shown('HOLI-26')).toMatchObject({ start_date: null, paused: false, max_uses: 1, reserved: 1, uses: 0 })
  await admin.promocodes.delete({ params: { id } })
  const { promocode: restored } = await admin.promocodes.restore({ params: { id } })
  expect(restored).toMatchObject({ id, max_uses: 1, reserved: 1 })
  expect(await one.db('orders').where({ order_id }).first()).toMatchObject({ promocode_id: Number(id) })
  await expect(change({ discount: 0 })).rejects.toMatchObject({ status: 422 })
  await expect(admin.promocodes.update({ params: { id: 'nobody' }, body: {} })).rejects.toMatchObject({ status: 404 })
})

test('a change of a code that another one preceded is refused with the present one', async () => {
  const { promocode } = await buildPromocode(one.db, { discount: 10 })
  const admin = one.api(await one.adminToken())
  const over = { 'if-match': `"${(await shown(promocode))?.version}"` }
  const change = (body: object) => admin.promocodes.update({ params: { id: promocode }, headers: over, body })
  const { promocode: changed } = await change({ max_uses: 5 })
  await expect(change({ listed: false })).rejects.toMatchObject({ code: 'edit_conflict', data: { current: changed } })
  expect(await shown(promocode)).toEqual(changed)
})

test('a free purchase and a paid one of the same buyer with one code do not wait for each other', async () => {
  for (let round = 0; round < 8; round++) {
    const [free, other] = [await buildCourse(one.db), await buildCourse(one.db)]
    const { promocode } = await buildPromocode(one.db, {
      discount: 100,
      course_id: free.course_id,
      max_uses_per_buyer: 5,
    })
    const { buy } = await buyer()
    const both = [buy([free.course_id], promocode), buy([free.course_id, other.course_id], promocode)]
    for (const attempt of await Promise.allSettled(both))
      if (attempt.status === 'rejected') expect(attempt.reason.status).toBe(409)
  }
})
