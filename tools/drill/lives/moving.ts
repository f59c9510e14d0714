import { asOwner, atGateway, callShop, deliver, nameOf, noteOf, pickOf, rupees } from './calls.ts'
import type { Life } from './life.ts'
import { NOBODY, type Order } from './model/orders.ts'
import { readOrders } from './read.ts'
import type { Step } from './steps.ts'

/** Steps of the owner, of the gateway's dashboard and of banks: coins, prices, and money that goes back. */

const at = (step: Step, place: number) => step.at[place] ?? 0
const paidOf = ({ model }: Life) => model.orders.filter(({ paid }) => paid)
/** The gateway gives back no less than a rupee. */
const LEAST = 100

export async function giveCoins(life: Life, step: Step): Promise<void> {
  const { people, model, shop } = life
  const person = Math.floor(at(step, 0) * people.length)
  const coins = 20 + Math.floor(at(step, 1) * 300)
  const path = `/api/admin/add_coins/${people[person]?.user_id}?amount=${coins}`
  const { status } = await shop.instances.call(
    step.which === 1 ? 1 : 0,
    path,
    asOwner(life, { method: 'PUT', body: {} }),
  )
  noteOf(life, `${people[person]?.name} gets ${coins} coins: ${status}`)
  if (status === 200) model.give(person, coins)
}

export async function changePrice(life: Life, step: Step): Promise<void> {
  const { plain, second, parts, month } = life.courses
  const course = pickOf([plain, second, parts, month], at(step, 0))
  if (!course) return
  const unit = 100 * (course.parts?.count ?? 1)
  course.price = Math.max(200_00, Math.round((course.price * (70 + at(step, 1) * 80)) / 100 / unit) * unit)
  await life.shop.db('courses').where({ course_id: course.id }).update({ price_paise: course.price })
  noteOf(life, `${course.id} costs ${rupees(course.price)}`)
}

export async function changeTax(life: Life, step: Step): Promise<void> {
  const { plain, parts, month } = life.courses
  const course = pickOf([plain, parts, month], at(step, 0))
  const rate = pickOf([0, 5, 12, 28], at(step, 1)) ?? 5
  if (!course) return
  const { db } = life.shop
  const rated = db.raw(`extras || jsonb_build_object('gst_rate', ?::int)`, [rate])
  await db('courses').where({ course_id: course.id }).update({ extras: rated })
  life.rates[course.id] = rate
  noteOf(life, `the tax of ${course.id} is ${rate} %`)
}

/** Sends a refund; it waits for the bank if the gateway holds it. */
async function send(
  life: Life,
  step: Step,
  order: Order,
  body: object,
): Promise<{ status: number; refund_id?: string; amount?: number; detail?: string }> {
  const held = at(step, 4) < 0.25
  if (held) await atGateway(life, 'faults/refunds', { fault: 'hold' })
  const headers = { 'idempotency-key': `life-${life.number}-${life.played.length}-${step.day}` }
  const answer = await callShop(
    life,
    step,
    `/api/admin/orders/${order.id}/refund`,
    asOwner(life, { headers, body: { reason: 'asked for', ...body } }),
  )
  if (held) await life.shop.db('sandbox.faults').where({ side: 'refunds' }).delete()
  noteOf(
    life,
    `refund of ${nameOf(life, order)} ${JSON.stringify(body)}${held ? ', held' : ''}: ${answer.status} ${answer.body.detail ?? rupees(Number(answer.body.amount) * 100)}`,
  )
  await deliver(life, step, [order])
  return { ...(answer.body as object), status: answer.status }
}

/** Seats whose money went back or is on its way; those of a refund that failed are there to be refunded again. */
const goneOf = ({ picks, moved }: Order) =>
  picks
    .filter(({ own }) => own === null || !moved.refunds.some((one) => one.own === own && one.status === 'failed'))
    .flatMap(({ seats }) => seats)

/** Seats of an order that have not gone back, as a refund names them: a seat of a bundle is the buyer's by course, as a gift the whole bundle. */
function seatsOf({ model }: Life, order: Order) {
  const own = order.lines.filter(({ owned }) => !owned).map(({ course }) => ({ course, seat: 0 }))
  const gifts = model.gifts.filter((gift) => gift.order === order).map(({ course, seat }) => ({ course, seat }))
  const gone = goneOf(order)
  return [...own, ...gifts].filter(
    ({ course, seat }) => !gone.some((one) => one.course === course && one.seat === seat),
  )
}

const wire = (seats: readonly { course: string; seat: number }[]) =>
  seats.map(({ course, seat }) => ({ course_id: course, seat }))

export async function refund(life: Life, step: Step): Promise<void> {
  const { model } = life
  const order = pickOf(paidOf(life), at(step, 0))
  if (!order) return
  const left = model.left(order)
  const redeemed = model.gifts.filter((gift) => gift.order === order && gift.redeemedBy !== null)
  const gone = goneOf(order)
  const taken = redeemed.filter(({ course, seat }) => !gone.some((one) => one.course === course && one.seat === seat))
  const free = model.charged(order) === 0
  const isOne = order.lines.length === 1 && order.lines[0]?.quantity === 1
  const leavesRedeemed = taken.length > 0 && at(step, 1) < 0.5
  const isPart = !leavesRedeemed && isOne && left >= 2 * LEAST && at(step, 1) < 0.35
  const amount = isPart ? Math.max(LEAST, Math.floor(left * at(step, 2))) : undefined
  const body = {
    ...(amount ? { amount: amount / 100 } : {}),
    ...(taken.length > 0 ? { redeemed: leavesRedeemed ? 'keep' : 'take' } : {}),
  }
  const seats = seatsOf(life, order).filter(
    ({ course, seat }) => !taken.some((one) => one.course === course && one.seat === seat),
  )
  const good = free ? !order.givenUp : left >= LEAST && !model.isDisputed(order) && !leavesRedeemed
  const answer = await send(life, step, order, body)
  if (answer.status !== 201) {
    if (good)
      life.wrong.push(
        `what is left of an order can be refunded: ${rupees(left)} of ${nameOf(life, order)} was refused: ${answer.detail}`,
      )
    return
  }
  if (free) order.givenUp = true
  if (leavesRedeemed) order.picks.push({ own: String(answer.refund_id), seats })
}

export async function refundSeats(life: Life, step: Step): Promise<void> {
  const { model } = life
  const orders = paidOf(life).filter((order) => model.charged(order) > 0 && seatsOf(life, order).length > 1)
  const order = pickOf(orders, at(step, 0))
  if (!order) return
  const seats = seatsOf(life, order)
  const first = Math.floor(at(step, 1) * seats.length)
  const picked = seats.filter((_, place) => place === first || (place > first && at(step, 2) < 0.3))
  const bank =
    at(step, 3) < 0.3 ? { bank: { reference: `UTR${life.number}-${life.played.length}`, sent_on: today(life) } } : {}
  const answer = await send(life, step, order, { seats: wire(picked), ...bank })
  if (answer.status !== 201) return
  const isBank = 'bank' in bank
  if (isBank) model.sendByBank(order, Math.round(Number(answer.amount) * 100))
  order.picks.push({ own: isBank ? null : String(answer.refund_id), seats: picked })
}

const today = ({ shop }: Life) => new Date(shop.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)

export async function refundByBank(life: Life, step: Step): Promise<void> {
  const { model } = life
  const isOne = (order: Order) => order.lines.length === 1 && order.lines[0]?.quantity === 1
  const order = pickOf(
    paidOf(life).filter((one) => isOne(one) && model.charged(one) > 0),
    at(step, 0),
  )
  if (!order) return
  const left = model.left(order)
  const amount = at(step, 1) < 0.5 ? left : Math.max(1, Math.floor(left * at(step, 2)))
  const bank = { reference: `UTR${life.number}-${life.played.length}`, sent_on: today(life) }
  const answer = await send(life, step, order, { amount: amount / 100, bank })
  if (answer.status === 201) model.sendByBank(order, Math.round(Number(answer.amount) * 100))
  else if (left > 0 && !model.isDisputed(order))
    life.wrong.push(
      `what went back by bank can be booked: ${rupees(amount)} of ${nameOf(life, order)}: ${answer.detail}`,
    )
}

/** Moves what an order opens to another person of the life, or to one whom the shop does not know. */
export async function moveOrder(life: Life, step: Step): Promise<void> {
  const { model, people, shop } = life
  const whole = paidOf(life).filter((one) => model.statusOf(one) === 'paid')
  const order = pickOf(at(step, 3) < 0.85 ? whole : paidOf(life), at(step, 0))
  if (!order) return
  const holder = model.holderOf(order)
  const others = people.map((_, one) => one).filter((one) => one !== holder || at(step, 3) < 0.1)
  const to = at(step, 1) < 0.12 ? NOBODY : (pickOf(others, at(step, 2)) ?? NOBODY)
  const email = people[to]?.email ?? `life${life.number}.stranger@example.com`
  const may = model.mayMove(order, to)
  const { order_no } = await shop.db('orders').where({ order_id: order.id }).first('order_no')
  const answer = await callShop(
    life,
    { ...step, which: step.which === 2 ? 0 : (step.which ?? 0) },
    `/api/admin/orders/${order_no}/move`,
    asOwner(life, { body: { email, reason: 'bought with the wrong address' } }),
  )
  const isMoved = answer.status === 200
  noteOf(life, `${nameOf(life, order)} moves to ${email}: ${answer.status} ${answer.body.detail ?? ''}`)
  // A dispute whose event is late is known by the evening.
  if (isMoved && may === false && !life.unheard.has(order))
    life.wrong.push(`only what one person has whole is moved: ${nameOf(life, order)} went to ${email}`)
  if (!isMoved && may === true && !life.unheard.has(order))
    life.wrong.push(`a paid order can be moved: ${nameOf(life, order)} was refused: ${answer.body.detail}`)
  if (isMoved) model.move(order, to)
}

const paymentOf = async (life: Life, order: Order) => (await readOrders(life.shop.db, [order.id])).get(order.id)

export async function refundInDashboard(life: Life, step: Step): Promise<void> {
  const { model } = life
  const order = pickOf(
    paidOf(life).filter((one) => model.left(one) >= LEAST),
    at(step, 0),
  )
  const payment = order && (await paymentOf(life, order))?.payments[0]
  if (!order || !payment) return
  const isOne = order.lines.length === 1 && order.lines[0]?.quantity === 1
  const part =
    isOne && at(step, 1) < 0.4 ? Math.max(LEAST, Math.floor(model.left(order) * at(step, 2))) : model.left(order)
  const { status } = await atGateway(life, `payments/${payment.id}/refund`, { amount: part })
  noteOf(life, `${rupees(part)} of ${nameOf(life, order)} go back from the gateway's dashboard: ${status}`)
  await deliver(life, step, [order])
}

async function refundsOf(life: Life, status: 'pending' | 'processed') {
  const read = await readOrders(
    life.shop.db,
    life.model.orders.map(({ id }) => id),
  )
  return life.model.orders.flatMap((order) =>
    (read.get(order.id)?.refunds ?? []).filter((one) => one.status === status).map((refund) => ({ order, refund })),
  )
}

export async function endHeld(life: Life, step: Step): Promise<void> {
  const found = pickOf(await refundsOf(life, 'pending'), at(step, 0))
  if (!found) return
  const end = at(step, 1) < 0.35 ? 'fail' : 'process'
  await atGateway(life, `refunds/${found.refund.id}/${end}`)
  noteOf(life, `the held refund of ${nameOf(life, found.order)}: ${end}`)
  await deliver(life, step, [found.order])
}

/** Lets a refund fail that had arrived. */
export async function failLate(life: Life, step: Step): Promise<void> {
  // Money that bought nothing and stays may stand in for what is lost later: the tests of that compare it.
  const bought = (await refundsOf(life, 'processed')).filter(({ order }) => !order.nothing && order.owed.length === 0)
  const found = pickOf(bought, at(step, 0))
  if (!found) return
  await atGateway(life, `refunds/${found.refund.id}/fail`)
  noteOf(life, `the refund of ${nameOf(life, found.order)} over ${rupees(found.refund.paise)} fails after all`)
  await deliver(life, step, [found.order])
}

export async function dispute(life: Life, step: Step): Promise<void> {
  const { model } = life
  const orders = paidOf(life).filter((order) => model.left(order) >= LEAST && !model.isDisputed(order))
  const order = pickOf(orders, at(step, 0))
  const payment = order && (await paymentOf(life, order))?.payments[0]
  if (!order || !payment) return
  const isOne = order.lines.length === 1 && order.lines[0]?.quantity === 1
  const part =
    isOne && at(step, 1) < 0.25 ? { amount: Math.max(LEAST, Math.floor(model.left(order) * at(step, 2))) } : {}
  await atGateway(life, `payments/${payment.id}/dispute`, part)
  noteOf(life, `the buyer's bank disputes ${nameOf(life, order)}`)
  await deliver(life, step, [order])
}

export async function decideDispute(life: Life, step: Step): Promise<void> {
  const read = await readOrders(
    life.shop.db,
    life.model.orders.map(({ id }) => id),
  )
  const open = life.model.orders.flatMap((order) =>
    (read.get(order.id)?.disputes ?? [])
      .filter(({ status }) => ['open', 'under_review', 'lost'].includes(status))
      .map((one) => ({ order, dispute: one })),
  )
  const found = pickOf(open, at(step, 0))
  if (!found) return
  const decided =
    found.dispute.status === 'lost'
      ? 'won'
      : (pickOf(['closed', 'under_review', 'won', 'lost', 'lost'], at(step, 1)) ?? 'lost')
  await atGateway(life, `disputes/${found.dispute.id}/${decided}`)
  noteOf(life, `the dispute of ${nameOf(life, found.order)} is ${decided}`)
  await deliver(life, step, [found.order])
}
