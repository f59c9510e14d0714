import type { Knex } from 'knex'
import { signCheckout } from '../../server/src/payments/signatures.ts'
import { buildCourse } from '../../server/test/catalogue-factories.ts'
import type { Pair } from './model-shop.ts'
import type { Random } from './random.ts'

/** One sequence: its people, its courses, and what it knows of the links it was given. */
export type Play = {
  random: Random
  pair: Pair
  db: Knex
  gatewayKeys: string
  ownerToken: string
  people: { user_id: string; token: string; gone: boolean }[]
  courses: string[]
  links: { orderId: string; linkId: string; buyer: number; courses: string[] }[]
  /** The gateway's orders of the pay page's sheets that were opened. */
  sheets: { orderId: string; gatewayOrderId: string; buyer: number }[]
  /** Payments that failed and may be captured late. */
  failed: string[]
  /** Deliveries of the gateway that this sequence has taken off its hands: sent, or lost for good. */
  done: Set<number>
  said: string[]
}

type Delivery = { delivery_id: number; event_id: string; event: string; body: string; signature: string }

/** What may happen next, with how often. Each step finds its own victim, and does nothing when there is none. */
export const steps: { name: string; weight: number; act: (play: Play) => Promise<unknown> }[] = [
  { name: 'buy', weight: 8, act: buy },
  { name: 'pay', weight: 9, act: (play) => press(play, 'pay') },
  { name: 'pay twice', weight: 1, act: (play) => Promise.all([press(play, 'pay', 0), press(play, 'pay', 0)]) },
  { name: 'fail', weight: 1.5, act: (play) => press(play, 'fail') },
  { name: 'capture late', weight: 2, act: captureLate },
  { name: 'open the sheet', weight: 3, act: (play) => openSheet(play, pickFrom(play.random, play.links)) },
  { name: 'pay the sheet', weight: 5, act: paySheet },
  { name: 'expire', weight: 1, act: (play) => press(play, 'expire') },
  { name: 'cancel', weight: 1, act: (play) => press(play, 'cancel') },
  { name: 'deliver', weight: 6, act: deliverOne },
  { name: 'deliver doubled', weight: 2, act: deliverDoubled },
  { name: 'deliver altered', weight: 1, act: deliverAltered },
  { name: 'lose', weight: 2, act: loseOne },
  { name: 'status page', weight: 3, act: statusPage },
  { name: 'recheck', weight: 1, act: (play) => ofOrder(play, 'recheck', {}) },
  { name: 'refund', weight: 3, act: refund },
  { name: 'refund in the dashboard', weight: 1, act: refundInDashboard },
  { name: 'hold refunds', weight: 1, act: (play) => control(play, 'faults/refunds', { fault: 'hold' }) },
  { name: 'end a held refund', weight: 2, act: endHeldRefund },
  { name: 'let a refund fail late', weight: 0.6, act: failLate },
  { name: 'lose the answer to a refund', weight: 0.8, act: loseRefundAnswer },
  { name: 'dispute a payment', weight: 1.5, act: disputePayment },
  { name: 'move a dispute on', weight: 2.5, act: moveDispute },
  { name: 'pay with a convenience fee', weight: 0.7, act: payWithFee },
  { name: 'refuse the keys', weight: 0.5, act: refuseKeys },
  { name: 'redeem a gift', weight: 1, act: redeem },
  { name: 'give seats away', weight: 2, act: giveAway },
  { name: 'change a price', weight: 1, act: changePrice },
  { name: 'delete a course', weight: 0.4, act: deleteCourse },
  { name: 'delete a buyer', weight: 0.4, act: deleteBuyer },
  { name: 'restart', weight: 0.6, act: (play) => play.pair.restart(play.random.below(2)) },
]

export const firstStep: (typeof steps)[number] = { name: 'buy', weight: 0, act: buy }

export function drawStep(random: Random): (typeof steps)[number] {
  let at = random.next() * steps.reduce((sum, { weight }) => sum + weight, 0)
  for (const step of steps) {
    at -= step.weight
    if (at < 0) return step
  }
  throw new Error('no step was drawn')
}

export async function newPerson({ pair, random }: Pick<Play, 'pair' | 'random'>) {
  for (let which = 0; ; which++) {
    // An answer that was lost may have made an account: each try is for another one.
    const tag = Math.floor(random.next() * 1e9)
    const phone = `8${String(tag).padStart(9, '0')}`
    const { status, body } = await pair.ask(which, '/api/register', {
      body: { email: `m${tag}@example.com`, phone, password: 'Mango-Kulfi-42' },
    })
    if (status === 201) return { user_id: String(body.user_id), token: String(body.token), gone: false }
    if (which > 20) throw new Error(`registering answered ${status}`)
  }
}

export const newCourse = async (db: Knex, random: Random) =>
  (
    await buildCourse(db, {
      price: random.chance(0.4) ? random.pick(PRICES) : 1 + random.below(900) + random.below(100) / 100,
    })
  ).course_id

/** Amounts whose digits repeat, and others: what a sum may be taken for must not depend on them. */
const PRICES = [111.11, 222.22, 333.33, 99.99, 100, 199, 666.66, 1.11]

const which = (play: Play) => play.random.below(2)
const pickFrom = <T>(random: Random, from: T[]): T | undefined => (from.length > 0 ? random.pick(from) : undefined)

async function buy(play: Play): Promise<void> {
  const { random, people, courses } = play
  const buyer = random.below(people.length)
  const person = people[buyer]
  if (!person || person.gone) return
  const chosen = courses.filter(() => random.chance(0.5))
  const ids = [...chosen, ...(random.chance(0.3) ? chosen.slice(0, 1) : [])]
  if (ids.length === 0) return
  await order(play, buyer, ids)
}

async function order(
  play: Play,
  buyer: number,
  ids: string[],
): Promise<{ orderId: string; linkId: string } | undefined> {
  const { random, people } = play
  const person = people[buyer]
  const code = random.chance(0.1) ? 'FREE' : random.chance(0.3) ? 'HALF' : random.chance(0.25) ? 'TWICE' : undefined
  const path = `/api/user/buy?user_id=${person?.user_id}${code ? `&promocode=${code}` : ''}`
  const headers = random.chance(0.3) ? { 'idempotency-key': `key-${random.below(1e6)}` } : {}
  const { body } = await play.pair.ask(which(play), path, { token: person?.token ?? '', body: ids, headers })
  const orderId = String(body.order_id)
  // The buyer is sent to the pay page, which holds the link.
  const made = body.payment_link && (await play.db('sandbox.links').where({ reference_id: orderId }).first('link_id'))
  if (!made) return undefined
  const link = { orderId, linkId: String(made.link_id), buyer, courses: [...new Set(ids)] }
  play.links.push(link)
  return link
}

/** Two or three seats of a course that nobody has are bought, paid, and one or two of them redeemed by others. */
async function giveAway(play: Play): Promise<void> {
  const { random, people, pair } = play
  const buyer = random.below(people.length)
  const person = people[buyer]
  if (!person || person.gone) return
  const course = await newCourse(play.db, random)
  const link = await order(play, buyer, Array<string>(2 + random.below(2)).fill(course))
  if (!link) return
  await control(play, `links/${link.linkId}/pay`)
  const query = new URLSearchParams({ course_id: course, user_id: person.user_id })
  await pair.ask(which(play), `/api/user/payment_status?${query}`, { method: 'GET', token: person.token })
  const codes: string[] = await play.db('gift_codes').where({ order_id: link.orderId }).pluck('code')
  for (const [index, { token, gone }] of people.entries()) {
    const code = codes[index]
    if (code && !gone && index !== buyer && random.chance(0.7))
      await pair.ask(which(play), '/api/user/gifts/redeem', { token, body: { code } })
  }
}

function control(play: Play, path: string, body: object = {}) {
  const headers = { authorization: `Basic ${play.gatewayKeys}` }
  return play.pair.ask(which(play), `/sandbox/razorpay/control/${path}`, { body, headers })
}

async function press(play: Play, button: string, at = play.random.next()): Promise<void> {
  const link = play.links[Math.floor(at * play.links.length)]
  if (!link) return
  const { body } = await control(play, `links/${link.linkId}/${button}`)
  const payment = body.payment as { id: string; status: string } | null | undefined
  if (payment?.status === 'failed') play.failed.push(payment.id)
}

async function openSheet(play: Play, link: Play['links'][number] | undefined): Promise<void> {
  const person = link && play.people[link.buyer]
  if (!link || !person || person.gone) return
  const { body } = await play.pair.ask(which(play), `/api/user/orders/${link.orderId}/sheet`, { token: person.token })
  const gatewayOrderId = (body.sheet as { order_id: string } | undefined)?.order_id
  if (!gatewayOrderId) return
  const known = play.sheets.find((sheet) => sheet.orderId === link.orderId)
  if (!known) play.sheets.push({ orderId: link.orderId, gatewayOrderId, buyer: link.buyer })
  else if (known.gatewayOrderId !== gatewayOrderId) play.said.push(`${link.orderId} has two orders at the gateway`)
}

/** Also when its link was paid meanwhile, or is closed. Half of those who paid are seen back at the page. */
async function paySheet(play: Play): Promise<void> {
  const isFresh = play.random.chance(0.6)
  if (isFresh) await openSheet(play, play.links.at(-1))
  const sheet = isFresh ? play.sheets.at(-1) : pickFrom(play.random, play.sheets)
  if (!sheet) return
  const { gatewayOrderId, orderId, buyer } = sheet
  const { body } = await control(play, `orders/${gatewayOrderId}/${play.random.chance(0.8) ? 'pay' : 'fail'}`)
  const payment = body.payment as { id: string; status: string } | undefined
  if (payment?.status === 'failed') play.failed.push(payment.id)
  const person = play.people[buyer]
  if (payment?.status !== 'captured' || !person || person.gone || play.random.chance(0.5)) return
  const [, keySecret = ''] = Buffer.from(play.gatewayKeys, 'base64').toString().split(':')
  const answer = {
    razorpay_payment_id: payment.id,
    razorpay_signature: signCheckout({ gatewayOrderId, paymentId: payment.id }, keySecret),
  }
  const path = `/api/user/orders/${orderId}/sheet_paid`
  await play.pair.ask(which(play), path, { token: person.token, body: answer })
}

async function captureLate(play: Play): Promise<void> {
  const payment = pickFrom(play.random, play.failed)
  if (payment) await control(play, `payments/${payment}/capture`)
}

async function waiting(play: Play): Promise<Delivery[]> {
  const subjects = [...linkIds(play), ...play.sheets.map(({ gatewayOrderId }) => gatewayOrderId)]
  const rows: Delivery[] = await play.db('sandbox.deliveries').whereIn('subject', subjects).orderBy('delivery_id')
  return rows.filter(({ delivery_id }) => !play.done.has(Number(delivery_id)))
}

export function send(play: Play, { event_id, body, signature }: Delivery, to = which(play)) {
  const headers = { 'x-razorpay-event-id': event_id, 'x-razorpay-signature': signature }
  return play.pair.ask(to, '/api/webhooks/razorpay', { body, headers })
}

/** In any order; it counts as sent only when it was taken. */
async function deliverOne(play: Play): Promise<void> {
  const event = pickFrom(play.random, await waiting(play))
  if (event && (await send(play, event)).status === 200) play.done.add(Number(event.delivery_id))
}

async function deliverDoubled(play: Play): Promise<void> {
  const event = pickFrom(play.random, await waiting(play))
  if (!event) return
  const answers = await Promise.all([0, 1, 0, 1].map((to) => send(play, event, to)))
  if (answers.some(({ status }) => status === 200)) play.done.add(Number(event.delivery_id))
}

async function deliverAltered(play: Play): Promise<void> {
  const event = pickFrom(play.random, await waiting(play))
  if (!event) return
  const body = event.body.replace(/"amount":\d+/, '"amount":100').replace('"failed"', '"captured"')
  const { status } = await send(play, { ...event, body: `${body} ` })
  if (status === 200) play.said.push(`an altered event was answered ${status}`)
}

/** Lost for good, whatever it told. */
async function loseOne(play: Play): Promise<void> {
  const event = pickFrom(play.random, await waiting(play))
  if (event) play.done.add(Number(event.delivery_id))
}

/** All that still waits, in any order, until it is taken. */
export async function deliverRest(play: Play): Promise<void> {
  for (let round = 0; round < 20; round++) {
    const rest = await waiting(play)
    if (rest.length === 0) return
    for (const event of rest.toSorted(() => play.random.next() - 0.5)) {
      if ((await send(play, event)).status === 200) play.done.add(Number(event.delivery_id))
    }
  }
  play.said.push('events of the gateway are not taken')
}

async function statusPage(play: Play): Promise<void> {
  const link = pickFrom(play.random, play.links)
  const person = link && play.people[link.buyer]
  if (!link || !person || person.gone) return
  const query = new URLSearchParams({ course_id: link.courses[0] ?? '', user_id: person.user_id })
  await play.pair.ask(which(play), `/api/user/payment_status?${query}`, { method: 'GET', token: person.token })
}

async function ofOrder(
  play: Play,
  call: string,
  body: object,
  headers: object = {},
  among = play.links,
): Promise<void> {
  const link = pickFrom(play.random, among)
  if (!link) return
  const path = `/api/admin/orders/${link.orderId}/${call}`
  await Promise.all(
    (play.random.chance(0.5) ? [0, 1] : [which(play)]).map((to) =>
      play.pair.ask(to, path, { token: play.ownerToken, body, headers }),
    ),
  )
}

/** Often pressed twice, on both processes at once: with one key, or as two wishes. All, or a part, or with a word on redeemed seats. */
async function refund(play: Play): Promise<void> {
  const { random } = play
  // Those with redeemed seats are few, and worth a refund.
  const redeemed = await withRedeemed(play)
  const amount = random.chance(0.4)
    ? { redeemed: random.chance(0.6) ? 'keep' : 'take' }
    : random.chance(0.6)
      ? { amount: 1 + random.below(300) }
      : {}
  const key: Record<string, string> = play.random.chance(0.6)
    ? { 'idempotency-key': `r-${play.random.below(1e9)}` }
    : {}
  const among = redeemed.length > 0 && random.chance(0.6) ? redeemed : play.links
  return ofOrder(play, 'refund', { ...amount, reason: 'asked for' }, key, among)
}

async function withRedeemed(play: Play): Promise<Play['links']> {
  const ids: string[] = await play.db('gift_codes').whereNotNull('redeemed_at').distinct().pluck('order_id')
  return play.links.filter(({ orderId }) => ids.includes(orderId))
}

async function refundInDashboard(play: Play): Promise<void> {
  const redeemed = await withRedeemed(play)
  const links = redeemed.length > 0 && play.random.chance(0.5) ? redeemed : play.links
  const payments = await capturedOf({ ...play, links })
  const payment = pickFrom(play.random, payments)
  if (payment) {
    await control(play, `payments/${payment.payment_id}/refund`, play.random.chance(0.5) ? { amount: 100 } : {})
  }
}

export async function endHeldRefund(play: Play): Promise<boolean> {
  const held = await play
    .db('sandbox.refunds')
    .whereIn('payment_id', capturedOf(play).select('payment_id'))
    .where({ status: 'pending' })
    .select('refund_id')
  const refund = pickFrom(play.random, held)
  if (refund) await control(play, `refunds/${refund.refund_id}/${play.random.chance(0.3) ? 'fail' : 'process'}`)
  return held.length > 1
}

async function redeem(play: Play): Promise<void> {
  const person = pickFrom(
    play.random,
    play.people.filter(({ gone }) => !gone),
  )
  const gifts = await play
    .db('gift_codes')
    .whereIn(
      'order_id',
      play.links.map(({ orderId }) => orderId),
    )
    .select('code')
  const gift = pickFrom(play.random, gifts)
  if (person && gift) await play.pair.ask(which(play), '/api/user/gifts/redeem', { token: person.token, body: gift })
}

async function changePrice(play: Play): Promise<void> {
  const course_id = pickFrom(play.random, play.courses)
  await play
    .db('courses')
    .where({ course_id })
    .update({ price_paise: 100 + play.random.below(99_900) })
}

async function deleteCourse(play: Play): Promise<void> {
  const course = pickFrom(play.random, play.courses)
  const path = `/api/admin/courses/delete_course/${course}`
  await play.pair.ask(which(play), path, { method: 'DELETE', token: play.ownerToken })
}

async function deleteBuyer(play: Play): Promise<void> {
  const person = pickFrom(
    play.random,
    play.people.filter(({ gone }) => !gone),
  )
  if (!person) return
  person.gone = true
  await play.pair.ask(which(play), `/api/admin/users/${person.user_id}`, { method: 'DELETE', token: play.ownerToken })
}

const linkIds = ({ links }: Pick<Play, 'links'>) => links.map(({ linkId }) => linkId)

/** What was captured for these links, or for the sheets of their orders. */
function capturedOf(play: Pick<Play, 'db' | 'links' | 'sheets'>) {
  const orders = play.links.map(({ orderId }) => orderId)
  const sheets = play.sheets
    .filter(({ orderId }) => orders.includes(orderId))
    .map(({ gatewayOrderId }) => gatewayOrderId)
  return play
    .db('sandbox.payments')
    .where((either) => either.whereIn('link_id', linkIds(play)).orWhereIn('order_id', sheets))
    .where({ captured: true })
    .orderBy('position')
}

/** A refund that the gateway had called processed fails all the same. */
async function failLate(play: Play): Promise<void> {
  const payments: string[] = await capturedOf(play).pluck('payment_id')
  const done = await play
    .db('sandbox.refunds')
    .whereIn('payment_id', payments)
    .where({ status: 'processed' })
    .orderBy('refund_id')
  const refund = pickFrom(play.random, done)
  if (refund) await control(play, `refunds/${refund.refund_id}/fail`)
}

/** The next refund is made and its answer lost; the gateway forgets the keys of those before. */
async function loseRefundAnswer(play: Play): Promise<void> {
  await control(play, 'faults/api', { fault: 'drop', match: 'refund', count: 6 })
  await refund(play)
  const payments: string[] = await capturedOf(play).pluck('payment_id')
  await play.db('sandbox.refunds').whereIn('payment_id', payments).update({ idempotency_key: null })
}

async function disputePayment(play: Play): Promise<void> {
  const payment = pickFrom(play.random, await capturedOf(play))
  const amount = play.random.chance(0.3) ? { amount: 100 + play.random.below(20_000) } : {}
  if (payment) await control(play, `payments/${payment.payment_id}/dispute`, amount)
}

const DISPUTE_STEPS = ['under_review', 'action_required', 'won', 'lost', 'lost', 'closed'] as const

async function moveDispute(play: Play): Promise<void> {
  const payments: string[] = await capturedOf(play).pluck('payment_id')
  const open = await play
    .db('sandbox.disputes')
    .whereIn('payment_id', payments)
    .whereIn('status', ['open', 'under_review'])
    .orderBy('dispute_id')
  const dispute = pickFrom(play.random, open)
  if (dispute) await control(play, `disputes/${dispute.dispute_id}/${play.random.pick([...DISPUTE_STEPS])}`)
}

async function payWithFee(play: Play): Promise<void> {
  const link = pickFrom(play.random, play.links)
  if (link) await control(play, `links/${link.linkId}/pay-with-fee`, { fee: 1 + play.random.below(2_000) })
}

/** The keys are refused for the next calls, whoever makes them. */
async function refuseKeys(play: Play): Promise<void> {
  await control(play, 'faults/api', { fault: 'answer', status: 401, count: 1 + play.random.below(3) })
}
