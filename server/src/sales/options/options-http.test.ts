import { addPeriod } from 'contract/access-period'
import { DAY_MS, indianDay } from 'contract/indian-time'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildCourse, buildPromocode } from '../../../test/catalogue-factories.ts'
import { mailsTo, textOf } from '../../../test/mails.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, findLink, payWithEvent, requestAll, type Shopper } from '../../../test/shopper.ts'
import { taxSettings } from '../../../test/tax-settings.ts'
import { addTaxSettings } from '../documents/tax-settings.ts'

const OPTIONS = [
  { option_id: 'half', name: 'Six months', price: 1000, access_days: 180 },
  { option_id: 'year', name: 'One year', price: 1800, access_days: 365, note: 'With two live sessions' },
  { option_id: 'life', name: 'For life', price: 3000, access_days: null },
]

let one: TestServer
let owner: ApiClient
let shopper: Shopper
let courseId: string

beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())
beforeEach(async () => {
  await one.gateway('control/reset-faults', {})
  one.clock.set(new Date('2028-03-01T06:30:00Z'))
  shopper = await buildShopper(one)
  await login()
  courseId = (await buildCourse(one.db, { name: 'Ledger', price: 1000, access_period: 'P180D' })).course_id
  await setOptions(OPTIONS)
})

/** Sessions end while the clock moves. */
async function login() {
  owner = one.api(await one.adminToken())
  shopper = { ...shopper, student: one.api(await one.userToken(shopper.user)) }
}
async function afterDays(days: number) {
  one.clock.set(new Date(one.ctx.now().getTime() + days * DAY_MS))
  await login()
}
const setOptions = (options: object[] | null, more: object = {}) =>
  owner.courses.update({ params: { id: courseId }, body: { options, ...more } as never })
const buy = async (option: string | undefined, query: object = {}, seats = 1) => {
  const options = option ? { options: { [courseId]: option } } : {}
  const of = { user_id: shopper.user.user_id, ...options, ...query }
  return (await shopper.student.orders.buy({ query: of, body: Array(seats).fill(courseId) })).order_id
}
const pay = async (orderId: string) => payWithEvent(one, await findLink(one, orderId))
const upgrade = async (option_id: string, total?: number) =>
  (
    await shopper.student.options.upgrade({
      course_id: courseId,
      option_id,
      ...(total === undefined ? {} : { expected_total: total }),
    })
  ).order_id
const rowOf = (order_id: string) => one.db('orders').where({ order_id }).first()
const lineOf = (order_id: string) => one.db('order_lines').where({ order_id }).first()
async function endOf(): Promise<Date | null | undefined> {
  const of = { user_id: shopper.user.id, course_id: courseId, revoked_at: null, continued: false }
  const [head] = await one.db('enrolments').where(of)
  return head && (head.ends_at === null ? null : new Date(head.ends_at))
}
const endAfter = async (orderId: string, period: string) => addPeriod(new Date((await rowOf(orderId)).paid_at), period)
const refused = (call: Promise<unknown>, code: string, message?: string) =>
  expect(call).rejects.toMatchObject({ code, ...(message ? { message } : {}) })
const refund = async (order_id: string) => {
  await owner.orders.refund({ params: { order_id }, body: { reason: 'leaves' } })
  await requestAll(one)
  await one.answerWaiting('follow-base')
}

describe('a course with options', () => {
  test('is sold at the price, for the time and by the name of the chosen one', async () => {
    const order = await buy('year')
    expect(await rowOf(order)).toMatchObject({ total_paise: 180_000 })
    expect(await lineOf(order)).toMatchObject({ course_name: 'Ledger (One year)', access_period: 'P365D' })
    await pay(order)
    expect(await endOf()).toEqual(await endAfter(order, 'P365D'))
    expect((await shopper.student.orders.mine({}))[0]).toMatchObject({
      courses: [{ course_name: 'Ledger (One year)' }],
    })
  })

  test('is sold by its own price and period without a choice', async () => {
    const order = await buy(undefined)
    expect(await rowOf(order)).toMatchObject({ total_paise: 100_000 })
    expect(await lineOf(order)).toMatchObject({ course_name: 'Ledger', access_period: 'P180D' })
  })

  test('shows its options to everybody', async () => {
    const shown = await one.api().courses.get({ id: courseId })
    expect(shown).toMatchObject({ options: OPTIONS.map(({ option_id, price }) => ({ option_id, price })) })
  })

  test('discounts the chosen price by a code, whose minimum counts it', async () => {
    const { promocode } = await buildPromocode(one.db, { discount: 50, minimum_paise: 250_000 })
    expect(await rowOf(await buy('life', { promocode }))).toMatchObject({ total_paise: 150_000 })
    await refused(buy('year', { promocode }), 'promocode_minimum')
  })

  test('gives each further seat of the order for the same time', async () => {
    const order = await buy('year', {}, 2)
    expect(await rowOf(order)).toMatchObject({ total_paise: 360_000 })
    await pay(order)
    const [code] = await one.db('gift_codes').where({ order_id: order })
    const friend = await buildShopper(one)
    await friend.student.gifts.redeem({ code: code.code } as never)
    const [grant] = await friend.enrolments(courseId)
    expect(new Date(grant.ends_at).getTime() - new Date(grant.granted_at).getTime()).toBe(365 * DAY_MS)
  })

  test('follows a sale with its first option alone', async () => {
    await one
      .db('courses')
      .where({ course_id: courseId })
      .update({
        sale_price_paise: 70_000,
        sale_shown: true,
        sale_from: new Date('2028-02-01'),
        sale_until: new Date('2028-04-01'),
      })
    expect(await rowOf(await buy('half'))).toMatchObject({ total_paise: 70_000 })
    expect(await rowOf(await buy('year'))).toMatchObject({ total_paise: 180_000 })
  })

  test('shows a changed price before anybody pays', async () => {
    await refused(buy('year', { expected_total: '1000.00' }), 'price_changed')
  })

  test('prices the cart of its buyer as the order does', async () => {
    const priced = await shopper.student.orders.price({ course_ids: [courseId], options: { [courseId]: 'life' } })
    expect(priced.total).toBe(3000)
  })

  test('sells two options as two orders, and the same one twice as one', async () => {
    const [first, again, other] = [await buy('half'), await buy('half'), await buy('year')]
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })

  test('sells an option that ended to nobody new, while an open order keeps its price', async () => {
    const open = await buy('year')
    await setOptions(OPTIONS.filter(({ option_id }) => option_id !== 'year'))
    await refused(buy('year'), 'conflict', 'This option has ended. Please choose another one.')
    await pay(open)
    expect(await endOf()).toEqual(await endAfter(open, 'P365D'))
    await setOptions(null)
    await refused(buy('half'), 'conflict')
  })

  test('tries a lost payment again with the same option', async () => {
    const order = await buy('year')
    await one.gateway(`control/links/${(await findLink(one, order)).id}/expire`, {})
    await requestAll(one)
    const { proofOf } = await import('../orders/checkout/pay-address.ts')
    const proof = Object.fromEntries(proofOf(one.ctx.config, order)) as { order_id: string; t: string }
    await shopper.student.orders.payAgain({ proof })
    const [again] = await one.db('orders').where({ user_id: shopper.user.id, status: 'created' })
    expect(again).toMatchObject({ total_paise: 180_000 })
  })

  test('refuses parts of any but its own price, and options of a renewal', async () => {
    await owner.courses.update({
      params: { id: courseId },
      body: { parts: { count: 2, every_days: 30, grace_days: 5 }, renew_price: 500 },
    })
    await refused(buy('year', { parts: 'true' }), 'conflict')
    expect(await rowOf(await buy('half', { parts: 'true' }))).toMatchObject({ total_paise: 50_000 })
    await refused(buy('life', { renewal: 'true' }), 'conflict')
  })

  test('takes 2 to 4 options of distinct ids and names, of which the first costs its price', async () => {
    const [first, second] = OPTIONS
    const lists = [
      [first],
      [...OPTIONS, ...OPTIONS],
      [first, first],
      [first, { ...second, name: 'SIX months' }],
      [second, first],
    ]
    for (const list of lists) await refused(setOptions(list as object[]), 'invalid')
    await refused(setOptions([first, { ...second, access_days: 3651 }] as object[]), 'invalid')
    await setOptions([first, { ...second, access_days: 3650 }] as object[])
    const order = await buy('year')
    expect(await lineOf(order)).toMatchObject({ access_period: 'P3650D' })
    await pay(order)
    expect(await endOf()).toEqual(await endAfter(order, 'P3650D'))
    await refused(owner.courses.update({ params: { id: courseId }, body: { price: 900 } }), 'invalid')
  })
})

describe('an upgrade', () => {
  test('costs the difference, and ends as if its option had been bought at first', async () => {
    const base = await buy('half')
    await pay(base)
    await afterDays(100)
    expect(await shopper.student.options.upgrades({})).toMatchObject([
      {
        options: [
          { option_id: 'year', total: 800, list_total: 1800 },
          { option_id: 'life', total: 2000, until: null },
        ],
      },
    ])
    const order = await upgrade('year', 800)
    expect(await lineOf(order)).toMatchObject({ course_name: 'Ledger (One year)', list_price_paise: 180_000 })
    await pay(order)
    expect(await endOf()).toEqual(await endAfter(base, 'P365D'))
    const life = await upgrade('life', 1200)
    await pay(life)
    expect(await endOf()).toBeNull()
    expect(await shopper.student.options.upgrades({})).toEqual([])
  })

  test('counts what was paid after a code, and never costs less than nothing', async () => {
    const { promocode } = await buildPromocode(one.db, { discount: 25 })
    await pay(await buy('half', { promocode }))
    expect(await rowOf(await upgrade('year'))).toMatchObject({ total_paise: 105_000 })
    await setOptions([OPTIONS[0], { ...OPTIONS[1], price: 500 }] as object[])
    await upgrade('year', 0)
    expect((await endOf())?.getTime()).toBeGreaterThan(one.ctx.now().getTime() + 364 * DAY_MS)
  })

  test('adds the tax on top of the difference', async () => {
    const settings = { valid_from: indianDay(one.ctx.now()), prices: 'exclusive' as const }
    await addTaxSettings(one.ctx, taxSettings(settings))
    try {
      await pay(await buy('half', { billing_state: '29' }))
      const [shown] = await shopper.student.options.upgrades({})
      expect(shown).toMatchObject({ needs_state: false, options: [{ total: 944 }, { total: 2360 }] })
      expect(await rowOf(await upgrade('year', 944))).toMatchObject({ total_paise: 94_400, tax_paise: 14_400 })
    } finally {
      await addTaxSettings(one.ctx, taxSettings({ valid_from: indianDay(one.ctx.now()), enabled: false }))
    }
  })

  test('refunded gives back the old access', async () => {
    const base = await buy('half')
    await pay(base)
    const end = await endOf()
    const order = await upgrade('life')
    await pay(order)
    await refund(order)
    expect(await endOf()).toEqual(end)
    expect(await rowOf(await upgrade('year'))).toMatchObject({ total_paise: 80_000 })
  })

  test('goes back with its purchase, which the form for refunds says before', async () => {
    const base = await buy('half')
    await pay(base)
    const order = await upgrade('life')
    await pay(order)
    const { order_no } = await rowOf(order)
    const along = { kind: 'upgrade', name: 'Ledger (For life)', order_no, back: 2000 }
    expect(await owner.orders.adminGet({ order_id: base })).toMatchObject({ conditions: [along] })
    expect(await shopper.student.orders.guaranteeOffer({ order_id: base })).toMatchObject({ conditions: [along] })
    expect((await owner.orders.adminGet({ order_id: order })).conditions).toEqual([])
    await refund(base)
    await requestAll(one)
    expect(await endOf()).toBeUndefined()
    await one.answerWaiting('issue-documents')
    for (const order_id of [base, order]) {
      const shown = await owner.orders.adminGet({ order_id })
      expect(shown).toMatchObject({ status: 'refunded', refundable: 0 })
      expect(shown.documents.map(({ kind }) => kind)).toEqual(['receipt', 'refund_receipt'])
    }
    await one.answerWaiting('refund-mail')
    const mails = (await mailsTo(one.dataDir, shopper.user.email)).map(textOf)
    expect(mails.filter((text) => text.includes('It belongs to a purchase that went back'))).toHaveLength(1)
  })

  test('goes back with an earlier one that it counted, and not with a later one', async () => {
    await pay(await buy('half'))
    const year = await upgrade('year')
    await pay(year)
    const life = await upgrade('life')
    await pay(life)
    expect((await owner.orders.adminGet({ order_id: life })).conditions).toEqual([])
    expect((await owner.orders.adminGet({ order_id: year })).conditions).toMatchObject([
      { kind: 'upgrade', back: 1200 },
    ])
    await refund(year)
    await requestAll(one)
    expect((await rowOf(life)).status).toBe('refunded')
    expect((await endOf())?.getTime()).toBeLessThan(one.ctx.now().getTime() + 181 * DAY_MS)
  })

  test('goes back also where a bank took the money of its purchase, and one that cost nothing ends', async () => {
    const base = await buy('half')
    await pay(base)
    await setOptions([OPTIONS[0], { ...OPTIONS[1], price: 500 }] as object[])
    const free = await upgrade('year')
    await setOptions(OPTIONS)
    const life = await upgrade('life')
    await pay(life)
    const { payment_id } = await rowOf(base)
    await one.gateway(`control/payments/${payment_id}/dispute`, {})
    await one.gateway('control/deliver', {})
    const [{ dispute_id }] = await one.db('disputes').where({ payment_id })
    await one.gateway(`control/disputes/${dispute_id}/lost`, {})
    await one.gateway('control/deliver', {})
    await one.answerWaiting('follow-base')
    await requestAll(one)
    expect([(await rowOf(base)).status, (await rowOf(free)).status, (await rowOf(life)).status]).toEqual([
      'refunded',
      'refunded',
      'refunded',
    ])
    expect(await endOf()).toBeUndefined()
  })

  test('needs a second person with its purchase where both are above the limit', async () => {
    await one.adminToken('finance')
    await owner.orders.setRefundLimit({ limit: 2500 })
    const base = await buy('half')
    await pay(base)
    await pay(await upgrade('life'))
    try {
      const body = { reason: 'leaves' }
      expect(await owner.orders.refund({ params: { order_id: base }, body })).toMatchObject({ status: 'second_person' })
    } finally {
      await owner.orders.setRefundLimit({ limit: null })
    }
  })

  test('paid after another one grants nothing, and its money goes back', async () => {
    await pay(await buy('half'))
    const [year, life] = [await upgrade('year'), await upgrade('life')]
    await pay(year)
    const end = await endOf()
    await pay(life)
    await requestAll(one)
    expect(await endOf()).toEqual(end)
    const [row] = await one.db('refunds').where({ order_id: life })
    expect(Number(row.amount_paise)).toBe(200_000)
  })

  test('pressed three times at once is one order, and counts once', async () => {
    const base = await buy('half')
    await pay(base)
    const orders = await Promise.all([upgrade('year'), upgrade('year'), upgrade('year')])
    expect(new Set(orders).size).toBe(1)
    await pay(orders[0] ?? '')
    expect(await endOf()).toEqual(await endAfter(base, 'P365D'))
  })

  test('is tried again at the same difference after a lost payment', async () => {
    await pay(await buy('half'))
    const order = await upgrade('year')
    await one.gateway(`control/links/${(await findLink(one, order)).id}/expire`, {})
    await requestAll(one)
    const { proofOf } = await import('../orders/checkout/pay-address.ts')
    const proof = Object.fromEntries(proofOf(one.ctx.config, order)) as { order_id: string; t: string }
    await shopper.student.orders.payAgain({ proof })
    const [again] = await one.db('orders').where({ user_id: shopper.user.id, status: 'created' })
    expect(again).toMatchObject({ total_paise: 80_000 })
  })

  test('is refused for a shorter option, one that ended, ended access, a bundle, and a course of nobody', async () => {
    await refused(upgrade('year'), 'conflict')
    await pay(await buy('year'))
    await refused(upgrade('half'), 'conflict', 'This option is not longer than your access')
    await refused(upgrade('gone'), 'conflict', 'This option has ended. Please choose another one.')
    await refused(shopper.student.options.upgrade({ course_id: 'no-such', option_id: 'year' }), 'conflict')
    await afterDays(366)
    await refused(upgrade('life'), 'conflict')
    const other = (await buildCourse(one.db, { price: 500 })).course_id
    const bundle = await buildCourse(one.db, { kind: 'bundle', bundle_courses: [courseId, other], price: 1200 })
    const friend = await buildShopper(one)
    const { orderId } = await friend.buy([bundle.course_id])
    await pay(orderId)
    await refused(friend.student.options.upgrade({ course_id: courseId, option_id: 'life' }), 'conflict')
    expect(await friend.student.options.upgrades({})).toEqual([])
  })
})

/** A generator of numbers below 1 that repeats by its seed. */
function randomBy(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

test('the price of an upgrade equals a second model over random lives, to the paisa', async () => {
  const random = randomBy(72)
  const below = (count: number) => Math.floor(random() * count)
  for (let life = 0; life < 12; life++) {
    shopper = await buildShopper(one)
    const days = [30 + below(100), 200 + below(200), 500 + below(3000)]
    const prices = days.map((_, at) => ((at + 1) * (50_000 + below(50_000))) / 100)
    courseId = (await buildCourse(one.db, { price: prices[0] ?? 1, access_period: `P${days[0]}D` })).course_id
    await setOptions(
      [...days, null].map((access_days, at) => ({
        option_id: `o${at}`,
        name: `Option ${at}`,
        price: Math.round((prices[at] ?? 9999.5) * 100) / 100,
        access_days,
      })),
      { price: prices[0] },
    )
    const priceOf = (at: number) => Math.round((prices[at] ?? 9999.5) * 100)
    const percent = below(2) * below(60)
    const code = percent > 0 ? await buildPromocode(one.db, { discount: percent }) : undefined
    const paid: { order: string; paise: number }[] = []
    let at = below(3)
    const first = await buy(`o${at}`, code ? { promocode: code.promocode } : {})
    paid.push({ order: first, paise: priceOf(at) - Math.round((priceOf(at) * percent) / 100) })
    expect((await rowOf(first)).total_paise).toBe(paid[0]?.paise)
    await pay(first)
    const start = new Date((await rowOf(first)).paid_at)
    const levels = [at]
    for (let step = 0; step < 4 && at < 3; step++) {
      const next = at + 1 + below(3 - at)
      const due = Math.max(0, priceOf(next) - paid.reduce((sum, { paise }) => sum + paise, 0))
      const order = await upgrade(`o${next}`)
      expect((await rowOf(order)).total_paise, `life ${life}, step ${step}`).toBe(due > 0 && due < 100 ? 100 : due)
      if (due > 0) await pay(order)
      paid.push({ order, paise: due })
      levels.push(next)
      at = next
      if (due > 0 && below(3) === 0) {
        await refund(order)
        paid.pop()
        levels.pop()
        at = levels.at(-1) ?? 0
      }
      const until = days[at]
      expect(await endOf()).toEqual(until === undefined ? null : new Date(start.getTime() + until * DAY_MS))
    }
  }
}, 120_000)
