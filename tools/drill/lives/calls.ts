import type { Answer, Request } from './instances.ts'
import type { Life, Shop } from './life.ts'
import { syncMembers } from './mandates.ts'
import type { Order } from './model/orders.ts'
import { type Delivery, type ReadOrder, readEvents, readOrders } from './read.ts'
import type { Step } from './steps.ts'

/** Picks by a number from 0 to below 1; the newest is first. */
export const pickOf = <T>(from: readonly T[], at = 0): T | undefined => from.toReversed()[Math.floor(at * from.length)]

export const rupees = (paise: number) => `₹${(paise / 100).toFixed(2)}`
export const toPaise = (amount: unknown) => Math.round(Number(amount) * 100)

/** An order as the lines of a life name it. */
export const nameOf = ({ model }: Life, order: Order) => `order ${model.orders.indexOf(order) + 1}`

export const noteOf = (life: Life, what: string) => life.played.push(`    ${what}`)

/** Asks the shop; a step at both instances asks both at once, and the answers have to be one. */
export async function callShop(life: Life, step: Step, path: string, request: Request): Promise<Answer> {
  const { instances } = life.shop
  if (step.which !== 2) return instances.call(step.which ?? 0, path, request)
  const answers = await Promise.all([0, 1].map((which) => instances.call(which, path, request)))
  const ids = new Set(answers.flatMap(({ body }) => (typeof body.order_id === 'string' ? body.order_id : [])))
  if (ids.size > 1) life.wrong.push(`two presses at once made ${ids.size} orders`)
  return answers.find(({ status }) => status < 300) ?? (answers[0] as Answer)
}

export const asOwner = (life: Life, request: Request): Request => ({ ...request, token: life.shop.ownerToken })

/** Acts at the gateway, as a buyer, a bank or its dashboard does. */
export function atGateway({ shop }: Life, path: string, body: object = {}): Promise<Answer> {
  const headers = { authorization: `Basic ${shop.gatewayKeys}` }
  return shop.instances.call(0, `/sandbox/razorpay/control/${path}`, { body, headers })
}

export const sendEvent = (
  { instances }: Shop,
  which: number,
  { event_id, body, signature }: Pick<Delivery, 'event_id' | 'body' | 'signature'>,
) =>
  instances.call(which, '/api/webhooks/razorpay', {
    body,
    headers: { 'x-razorpay-event-id': event_id, 'x-razorpay-signature': signature },
  })

/** Delivers, delays or loses the events of a step, and lets the shop work on what it heard. */
export async function deliver(life: Life, step: Step, about: readonly Order[]): Promise<void> {
  const { shop } = life
  const events = await readEvents(shop.db, shop.lastEvent)
  shop.lastEvent = Number(events.at(-1)?.delivery_id ?? shop.lastEvent)
  if (events.length === 0) return
  const way = step.events ?? 'now'
  const which = step.which === 1 ? 1 : 0
  if (way === 'late') life.late.push(...events)
  if (way === 'late' || way === 'lost') {
    for (const order of about) life.unheard.add(order)
    return
  }
  const sent = way === 'reversed' ? events.toReversed() : events
  for (const [place, event] of sent.entries()) {
    await sendEvent(shop, which + place, event)
    if (way === 'twice') await Promise.all([sendEvent(shop, 0, event), sendEvent(shop, 1, event)])
  }
  await shop.instances.work(which, HEARS)
}

/** Queues that follow what the shop has heard. */
export const HEARS = [
  'reconcile-order',
  'close-links',
  'name-payment',
  'issue-documents',
  'follow-base',
  'settle-member',
  'settle-invoice',
]

/** Delivers late events, which the shop knows by now. */
export async function deliverLate(life: Life): Promise<void> {
  for (const event of life.late.splice(0)) await sendEvent(life.shop, life.random.below(2), event)
}

/** Tells the model what gateway and banks moved, and which orders the shop has heard to be paid. */
export async function look(life: Life, known?: ReadonlyMap<string, ReadOrder>): Promise<void> {
  if (!known) await syncMembers(life)
  const { model, shop } = life
  const ids = model.orders.map(({ id }) => id)
  const read = known ?? (await readOrders(shop.db, ids))
  const paid = model.orders.filter((order) => !order.paid && read.get(order.id)?.heard)
  for (const order of model.orders) {
    const row = read.get(order.id)
    if (!row) continue
    if (!order.paid) order.open = row.status === 'created' ? 'created' : 'ended'
    const { refunds, disputes } = row
    model.see(order, { refunds, disputes })
  }
  for (const order of paid.toSorted((a, b) => Number(read.get(a.id)?.heard) - Number(read.get(b.id)?.heard))) {
    const row = read.get(order.id)
    // A debit between two days was heard of on its own.
    const at = order.debit && row?.heardAt ? Date.parse(row.heardAt) : shop.now()
    model.hear(order, at, row?.payments[0]?.paise ?? 0)
    if (row) model.see(order, row)
    await findGifts(life, order)
  }
}

async function findGifts({ shop, model, courses }: Life, order: Order): Promise<void> {
  const seats = order.lines.reduce((most, { quantity }) => Math.max(most, quantity), 1)
  if (seats === 1) return
  const rows: { code: string; course_id: string; seat: number }[] = await shop
    .db('gift_codes')
    .where({ order_id: order.id })
    .orderBy(['course_id', 'seat'])
    .select('code', 'course_id', 'seat')
  for (const { code, course_id: course, seat } of rows) {
    const included = course === courses.bundle.id ? courses.bundle.includes : [course]
    model.gifts.push({ code, order, course, seat, courses: included, redeemedBy: null })
  }
}
