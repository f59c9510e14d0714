import { afterAll, beforeEach, expect } from 'vitest'
import { buildCourse } from './catalogue-factories.ts'
import { documentedEvent, documentedKeys, startDocumentedGateway } from './documented-gateway.ts'
import { buildUser } from './people-factories.ts'
import { startTestServer } from './server.ts'

type Entity = Record<string, unknown>

/** Starts a shop that sells at the documented gateway; both end after the file, and each test gets a gateway without faults. */
export async function paidShop() {
  const gateway = await startDocumentedGateway()
  const env = { ...documentedKeys, RAZORPAY_BASE_URL: gateway.url }
  const one = await startTestServer({ work: false, env })
  const { shape, refuse, refuseKeys, maximum, refundStatus, takes, lose } = gateway
  beforeEach(() => {
    Object.assign(gateway, { shape, refuse, refuseKeys, maximum, refundStatus, takes, lose })
    gateway.asked.length = 0
  })
  afterAll(async () => {
    await one.stop()
    await gateway.close()
  })

  /** Delivers an event of the gateway, and lets the shop ask about its order. */
  async function receive(event: string, entities: Record<string, Entity>, at = one) {
    expect((await at.request('/api/webhooks/razorpay', documentedEvent(event, entities))).status).toBe(200)
    await at.answerWaiting()
  }

  /** Places an order of a new student, and returns it before its payment. */
  async function bought({ price = 499, ...person }: { price?: number; phone?: string } = {}) {
    const user = await buildUser(one.db, person)
    const course = await buildCourse(one.db, { price })
    const student = one.api(await one.userToken(user))
    const again = () => student.orders.buy({ query: { user_id: user.user_id }, body: [course.course_id] })
    const answer = await again()
    const { order_id } = answer
    const link = gateway.links.find((entry) => entry.reference_id === order_id)
    if (!link) throw new Error('the gateway knows no such link')
    const owner = async () => one.api(await one.adminToken())
    return {
      user,
      course,
      student,
      again,
      answer,
      order_id,
      link,
      owner,
      row: () => one.db('orders').where({ order_id }).first(),
      enrolments: () => one.db('enrolments').where({ user_id: user.id, revoked_at: null }),
      letters: () => one.db('owner_alerts').where({ order_id }).orderBy('created_at').pluck('kind'),
      shown: async () => (await owner()).orders.adminGet({ order_id }),
      refund: async (body: object = {}, key?: string) =>
        (await owner()).orders.refund({ params: { order_id }, headers: key ? { 'idempotency-key': key } : {}, body }),
      /** Pays the link; the shop hears of it. */
      async paid(at = one) {
        const payment = gateway.pay(link)
        await receive('payment_link.paid', { payment_link: link, payment }, at)
        return payment
      },
    }
  }
  return { gateway, env, one, hear: receive, bought }
}
