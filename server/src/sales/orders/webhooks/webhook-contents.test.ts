import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { buildShopper, deliverEvent, paidEvent, payInSilence, sendWebhook } from '../../../../test/shopper.ts'

let one: TestServer

beforeAll(async () => {
  one = await startTestServer({ work: false })
})
afterAll(() => one.stop())

/** Malformed values of an event's field; the database stores no NUL in a text. */
const ODD = [
  null,
  'a\u0000b',
  '\ud800',
  'x'.repeat(5_000),
  'ord_nobody',
  -1,
  Number.MAX_SAFE_INTEGER,
  1e300,
  [],
  { order_id: 'a\u0000b' },
]

/** Every place of a value, as the keys that lead to it. */
function placesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return [
    ...(path.length > 0 ? [path] : []),
    ...Object.entries(value).flatMap(([key, of]) => placesOf(of, [...path, key])),
  ]
}

function withOdd<T>(value: T, [key = '', ...rest]: string[], odd: unknown): T {
  const inner = (value as Record<string, unknown>)[key]
  return { ...value, [key]: rest.length > 0 ? withOdd(inner, rest, odd) : odd }
}

test('an event with anything in any place is answered 200, and never pays for another order', async () => {
  const shopper = await buildShopper(one)
  const { course, orderId, link } = await shopper.buyOne()
  const other = await shopper.buyOne()
  const paid = paidEvent(await payInSilence(one, link))
  const { payment, payment_link } = paid.payload
  const { order_id, id } = payment.entity
  const refund = {
    entity: { id: 'rfnd_1', payment_id: id, amount: 100, status: 'pending', notes: { order_id: link.reference_id } },
  }
  const failed = { entity: { ...payment.entity, status: 'failed', error_description: 'The bank said no' } }
  const events = [
    { event: 'payment.captured', payload: { payment, order: { entity: { id: order_id } } } },
    { event: 'payment.failed', payload: { payment: failed } },
    { event: 'refund.created', payload: { refund, payment } },
    { event: 'payment_link.cancelled', payload: { payment_link } },
    paid,
  ]
  const refused: unknown[] = []
  for (const event of events) {
    for (const place of placesOf(event)) {
      const answers = await Promise.all(ODD.map((odd) => sendWebhook(one, withOdd(event, place, odd))))
      const statuses = answers.map(({ status }) => status)
      if (statuses.some((status) => status !== 200))
        refused.push({ event: event.event, place: place.join('.'), statuses })
    }
  }
  expect(refused).toEqual([])
  // However altered the events were, the untouched one still has its effect, and the neighbour has none.
  await deliverEvent(one, paid)
  expect(['paid', 'review']).toContain(await shopper.statusOf(orderId))
  expect(await shopper.statusOf(other.orderId)).toBe('created')
  expect(await shopper.enrolments(other.course.course_id)).toHaveLength(0)
  expect((await shopper.enrolments(course.course_id)).length).toBeLessThanOrEqual(1)
}, 120_000)
