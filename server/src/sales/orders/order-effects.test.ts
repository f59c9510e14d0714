import { DAY_MS } from 'contract/indian-time'
import { describe, expect, test } from 'vitest'
import { buildCourse, buildPromocode } from '../../../test/catalogue-factories.ts'
import { documentedRefund } from '../../../test/documented-gateway.ts'
import { paidShop } from '../../../test/paid-shop.ts'
import { buildUser } from '../../../test/people-factories.ts'
import { applyCoinChange } from '../../shop/users/coins.queries.ts'
import { insertReward } from '../referrals/referrals.queries.ts'
import { ORDER_EFFECTS } from './order-effects.ts'

const { gateway, one, hear } = await paidShop()

type Payment = ReturnType<typeof gateway.pay>
type Bought = { order_id: string; payment: Payment; stands: () => Promise<boolean> }
type Student = Awaited<ReturnType<typeof newStudent>>

const owner = async () => one.api(await one.adminToken())

async function newStudent() {
  const user = await buildUser(one.db)
  return { ...user, api: async () => one.api(await one.userToken(user)) }
}

async function payFor(order_id: string): Promise<Payment> {
  const link = gateway.links.find((entry) => entry.reference_id === order_id)
  if (!link) throw new Error('the gateway knows no such link')
  const payment = gateway.pay(link)
  await hear('payment_link.paid', { payment_link: link, payment })
  return payment
}

async function buy(student: Student, ids: string[], fields: object = {}) {
  const query = { user_id: student.user_id, ...fields } as { user_id: string }
  const { order_id, payment_link } = await (await student.api()).orders.buy({ query, body: ids })
  return { order_id, payment_link, payment: await payFor(order_id) }
}

async function hasCourse(student: Student, courseId: string) {
  const { orders } = await (await student.api()).account.dashboard()
  return orders.some(({ course_id, access }) => course_id === courseId && !access?.ended)
}

const price = 3000

/** Effects of a paid order: each buys one, and returns whether it holds. */
const EFFECTS: Record<string, () => Promise<Bought>> = {
  'the buyer’s access': async () => {
    const [student, { course_id }] = [await newStudent(), await buildCourse(one.db, { price })]
    const order = await buy(student, [course_id])
    return { ...order, stands: () => hasCourse(student, course_id) }
  },
  'a gift code': async () => {
    const [student, { course_id }] = [await newStudent(), await buildCourse(one.db, { price })]
    const order = await buy(student, [course_id, course_id])
    const { code } = await one.db('gift_codes').where({ order_id: order.order_id }).first()
    return { ...order, stands: async () => (await one.api().gifts.look({ code })).state === 'open' }
  },
  'the access of who redeemed a gift code': async () => {
    const [student, friend] = [await newStudent(), await newStudent()]
    const { course_id } = await buildCourse(one.db, { price })
    const order = await buy(student, [course_id, course_id])
    const { code } = await one.db('gift_codes').where({ order_id: order.order_id }).first()
    await (await friend.api()).gifts.redeem({ code })
    return { ...order, stands: () => hasCourse(friend, course_id) }
  },
  'a plan of parts': async () => {
    const [student, { course_id }] = [await newStudent(), await buildCourse(one.db, { price })]
    const parts = { count: 3, every_days: 30, grace_days: 5 }
    await (await owner()).courses.update({ params: { id: course_id }, body: { parts } })
    const order = await buy(student, [course_id], { parts: 'true' })
    return { ...order, stands: async () => (await (await student.api()).parts.mine({}))[0]?.state === 'open' }
  },
  'spent coins': async () => {
    await (await owner()).settings.update({ body: { coins: { rupees: 1, at_most_percent: 50 } } })
    const [student, { course_id }] = [await newStudent(), await buildCourse(one.db, { price })]
    await applyCoinChange(one.db, {
      userId: student.id,
      change: 40,
      reason: 'given',
      adminId: null,
      now: one.ctx.now(),
    })
    const order = await buy(student, [course_id], { coins: 40 })
    return { ...order, stands: async () => (await (await student.api()).referrals.coins({})).coins === 0 }
  },
  'a reward': async () => {
    const [student, referrer] = [await newStudent(), await newStudent()]
    const { course_id } = await buildCourse(one.db, { price })
    const order = await buy(student, [course_id])
    const now = one.ctx.now()
    const due = { referred_id: student.id, referrer_id: referrer.id, order_id: order.order_id, coins: 50 }
    await insertReward(one.db, due, now)
    const given = {
      reason: 'referral reward',
      adminId: null,
      account: 'rewards',
      orderId: order.order_id,
      now,
    } as const
    await applyCoinChange(one.db, { userId: referrer.id, change: 50, ...given })
    return { ...order, stands: async () => (await (await referrer.api()).referrals.coins({})).coins === 50 }
  },
  'a renewal': async () => {
    const [student, { course_id }] = [await newStudent(), await buildCourse(one.db, { price, access_period: 'P28D' })]
    await buy(student, [course_id])
    const { order_id } = await (await student.api()).renewals.renew({ course_id })
    const payment = await payFor(order_id)
    const later = new Date(one.ctx.now().getTime() + 45 * DAY_MS)
    const stands = async () => {
      const head = { user_id: student.id, course_id, revoked_at: null, continued: false }
      return new Date((await one.db('enrolments').where(head).first()).ends_at) > later
    }
    return { order_id, payment, stands }
  },
  'the offer after paying': async () => {
    const [student, { course_id }, added] = [
      await newStudent(),
      await buildCourse(one.db, { price }),
      await buildCourse(one.db, { price }),
    ]
    const offer = { place: 'after', price: 399, headline: 'More', with: 'any', active: true } as const
    await (await owner()).offers.add({ body: { course_id: added.course_id, ...offer } })
    const order = await buy(student, [course_id])
    const { proofOf } = await import('./checkout/pay-address.ts')
    const proof = Object.fromEntries(proofOf(one.ctx.config, order.order_id)) as { order_id: string; t: string }
    const { order_no } = await one.db('orders').where({ order_id: order.order_id }).first()
    const stands = async () =>
      (await one.api().orders.seeAfterOffer({ params: { order_no }, body: proof })).offer !== null
    return { ...order, stands }
  },
  'a use of a promo code': async () => {
    const [student, { course_id }] = [await newStudent(), await buildCourse(one.db, { price })]
    const { promocode } = await buildPromocode(one.db, { discount: 10 })
    const order = await buy(student, [course_id], { promocode })
    const stands = async () => {
      const { promocodes } = await (await owner()).promocodes.adminList({})
      return promocodes.find((one) => one.promocode === promocode)?.uses === 1
    }
    return { ...order, stands }
  },
}

const refund = async ({ order_id }: Bought, body: object = {}) => {
  const gifts = await one.db('gift_codes').where({ order_id }).whereNotNull('redeemed_at').first()
  const more = { reason: 'wanted it back', ...(gifts ? { redeemed: 'take' } : {}), ...body }
  return (await owner()).orders.refund({ params: { order_id }, headers: {}, body: more as object })
}
/** The gateway reports that its last refund of a payment failed after all. */
async function failLate({ payment }: Bought) {
  const made = gateway.refunds.findLast((one) => one.payment_id === payment.id) ?? {}
  Object.assign(made, { status: 'failed' })
  await hear('refund.failed', { payment, refund: made })
}
async function refundInDashboard({ payment }: Bought) {
  const made = documentedRefund(String(payment.id), { amount: payment.amount })
  gateway.refunds.push(made)
  await hear('refund.processed', { payment, refund: made })
}
async function loseDispute({ payment }: Bought) {
  const dispute = gateway.dispute(payment)
  await hear('payment.dispute.created', { payment, dispute })
  Object.assign(dispute, { status: 'lost', amount_deducted: payment.amount })
  await hear('payment.dispute.lost', { payment, dispute })
  return async () => {
    Object.assign(dispute, { status: 'won', amount_deducted: 0 })
    await hear('payment.dispute.won', { payment, dispute })
  }
}
const returnByHand = (bought: Bought) => {
  const sent_on = new Date(one.ctx.now().getTime() + 330 * 60_000).toISOString().slice(0, 10)
  return refund(bought, { bank: { reference: `UTR ${bought.order_id}`, sent_on } })
}

/** Ways of the money, and whether the effect holds then. */
const MONEY: [name: string, act: (bought: Bought) => Promise<unknown>, stands: boolean][] = [
  ['is undone by a refund', refund, false],
  [
    'is redone when the refund fails late',
    async (bought) => {
      await refund(bought)
      await failLate(bought)
    },
    true,
  ],
  ['is undone by a refund in the dashboard', refundInDashboard, false],
  [
    'is redone when the refund in the dashboard fails',
    async (bought) => {
      await refundInDashboard(bought)
      await failLate(bought)
    },
    true,
  ],
  ['is undone by a lost dispute', loseDispute, false],
  ['is redone when the lost dispute is won', async (bought) => (await loseDispute(bought))(), true],
  ['is undone by a bank transfer', returnByHand, false],
  [
    'is undone by a second refund after one that failed',
    async (bought) => {
      await refund(bought)
      await failLate(bought)
      await returnByHand(bought)
    },
    false,
  ],
]

describe.each(Object.entries(EFFECTS))('%s', (_name, bought) => {
  test.each(MONEY)('%s', async (_does, act, stands) => {
    const order = await bought()
    expect(await order.stands()).toBe(true)
    await act(order)
    expect(await order.stands()).toBe(stands)
    const status = stands ? 'paid' : 'refunded'
    expect(await one.db('orders').where({ order_id: order.order_id }).first()).toMatchObject({ status })
  })
})

describe('a plan whose refunded part is paid after all', () => {
  const inParts = async (student: Student, course_id: string) => {
    const order = await buy(student, [course_id], { parts: 'true' })
    return { ...order, stands: async () => true }
  }
  const plansOf = async (student: Student) => (await (await student.api()).parts.mine({})).map(({ state }) => state)
  const sold = async () => {
    const { course_id } = await buildCourse(one.db, { price })
    const parts = { count: 3, every_days: 30, grace_days: 5 }
    await (await owner()).courses.update({ params: { id: course_id }, body: { parts } })
    return course_id
  }

  test('goes on: the next part is paid, and the course stays open', async () => {
    const [student, course_id] = [await newStudent(), await sold()]
    await (await loseDispute(await inParts(student, course_id)))()
    const [plan] = await (await student.api()).parts.mine({})
    const params = { plan_id: plan?.plan_id ?? '' }
    await payFor((await (await student.api()).parts.pay({ params, body: {} })).order_id)
    expect((await (await student.api()).parts.get(params)).parts.map(({ state }) => state)).toEqual([
      'paid',
      'paid',
      'due',
    ])
    expect(await hasCourse(student, course_id)).toBe(true)
  })

  test('stays ended while the student pays the course by another plan', async () => {
    const [student, course_id] = [await newStudent(), await sold()]
    const first = await inParts(student, course_id)
    await refund(first)
    await inParts(student, course_id)
    await failLate(first)
    expect((await plansOf(student)).sort()).toEqual(['ended', 'open'])
  })

  test('stays ended while another part of it is refunded', async () => {
    const [student, course_id] = [await newStudent(), await sold()]
    const first = await inParts(student, course_id)
    const [plan] = await (await student.api()).parts.mine({})
    const params = { plan_id: plan?.plan_id ?? '' }
    const { order_id } = await (await student.api()).parts.pay({ params, body: {} })
    const second = { order_id, payment: await payFor(order_id), stands: async () => true }
    await refund(first)
    await refund(second)
    await failLate(first)
    expect(await plansOf(student)).toEqual(['ended'])
    await failLate(second)
    expect(await plansOf(student)).toEqual(['open'])
  })

  test('stays ended after the student is erased', async () => {
    const [student, course_id] = [await newStudent(), await sold()]
    const first = await inParts(student, course_id)
    await refund(first)
    await (await owner()).users.delete({ params: { id: student.user_id } })
    await failLate(first)
    expect(await one.db('plans').where({ course_id }).pluck('end_kind')).toEqual(['refunded'])
  })
})

test('every effect of a paid order has its undo and its redo', async () => {
  const { importAll } = await import('../../platform/features/import-all.ts')
  const modules = await importAll('../../**/*.effects.ts', import.meta.dirname)
  const effects = Object.assign({}, ...modules.map((module) => module.effects))
  expect(Object.keys(effects).sort()).toEqual([...ORDER_EFFECTS].sort())
  for (const effect of Object.values(effects)) expect(Object.keys(effect as object)).toEqual(['undo', 'redo'])
})
