import { DAY_MS, indianDay } from 'contract/indian-time'
import { allInvariants } from '../../../server/src/platform/features/features.ts'
import { checkInvariants } from '../../../server/src/platform/invariants/check-invariants.ts'
import { buildCourse, buildPromocode } from '../../../server/test/catalogue-factories.ts'
import { PASSWORD } from '../../../server/test/people-factories.ts'
import { BUYER_GSTIN } from '../../../server/test/tax-settings.ts'
import type { Life } from './factors.ts'
import { type Answer, type PairShop, type Person, stepsIn } from './steps.ts'

/** Prices in rupees. */
const PRICE = 1_000
const SECOND = 600
const OPTIONS = [
  { option_id: 'short', name: 'A month', price: 300, access_days: 40 },
  { option_id: 'long', name: 'Half a year', price: PRICE, access_days: 180 },
  { option_id: 'life', name: 'For life', price: 2_500, access_days: null },
] as const
const HOUR_MS = 3_600_000

/**
 * Plays the life of a row over HTTP. What the shop refuses with a reason is part of a life. Returns what happened, the codes with which the shop
 * refused to sell, and what is wrong: a fault of the server, or an invariant that held before.
 */
export async function playLife(
  shop: PairShop,
  life: Life,
): Promise<{ played: string[]; wrong: string[]; refused: string[] }> {
  const played: string[] = []
  const wrong: string[] = []
  const { server } = shop
  const { db } = server

  const { call, asOwner, atGateway, deliver, lookDaily, pass, newPerson, newCourse, at, newRun, newMembership } =
    stepsIn(shop, { played, wrong })

  shop.owner = await server.adminToken()
  await asOwner('pay links are on', '/pay_links/settings', { on: true, support_percent: 20 }, 'PUT')
  const friend = await newPerson()
  const buyer = await newPerson(life.broughtBy === 'referral' ? { referred_by: friend.id } : {})

  const hasOptions = /option|upgrade/.test(life.sold) || life.owned === 'option with time left'
  const hasDates = life.sold === 'date' || life.owned === 'a date of it'
  const course = await newCourse(hasOptions ? OPTIONS[0].price : PRICE, {
    ...(hasOptions ? { access_period: `P${OPTIONS[0].access_days}D`, options: OPTIONS } : {}),
    ...(hasDates ? { workshops: true } : {}),
    ...(life.paid === 'parts' ? { parts: { count: 2, every_days: 30, grace_days: 5 } } : {}),
    ...(life.sold === 'renewal' ? { access_period: 'P20D', renew_price: 400 } : {}),
  })
  const second = await newCourse(SECOND)
  const bundle = async () => {
    const { course_id: id } = await buildCourse(db, {
      price: 1_200,
      kind: 'bundle',
      bundle_courses: [course, second],
    } as never)
    return id
  }

  type Buying = { ids: string[]; query?: Record<string, string> }
  const buy = async (who: Person, what: string, { ids, query = {} }: Buying) => {
    const asked = new URLSearchParams({ user_id: who.user_id, billing_state: '27', ...query })
    return call(who.token, what, `/user/buy?${asked}`, ids)
  }
  const linkOf = async (orderId: unknown): Promise<string | undefined> =>
    (
      await db('sandbox.links')
        .where({ reference_id: String(orderId) })
        .first('link_id')
    )?.link_id
  async function payAndHear(orderId: unknown, way: Life['events']): Promise<void> {
    const link = await linkOf(orderId)
    if (link) await atGateway(`links/${link}/pay`)
    played.push(link ? 'it is paid' : 'nothing is to pay')
    await deliver(way)
  }
  const buyAndPay = async (who: Person, what: string, buying: Buying) => {
    const { body } = await buy(who, what, buying)
    if (body.order_id) await payAndHear(body.order_id, 'in order')
    return body.order_id as string | undefined
  }
  async function join(who: Person, membershipId: string | undefined, way: Life['events']) {
    const { body } = await call(who.token, 'joins', '/user/memberships', {
      membership_id: membershipId,
      billing_state: '27',
    })
    const member = await db('members')
      .where({ member_id: String(body.id) })
      .first('subscription_id')
    if (!member) return undefined
    await atGateway(`subscriptions/${member.subscription_id}/approve`, { method: 'upi', email: who.email })
    await atGateway('subscriptions/run')
    await deliver(way)
    return String(body.id)
  }
  const debitOf = async (member: string | undefined): Promise<string | undefined> =>
    member &&
    (await db('member_debits').where({ member_id: member }).whereNotNull('order_id').first('order_id'))?.order_id

  // What was owned before.
  const firstRun = hasDates ? await newRun(course, 10) : undefined
  let first: string | undefined
  const owned: Record<Life['owned'], () => Promise<unknown>> = {
    nothing: async () => {},
    'the course': async () => {
      first = await buyAndPay(buyer, 'buys the course before', { ids: [course] })
    },
    'in a bundle': async () => {
      first = await buyAndPay(buyer, 'buys a bundle before', { ids: [await bundle()] })
    },
    'option with time left': async () => {
      first = await buyAndPay(buyer, 'buys the short option before', {
        ids: [course],
        query: { options: JSON.stringify({ [course]: 'short' }) },
      })
    },
    'by a membership': async () => join(buyer, await newMembership([course]), 'in order'),
    'a date of it': async () => {
      first = await buyAndPay(buyer, 'books a date before', { ids: [course], query: { run_id: firstRun ?? '' } })
    },
    ended: async () => {
      const until = indianDay(server.ctx.now())
      const people = [{ email: buyer.email, phone: buyer.phone, name: buyer.name }]
      await asOwner('gets it by hand for a day', '/enrolments', { course_ids: [course], people, mail: false, until })
      await pass(3 * DAY_MS)
      buyer.token = await server.userToken(buyer)
    },
    'given by hand': async () =>
      asOwner('gets it by hand', '/enrolments', {
        course_ids: [course],
        people: [{ email: buyer.email, phone: buyer.phone, name: buyer.name }],
        mail: false,
      }),
  }
  await owned[life.owned]()

  // Who brings it, and how it is paid.
  const query: Record<string, string> = {}
  const touches = { first: null, last: { source: 'instagram', landing: '/', at: at(0) } }
  if (life.broughtBy === 'link with a source') query.touches = JSON.stringify(touches)
  if (life.broughtBy.startsWith('partner')) {
    const code = `VIA${buyer.id}`
    const terms = { code, percent: 20, window_days: 30, state: 'active' }
    await asOwner('a partner is added', '/partners', { ...terms, name: friend.name, email: friend.email })
    await buildPromocode(db, { promocode: code, discount: 10 })
    if (life.broughtBy === 'partner’s code') query.promocode = code
    else query.touches = JSON.stringify({ ...touches, via: [{ code, at: at(-HOUR_MS) }] })
  }
  if (life.paid.startsWith('code of')) {
    const discount = life.paid === 'code of 20 %' ? 20 : 100
    query.promocode = (await buildPromocode(db, { discount, max_uses: 1 })).promocode
  }
  if (life.paid.includes('coins')) {
    await asOwner(
      'coins are given',
      `/add_coins/${buyer.user_id}?amount=${life.paid === 'some coins' ? 150 : 5_000}`,
      {},
      'PUT',
    )
  }
  if (life.paid === 'parts') query.parts = 'true'
  if (life.paid === 'with a GSTIN') {
    query.billing_state = BUYER_GSTIN.slice(0, 2)
    query.billing_gstin = BUYER_GSTIN
    query.billing_name = 'Brindavan Studio'
    query.billing_address = '4 MG Road, Bengaluru'
  }
  const { billing_state = '27', billing_gstin, billing_name, billing_address } = query
  const billing = { billing_state, ...(billing_gstin && { billing_gstin, billing_name, billing_address }) }
  const coinsFor = async (course_ids: string[], more: object = {}): Promise<Record<string, string>> => {
    if (!life.paid.includes('coins')) return {}
    const { body } = await call(buyer.token, 'asks for coins', '/user/coins/usable', {
      course_ids,
      ...(query.promocode ? { promocode: query.promocode } : {}),
      ...more,
    })
    return Number(body.coins) > 0 ? { coins: String(body.coins) } : {}
  }

  // What is sold.
  let member: string | undefined
  let run: string | undefined
  const cart = async (what: string, ids: string[], more: Record<string, string> = {}, priced: object = {}) => {
    const { body } = await buy(buyer, what, { ids, query: { ...query, ...more, ...(await coinsFor(ids, priced)) } })
    if (body.order_id) await payAndHear(body.order_id, life.events)
    return body.order_id as string | undefined
  }
  const option = (id: string) => [{ options: JSON.stringify({ [course]: id }) }, { options: { [course]: id } }] as const
  const paidOrder = async (answer: Answer) => {
    if (answer.body.order_id) await payAndHear(answer.body.order_id, life.events)
    return answer.body.order_id as string | undefined
  }
  const offerOf = async (place: 'checkout' | 'after') => {
    const { body } = await asOwner('an offer is added', '/offers', {
      course_id: second,
      place,
      price: 250,
      headline: 'Take this too',
      with: [course],
      active: true,
    })
    return String(body.offer_id)
  }
  const sold: Record<Life['sold'], () => Promise<string | undefined>> = {
    course: () => cart('buys the course', [course]),
    bundle: async () => cart('buys the bundle', [await bundle()]),
    'shorter option': () => cart('buys the short option', [course], ...option('short')),
    'longer option': () => cart('buys the long option', [course], ...option('long')),
    date: async () => {
      run = life.owned === 'a date of it' ? await newRun(course, 20) : firstRun
      return cart('books a date', [course], { run_id: run ?? '' }, { run_id: run })
    },
    'membership of some': async () => {
      member = await join(buyer, await newMembership([course, second]), life.events)
      return debitOf(member)
    },
    'membership of all': async () => {
      member = await join(buyer, await newMembership('all'), life.events)
      return debitOf(member)
    },
    'pay link': async () => {
      const { body } = await asOwner('a pay link is made', '/pay_links', {
        email: buyer.email,
        name: buyer.name,
        course_ids: [course],
        total: 700,
        days: 14,
      })
      if (!body.url) return undefined
      const answer = await server.request(new URL(String(body.url)).pathname, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ state: '27' }).toString(),
      })
      played.push(`the pay link is opened: ${answer.status}`)
      const order_id = (
        await db('pay_links')
          .where({ pay_link_id: String(body.pay_link_id) })
          .first('order_id')
      )?.order_id
      return paidOrder({ status: answer.status, body: { order_id } })
    },
    gift: async () => {
      const order_id = await cart('buys one seat and a gift', [course, course])
      const code = (
        await db('gift_codes')
          .where({ order_id: order_id ?? '' })
          .first('code')
      )?.code
      if (code) await call(friend.token, 'the gift is redeemed', '/user/gifts/redeem', { code, extend: true })
      return order_id
    },
    'three seats': () => cart('buys three seats', [course, course, course]),
    renewal: async () => {
      if (life.owned === 'nothing') first = await buyAndPay(buyer, 'buys the course before', { ids: [course] })
      return paidOrder(await call(buyer.token, 'renews', '/user/renew', { course_id: course, ...billing }))
    },
    upgrade: async () => {
      if (life.owned !== 'option with time left')
        first = await buyAndPay(buyer, 'buys the short option before', {
          ids: [course],
          query: { options: JSON.stringify({ [course]: 'short' }) },
        })
      const wanted = { course_id: course, option_id: 'life', ...billing }
      return paidOrder(await call(buyer.token, 'upgrades', '/user/options/upgrade', wanted))
    },
    'offer at checkout': async () => {
      const offer = await offerOf('checkout')
      return cart('buys with an offer', [course], { offer }, { offer })
    },
    'offer after paying': async () => {
      const offer_id = await offerOf('after')
      const { body } = await buy(buyer, 'buys the course', { ids: [course], query })
      if (!body.order_id) return undefined
      await payAndHear(body.order_id, 'in order')
      first ??= String(body.order_id)
      const t = new URL(String(body.payment_link ?? server.url)).searchParams.get('t')
      const taken = await call(buyer.token, 'takes the offer', `/go/orders/${body.order_no}/offer`, {
        offer_id,
        proof: { order_id: body.order_id, t },
      })
      const order_id = /\/pay\/(ord_\w+)/.exec(String(taken.body.payment_link ?? ''))?.[1]
      return paidOrder({ status: taken.status, body: { order_id } })
    },
  }
  const before = played.length
  const order = await sold[life.sold]()
  const refused = played.slice(before).flatMap((step) => /: 4\d\d (\w+)/.exec(step)?.[1] ?? [])
  if (life.events === 'lost') await lookDaily()

  // Who holds it.
  const refund = (what: string, order_id: string, body: object = { redeemed: 'take' }) =>
    asOwner(what, `/orders/${order_id}/refund`, { reason: 'asked for', ...body })
  const hands: Record<Life['hands'], () => Promise<unknown>> = {
    'same person': async () => {},
    moved: async () => {
      const { order_no } = (order && (await db('orders').where({ order_id: order }).first('order_no'))) || {}
      if (!order_no) return
      await asOwner('the order moves', `/orders/${order_no}/move`, { email: friend.email, reason: 'wrong address' })
    },
    erased: () => call(buyer.token, 'the account is deleted', '/user/delete_account', { current_password: PASSWORD }),
    'address changed': () =>
      asOwner('the address changes', `/users/${buyer.user_id}`, { email: `new.${buyer.email}` }, 'PUT').then(
        async () => {
          buyer.token = await server.userToken(buyer)
        },
      ),
    'first purchase comes back': async () => first && refund('the first purchase is refunded', first),
  }
  const paymentOf = async () =>
    (
      await db('sandbox.links')
        .where({ reference_id: order ?? '' })
        .first('link_id')
    )?.link_id
  const payment = async (): Promise<{ id: string; amount: number } | undefined> => {
    const link = await paymentOf()
    const row = link
      ? await db('sandbox.payments').where({ link_id: link, status: 'captured' }).first()
      : await db('order_payments')
          .where({ order_id: order ?? '' })
          .first()
    return row && { id: String(row.payment_id), amount: Number(row.amount_paise) }
  }
  async function dispute(end: 'lost' | 'won'): Promise<void> {
    const paid = await payment()
    if (!paid) return
    await atGateway(`payments/${paid.id}/dispute`)
    await deliver(life.events)
    const { dispute_id } = await db('sandbox.disputes').where({ payment_id: paid.id }).first('dispute_id')
    await atGateway(`disputes/${dispute_id}/${end}`)
    played.push(`a dispute is ${end}`)
  }
  const comesBack: Record<Life['comesBack'], () => Promise<unknown>> = {
    nothing: async () => {},
    'a part': async () => order && refund('a part is refunded', order, { amount: 50 }),
    all: async () => order && refund('all is refunded', order),
    'by hand at the gateway': async () => {
      const paid = await payment()
      if (paid) await atGateway(`payments/${paid.id}/refund`, { amount: paid.amount })
      played.push('it is refunded in the dashboard')
    },
    'fails late': async () => {
      if (!order) return
      await refund('all is refunded', order)
      await deliver(life.events)
      const paid = await payment()
      const sent = paid && (await db('sandbox.refunds').where({ payment_id: paid.id }).first('refund_id'))
      if (sent) await atGateway(`refunds/${sent.refund_id}/fail`)
      played.push('the refund fails late')
    },
    'dispute lost': () => dispute('lost'),
    'dispute won': () => dispute('won'),
    'date cancelled': async () => {
      await asOwner('the date is cancelled', `/runs/${run}/cancel`, {})
      await call(buyer.token, 'the money of the date is wanted back', `/user/runs/${run}/choice`, { choice: 'refund' })
    },
    guarantee: async () => {
      if (!order) return
      await call(buyer.token, 'asks by the guarantee', `/user/orders/${order}/guarantee`, { reason: 'too basic' })
      await refund('the guarantee is kept', order)
    },
    'mandate ended': async () => {
      if (member) await call(buyer.token, 'cancels', `/user/memberships/${member}`, undefined, 'DELETE')
    },
  }
  // A purchase changes hands before or after its money comes back: a row is one of the two, by its buyer.
  if (buyer.id % 2 === 0) {
    await hands[life.hands]()
    await comesBack[life.comesBack]()
  } else {
    await comesBack[life.comesBack]()
    await deliver(life.events)
    await hands[life.hands]()
  }

  // The shop hears of all in the end, and looks by itself.
  await deliver(life.events)
  await lookDaily()
  await deliver('in order')
  await lookDaily()
  for (const { invariant, rows } of await checkInvariants(db, allInvariants, { now: server.ctx.now() }))
    for (const { id, what } of rows ?? [{ id: 'timeout', what: 'the statement did not finish' }]) {
      const key = `${invariant.sentence} ${id}`
      if (!shop.seen.has(key)) wrong.push(`${invariant.sentence}: ${id}, ${what}`)
      shop.seen.add(key)
    }
  return { played, wrong, refused }
}
