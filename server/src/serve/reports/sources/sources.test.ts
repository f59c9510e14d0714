import { addDays, DAY_MS, dayStart, indianDay } from 'contract/indian-time'
import { readTouch, type Touches, type VisitStep, withTouch } from 'contract/sources/read-touch'
import { knownTouches, SOURCES_BY, type SourceCounts } from 'contract/sources/sources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCourse, buildPaidOrder, buildStudentRow } from '../../../../test/catalogue-factories.ts'
import { breaks } from '../../../../test/invariants.ts'
import { buildUser } from '../../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { notesAreTheRefunds, papersAreTheMoney } from '../../../sales/documents/documents.invariants.ts'
import { paidOpensCourse } from '../../../sales/orders/orders.invariants.ts'
import { sourceOf } from '../../../sales/orders/origin.ts'
import { createVisitCounter, isBrowser } from '../../../shop/visits/visits.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())

const SHOP = 'https://shop.example'
const person = {
  method: 'POST',
  get: (name: string) => (name === 'user-agent' ? 'Mozilla/5.0 (Android 14)' : undefined),
}
const touches: Touches = {
  first: readTouch(`${SHOP}/?utm_source=YouTube&utm_campaign=Intro`, '', new Date()) ?? null,
  last: readTouch(`${SHOP}/course/reels?utm_source=instagram&fbclid=IwAR1_aB`, '', new Date()) ?? null,
}

test('an order keeps the touches of its browser, whatever the browser learns later, and answers no id of a click', async () => {
  const { course_id } = await buildCourse(server.db)
  const user = await buildUser(server.db)
  const student = server.api(await server.userToken(user))
  const buy = (known: unknown) =>
    student.orders.buy({ query: { user_id: user.user_id, touches: JSON.stringify(known) }, body: [course_id] })
  const { order_id } = await buy(touches)
  expect((await buy({ first: null, last: null })).order_id).toBe(order_id)
  const owner = server.api(await server.adminToken('finance'))
  const { source } = await owner.orders.adminGet({ order_id })
  expect(source).toEqual({
    channel: 'store',
    first: { ...touches.first, source: 'youtube', campaign: 'Intro', landing: '/' },
    last: {
      source: 'instagram',
      medium: null,
      campaign: null,
      content: null,
      term: null,
      referrer: null,
      landing: '/course/reels',
      at: touches.last?.at,
    },
  })
  expect((await server.db('orders').where({ order_id }).first()).source.last.fbclid).toBe('IwAR1_aB')
})

test.each([
  'not json',
  '[]',
  JSON.stringify({ first: { landing: 'javascript:alert(1)', at: 'now' }, last: 7 }),
  JSON.stringify({ first: null, last: { landing: '/', at: '1999-01-01T00:00:00.000Z', source: 'old' } }),
  JSON.stringify({ first: null, last: { landing: '/', at: '2999-01-01T00:00:00.000Z', source: 'ahead' } }),
])('an order with the touches %s is made, and has no source', async (text) => {
  const { course_id } = await buildCourse(server.db)
  const user = await buildUser(server.db)
  const student = server.api(await server.userToken(user))
  const query = { user_id: user.user_id, touches: text }
  const { order_id } = await student.orders.buy({ query, body: [course_id] })
  const { source } = await server.api(await server.adminToken()).orders.adminGet({ order_id })
  expect(source).toEqual({ channel: 'store', first: null, last: null })
})

test('a touch is cut and cleaned on arrival, however it was written', async () => {
  const landing = `/${'x'.repeat(300)}`
  const wild = { source: `A\u0000\u202E${'b'.repeat(300)}\uD800`, medium: '<b>', landing, at: new Date().toISOString() }
  const saved = sourceOf({ first: null, last: wild }, new Date())?.last
  expect(saved?.source).toMatch(/^ab+$/)
  expect(saved?.source).toHaveLength(200)
  expect(saved?.landing).toHaveLength(200)
  expect(saved).toMatchObject({ medium: '<b>', campaign: null, referrer: null })
})

test('the store reports steps over HTTP; bots, other forms and long bodies count nothing', async () => {
  const notify = (body: string, agent = 'Mozilla/5.0 (Android 14)') =>
    server.request('/visit', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'user-agent': agent },
    })
  const note = JSON.stringify({ steps: [{ step: 'visit' }], touches })
  expect((await notify(note)).status).toBe(204)
  expect((await notify(note, 'Mozilla/5.0 (compatible; Googlebot/2.1)')).status).toBe(204)
  expect((await notify('{"steps":[{"step":"paid"}]}')).status).toBe(204)
  expect((await notify(`{"steps":[],"touches":"${'x'.repeat(20_000)}"}`)).status).toBe(400)
  expect((await notify('{')).status).toBe(400)
  const today = indianDay(server.ctx.now())
  const owner = server.api(await server.adminToken())
  await expect.poll(async () => (await owner.sources.list({ from: today, to: today })).total.visits).toBe(1)
  const { rows } = await owner.sources.list({ from: today, to: today, touch: 'first' })
  expect(rows.find(({ key }) => key === 'youtube')).toMatchObject({ visits: 1, orders: 0 })
})

test('a phone is a browser, whatever its maker calls it, and a known program is none', () => {
  const webView = 'AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/146.0.0.0 Mobile Safari/537.36'
  for (const model of ['CUBOT P60', 'Mbot X', 'ScanPhone 3', 'Node', 'Preview']) {
    expect(isBrowser(`Mozilla/5.0 (Linux; Android 13; ${model} Build/TP1A; wv) ${webView}`), model).toBe(true)
    const inApp = `Instagram 309.0.0 Android (33/13; 480dpi; 1080x2400; ${model}; ${model}; mt6833; en_IN; 5426)`
    expect(isBrowser(`Mozilla/5.0 (Linux; Android 13; ${model}) ${webView} ${inApp}`), inApp).toBe(true)
    const facebook = `[FB_IAB/FB4A;FBAV/440.0.0;FBMF/${model};FBBD/${model};FBDV/${model};FBSV/13]`
    expect(isBrowser(`Mozilla/5.0 (Linux; Android 13; ${model}) ${webView} ${facebook}`), facebook).toBe(true)
  }
  const programs = [
    '(compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    `(Linux; Android 6.0.1; Nexus 5X Build/MMB29P) ${webView} (compatible; AdsBot-Google-Mobile)`,
    '(compatible; YandexBot/3.0)',
    '(compatible; Baiduspider/2.0)',
    '(compatible; Bytespider; spider-feedback@bytedance.com)',
    '(X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0 Safari/537.36',
    '(KHTML, like Gecko; Google Web Preview) Version/3.1 Safari/525.13',
    '(Linux; Android 11; moto g) Chrome/140.0 Mobile Safari/537.36 Chrome-Lighthouse',
    '+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
    '(compatible; bingbot/2.0) BingPreview/1.0b',
    '(compatible; python-requests/2.31)',
    '(compatible; Pingdom.com_bot_version_1.4)',
  ]
  for (const program of programs) expect(isBrowser(`Mozilla/5.0 ${program}`), program).toBe(false)
})

test('a click keeps its whole id, and one that would have to be cut has none', async () => {
  const touchOf = (id: string) => readTouch(`https://shop.example/?fbclid=${id}&gclid=${id}`, '', server.ctx.now())
  const whole = 'Ab3_'.repeat(125)
  expect(touchOf(whole)).toMatchObject({ fbclid: whole, gclid: whole })
  expect(touchOf(`${whole}x`)).toMatchObject({ source: 'google' })
  expect(touchOf(`${whole}x`)).not.toHaveProperty('fbclid')
  expect(touchOf(`${whole}x`)).not.toHaveProperty('gclid')
  expect(knownTouches({ last: touchOf(whole) }, server.ctx.now()).last).toMatchObject({ fbclid: whole, gclid: whole })
})

test('only the owner and finance see sources', async () => {
  for (const role of ['editor', 'support'] as const) {
    await expect(server.api(await server.adminToken(role)).sources.list({})).rejects.toMatchObject({ status: 403 })
  }
})

/** Repeatable numbers from 0 to 1. */
function random(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

type Way = { address: string; referrer: string; source?: string; campaign?: string }
const ways: readonly Way[] = [
  {
    address: '/?utm_source=Instagram&utm_campaign=Reel-Diwali',
    referrer: '',
    source: 'instagram',
    campaign: 'reel-diwali',
  },
  { address: '/course/a', referrer: 'https://l.instagram.com/?u=x', source: 'instagram' },
  { address: '/course/b?utm_source=youtube&utm_campaign=shorts', referrer: '', source: 'youtube', campaign: 'shorts' },
  { address: '/courses', referrer: 'android-app://com.whatsapp/', source: 'whatsapp' },
  { address: '/course/a?gclid=Cj0', referrer: 'https://www.google.co.in/', source: 'google' },
  { address: '/', referrer: '' },
  { address: '/', referrer: 'https://shop.example/cart' },
  { address: '/payment_status', referrer: 'https://api.razorpay.com/v1/l/x' },
  { address: '/', referrer: 'https://netsafe.hdfcbank.com/acs' },
  { address: '/login', referrer: 'https://accounts.google.com/' },
]
const steps: readonly [VisitStep, keyof SourceCounts][] = [
  ['visit', 'visits'],
  ['course', 'course_views'],
  ['cart', 'carts'],
  ['checkout', 'checkouts'],
]
const NONE = { visits: 0, course_views: 0, carts: 0, checkouts: 0, orders: 0, revenue: 0, refunds: 0, refunded: 0 }

test('sources and the funnel equal a recount of 1,000 random visitors, and sum to the overview', {
  timeout: 240_000,
}, async () => {
  const draw = random(47)
  const pick = <One>(of: readonly One[]) => of[Math.floor(draw() * of.length)] as One
  const { db } = server
  for (const broken of [papersAreTheMoney, notesAreTheRefunds, paidOpensCourse])
    breaks(db, broken, 'its orders and refunds are rows, without papers and access')
  const courses = [await buildCourse(db), await buildCourse(db), await buildCourse(db)].map(
    ({ course_id }) => course_id,
  )
  const buyer = await buildStudentRow(db)
  await db('users').where({ id: buyer.id }).update({ created_at: '2020-01-01T00:00:00Z' })
  const begin = Date.parse(dayStart('2025-01-01'))
  let clock = begin
  const counters = [0, 1].map(() => createVisitCounter({ ...server.ctx, now: () => new Date(clock) }))
  /** The recount: a row of counts for each day and each kind of key. */
  const model = new Map<string, typeof NONE>()
  const count = (day: string, by: string, key: string, column: keyof SourceCounts, by_how_much = 1) => {
    const place = `${day} ${by} ${key}`
    const row = model.get(place) ?? { ...NONE }
    row[column] += by_how_much
    model.set(place, row)
  }
  type Known = { at: number; way: Way }
  const countAll = (
    first: Known | undefined,
    last: Known | undefined,
    column: keyof SourceCounts,
    much = 1,
    day = indianDay(new Date(clock)),
  ) => {
    for (const [name, touch] of [
      ['first', first],
      ['last', last],
    ] as const) {
      count(day, `${name} source`, touch?.way.source ?? 'unknown', column, much)
      count(day, `${name} campaign`, touch?.way.campaign ?? 'unknown', column, much)
      count(day, `${name} landing`, touch ? (touch.way.address.split('?')[0] as string) : 'unknown', column, much)
    }
  }
  const visits = Array.from({ length: 1_000 }, (_, visitor) =>
    Array.from({ length: 1 + Math.floor(draw() * 3) }, () => ({
      visitor,
      at: begin + Math.floor(draw() * 200 * DAY_MS),
    })),
  ).flat()
  const browsers = new Map<number, { stored: Touches; first?: Known | undefined; last?: Known | undefined }>()
  let paid = 0
  for (const { visitor, at } of visits.toSorted((one, other) => one.at - other.at)) {
    clock = at
    const way = pick(ways)
    const browser = browsers.get(visitor) ?? { stored: { first: null, last: null } }
    browsers.set(visitor, browser)
    browser.stored = withTouch(
      browser.stored,
      readTouch(SHOP + way.address, way.referrer, new Date(clock)),
      new Date(clock),
    )
    // The model knows what each way proves, and reads no address.
    const lives = (known: Known | undefined) => (known && at - known.at < 90 * DAY_MS ? known : undefined)
    browser.last = way.source ? { at, way } : lives(browser.last)
    browser.first = lives(browser.first) ?? browser.last
    const reached = steps.slice(0, 1 + Math.floor(draw() * 4))
    for (const [step, column] of reached) {
      const course_id = step === 'visit' ? undefined : pick(courses)
      pick(counters).note(person, { steps: [{ step, course_id }], touches: browser.stored })
      countAll(browser.first, browser.last, column)
      count(indianDay(new Date(clock)), 'course', course_id ?? 'unknown', column)
    }
    if (draw() < 0.05) await Promise.all(counters.map((counter) => counter.flush()))
    if (reached.length < 4 || draw() > 0.5) continue
    paid++
    const day = indianDay(new Date(clock))
    const bought = courses.slice(0, 1 + Math.floor(draw() * 3))
    const { order_id } = await buildPaidOrder(db, { user_id: buyer.id, course_id: bought[0] as string })
    const prices = bought.map(() => 100 + Math.floor(draw() * 90_000))
    const sum = prices.reduce((whole, price) => whole + price, 0)
    await db('order_lines').where({ order_id }).delete()
    await db('order_lines').insert(
      bought.map((course_id, position) => ({
        order_id,
        position,
        course_id,
        course_name: 'A course',
        course_banner: '',
        quantity: 1,
        discount_paise: 0,
        price_paise: prices[position],
        total_paise: prices[position],
      })),
    )
    // One seat back, a part of the sum, or nothing.
    const kind = draw()
    const backSeat = kind < 0.15
    const back = backSeat ? (prices.at(-1) as number) : kind < 0.3 ? 50 : 0
    const time = new Date(clock).toISOString()
    const status = back === 0 ? 'paid' : back === sum ? 'refunded' : 'partially_refunded'
    const source = sourceOf(browser.stored, new Date(clock))
    await db('orders')
      .where({ order_id })
      .update({
        paid_at: time,
        created_at: time,
        status,
        payment_id: `pay_${order_id}`,
        subtotal_paise: sum,
        total_paise: sum,
        source,
      })
    countAll(browser.first, browser.last, 'orders')
    countAll(browser.first, browser.last, 'revenue', sum)
    if (back > 0) countAll(browser.first, browser.last, 'refunded')
    // A refund leaves days after the payment, and counts there.
    const backAt = new Date(clock + Math.floor(draw() * 20 * DAY_MS))
    const backDay = indianDay(backAt)
    if (back > 0) countAll(browser.first, browser.last, 'revenue', -back, backDay)
    if (back > 0) countAll(browser.first, browser.last, 'refunds', back, backDay)
    for (const course_id of bought) count(day, 'course', course_id, 'orders')
    for (const [position, course_id] of bought.entries()) count(day, 'course', course_id, 'revenue', prices[position])
    if (back === 0) continue
    const refund_id = `rf_${order_id}`
    await db('refunds').insert({
      refund_id,
      order_id,
      payment_id: `pay_${order_id}`,
      amount_paise: back,
      status: 'processed',
      updated_at: backAt.toISOString(),
    })
    if (backSeat) {
      await db('refund_seats').insert({ refund_id, course_id: bought.at(-1), seat: 0 })
      count(day, 'course', bought.at(-1) as string, 'refunded')
      count(backDay, 'course', bought.at(-1) as string, 'revenue', -back)
      count(backDay, 'course', bought.at(-1) as string, 'refunds', back)
    } else {
      // Shared out over the courses by their prices, each part from where the last one ended.
      let upto = 0
      let input = 0
      for (const [position, course_id] of bought.entries()) {
        upto += prices[position] as number
        const until = Math.trunc((-back * upto) / sum)
        count(backDay, 'course', course_id, 'revenue', until - input)
        count(backDay, 'course', course_id, 'refunds', input - until)
        if (until < input) count(day, 'course', course_id, 'refunded')
        input = until
      }
    }
  }
  await Promise.all(counters.map((counter) => counter.close()))
  expect(paid).toBeGreaterThan(100)

  const owner = server.api(await server.adminToken())
  const last = addDays('2025-01-01', 199)
  const spans = [
    { from: '2025-01-01', to: last },
    ...[0, 37, 91, 163].map((day) => ({ from: addDays('2025-01-01', day), to: addDays('2025-01-01', day + 29) })),
  ]
  for (const { from, to } of spans) {
    const overview = await owner.overview.get({ from, to })
    for (const by of SOURCES_BY) {
      for (const touch of ['first', 'last'] as const) {
        const { rows, total } = await owner.sources.list({ from, to, by, touch })
        const expected = new Map<string, typeof NONE>()
        for (const [place, row] of model) {
          const [day = '', ...rest] = place.split(' ')
          const name = by === 'course' ? 'course' : `${touch} ${by}`
          if (day < from || day > to || !rest.join(' ').startsWith(`${name} `)) continue
          const key = rest.join(' ').slice(name.length + 1)
          const sum = expected.get(key) ?? { ...NONE }
          for (const column of Object.keys(NONE) as (keyof SourceCounts)[]) sum[column] += row[column]
          expected.set(key, sum)
        }
        const counted = rows.map(({ key, name: _, ...row }) => [key, inPaise(row)] as const)
        expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(expected))
        const { funnel, totals } = overview
        expect(total).toMatchObject({
          orders: totals.orders,
          revenue: totals.revenue,
          refunds: totals.refunds,
          refunded: funnel.refunded,
        })
        const { visits: all, course_views, carts, checkouts } = funnel
        expect(total).toMatchObject({ visits: all, course_views, carts, checkouts })
      }
    }
  }
})

const inPaise = (row: SourceCounts) => ({
  ...row,
  revenue: Math.round(row.revenue * 100),
  refunds: Math.round(row.refunds * 100),
})

test('made-up links fill a day to its bound, beyond it they are one row, and the sum stays', async () => {
  const now = () => new Date('2024-05-05T10:00:00Z')
  const counter = createVisitCounter({ ...server.ctx, now })
  for (let round = 0; round < 4; round++) {
    for (let link = 0; link < 1_500; link++) {
      const last = readTouch(`${SHOP}/?utm_source=made-up-${round}-${link}`, '', now())
      counter.note(person, { steps: [{ step: 'visit' }], touches: { first: last, last } })
    }
    await counter.flush()
  }
  await counter.close()
  const rows = await server.db('visit_steps').where({ day: '2024-05-05' })
  expect(rows.length).toBeLessThan(6_000)
  const owner = server.api(await server.adminToken())
  for (const by of SOURCES_BY) {
    const { rows: shown, total } = await owner.sources.list({ from: '2024-05-05', to: '2024-05-05', by })
    expect(total.visits).toBe(6_000)
    expect(shown.length).toBeLessThanOrEqual(101)
  }
})

test('the campaigns of one source stay apart from equal ones of another', async () => {
  const now = () => new Date('2024-06-05T10:00:00Z')
  const counter = createVisitCounter({ ...server.ctx, now })
  for (const source of ['instagram', 'instagram', 'youtube']) {
    const last = readTouch(`${SHOP}/?utm_source=${source}&utm_campaign=diwali`, '', now())
    counter.note(person, { steps: [{ step: 'visit' }], touches: { first: last, last } })
  }
  await counter.close()
  const owner = server.api(await server.adminToken())
  const day = { from: '2024-06-05', to: '2024-06-05', by: 'campaign' as const }
  expect((await owner.sources.list(day)).rows).toMatchObject([{ key: 'diwali', visits: 3 }])
  expect((await owner.sources.list({ ...day, source: 'instagram' })).rows).toMatchObject([{ key: 'diwali', visits: 2 }])
})
