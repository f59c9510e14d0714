import { asOwner, callShop, deliver, nameOf, noteOf, pickOf } from './calls.ts'
import { type Life, runBody, taxOf } from './life.ts'
import { DAY } from './model/access.ts'
import type { Order, Run } from './model/orders.ts'
import { priceOf } from './model/price.ts'
import { at, checkSum, hasNews, leadOf, noteOrder, personOf, refused, STATE, wantedOf } from './purchase.ts'
import type { Step } from './steps.ts'

/** Steps of a course with dates and seats. */

const HOLD_MS = 15 * 60_000

export async function buySeat(life: Life, step: Step): Promise<void> {
  const { model, people, courses, shop } = life
  const { id } = courses.dated
  const person = personOf(life, step)
  const buyer = people[person]
  const now = shop.now()
  const coming = model.runs.filter(({ startsAt }) => startsAt > now)
  const run = pickOf(coming.length > 0 && at(step, 3) < 0.8 ? coming : model.runs, at(step, 1))
  if (!buyer || !run) return
  const { code, via, query: lead } = leadOf(life, step)
  const query = new URLSearchParams({ user_id: buyer.user_id, billing_state: STATE, ...lead, run_id: run.id })
  const isSold = now < run.startsAt && model.isFree(run, now, person)
  noteOf(life, `${buyer.name} buys a seat of date ${model.runs.indexOf(run) + 1}${code ? ` with ${code[0]}` : ''}`)
  const answer = await callShop(life, step, `/api/user/buy?${query}`, { token: buyer.token, body: [id] })
  if (answer.status !== 201) {
    refused(life, answer)
    if (isSold && !model.bars(person, id, now) && !hasNews(life, person))
      life.wrong.push(`a free seat can be bought: ${buyer.name} was refused: ${answer.body.detail}`)
    return
  }
  if (!isSold) life.wrong.push(`no seat is sold that is gone: date ${model.runs.indexOf(run) + 1}`)
  const { total, lines } = priceOf({
    wanted: [wantedOf(courses.dated, life)],
    code: code?.[1],
    credits: new Map(),
    tax: taxOf(life),
  })
  const sum = checkSum(life, person, answer, { total, courses: [], exact: true })
  const order = await noteOrder(life, answer, {
    buyer: person,
    kind: 'cart',
    lines,
    total: sum,
    coins: 0,
    periods: { [id]: null },
    via,
    seat: { run, heldUntil: now + HOLD_MS, choices: 0 },
  })
  // A purchase that is repeated holds its seat again.
  if (order.seat && order.seat.heldUntil <= now) order.seat.heldUntil = now + HOLD_MS
}

const request = (life: Life, step: Step, path: string, method: string, body?: object) =>
  life.shop.instances.call(
    step.which === 1 ? 1 : 0,
    `/api/admin/runs/${path}`,
    asOwner(life, { method, body: body ?? {} }),
  )

/** The owner moves the time of a date, and changes its seats. */
export async function changeDate(life: Life, step: Step): Promise<void> {
  const { model, shop } = life
  const run = pickOf(model.runs, at(step, 0))
  if (!run) return
  const moved = Math.round(at(step, 1) * 14 - 4) * DAY
  const next = {
    ...run,
    startsAt: run.startsAt + moved,
    endsAt: run.endsAt + moved,
    seats: 1 + Math.floor(at(step, 2) * 4),
  }
  const { status, body } = await request(life, step, run.id, 'PUT', runBody(next))
  noteOf(life, `date ${model.runs.indexOf(run) + 1} moves by ${moved / DAY} days, ${next.seats} seats: ${status}`)
  const held = model.heldOf(run, shop.now())
  // Nobody loses a date or access by a slip.
  const keeps = model.takenOf(run) === 0 || next.endsAt > shop.now() || next.endsAt === run.endsAt
  const isGood = !run.isCancelled && next.seats >= model.takenOf(run) + held && keeps
  if (isGood !== (status === 200))
    life.wrong.push(`a date keeps the seats that are taken: ${next.seats} answered ${status} ${body.detail ?? ''}`)
  if (status === 200) Object.assign(run, next)
}

export async function cancelDate(life: Life, step: Step): Promise<void> {
  const { model, shop } = life
  const going = model.runs.filter((one) => !one.isCancelled && one.endsAt > shop.now())
  const run = pickOf(
    going.toSorted((a, b) => model.takenOf(a) - model.takenOf(b)),
    at(step, 0) ** 2,
  )
  if (!run) return
  const { status, body } = await request(life, step, `${run.id}/cancel`, 'POST')
  noteOf(life, `date ${model.runs.indexOf(run) + 1} is cancelled: ${status}`)
  if (status === 200) run.isCancelled = true
  else life.wrong.push(`a date can be cancelled: ${status} ${body.detail ?? ''}`)
}

const seatsOf = ({ model }: Life, of: (run: Run) => boolean): (Order & { seat: NonNullable<Order['seat']> })[] =>
  model.orders.flatMap((order) => {
    const { seat } = order
    return seat && of(seat.run) && model.hasSeat(order) ? Object.assign(order, { seat }) : []
  })

/** Takes the next date, or the money back, for a seat of a cancelled one. */
export async function chooseAfterDate(life: Life, step: Step): Promise<void> {
  const { model, people, shop } = life
  const find = () =>
    pickOf(
      seatsOf(life, ({ isCancelled }) => isCancelled),
      at(step, 0),
    )
  if (!find()) await cancelDate(life, step)
  const order = find()
  const buyer = order && people[order.buyer]
  if (!buyer) return
  const { seat } = order
  const choice = at(step, 1) < 0.4 ? 'next' : 'refund'
  const now = shop.now()
  const next = model.runs
    .toSorted((a, b) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1))
    .find((run) => now < run.startsAt && model.isFree(run, now, -1))
  const [left, isFree] = [model.left(order), model.charged(order) === 0]
  const isOpen = !model.isChosen(order) && (isFree || left > 0)
  const { status, body } = await callShop(
    life,
    { ...step, which: step.which === 2 ? 1 : (step.which ?? 0) },
    `/api/user/runs/${seat.run.id}/choice`,
    { token: buyer.token, body: { choice } },
  )
  noteOf(
    life,
    `${buyer.name} takes ${choice} for the cancelled date of ${nameOf(life, order)}: ${status} ${body.detail ?? ''}`,
  )
  if (choice === 'next') {
    const isGood = isOpen && next !== undefined
    if (isGood !== (status === 200) && !life.unheard.has(order))
      life.wrong.push(`who had a cancelled date gets the next one: ${status} ${body.detail ?? ''}`)
    if (status === 200 && next) seat.run = next
    return
  }
  if (status === 200 && isOpen) seat.choices = 1 + order.moved.refunds.filter((one) => one.status === 'failed').length
  if (status === 200 && isFree) order.givenUp = true
  if (status !== 200 && left >= 100 && !model.isDisputed(order))
    life.wrong.push(`the money of a cancelled date can be had back: ${status} ${body.detail ?? ''}`)
  await deliver(life, step, [order])
}

/** The owner moves somebody to another date. */
export async function moveStudent(life: Life, step: Step): Promise<void> {
  const { model, people, shop } = life
  const order = pickOf(
    seatsOf(life, () => true),
    at(step, 0),
  )
  const run = pickOf(
    model.runs.filter((one) => one !== order?.seat.run && one.startsAt > shop.now()),
    at(step, 1),
  )
  const user = order && people[order.buyer]?.user_id
  if (!run || !user) return
  const { seat } = order
  const free = run.seats - model.takenOf(run) - model.heldOf(run, shop.now())
  const { status, body } = await request(life, step, `${seat.run.id}/move`, 'POST', { user_ids: [user], to: run.id })
  noteOf(
    life,
    `the seat of ${nameOf(life, order)} moves to date ${model.runs.indexOf(run) + 1}: ${status} ${body.detail ?? ''}`,
  )
  // Somebody with two seats of a date moves with both.
  const moving = seatsOf(life, (one) => one === seat.run).filter(({ buyer }) => buyer === order.buyer)
  if ((!run.isCancelled && free >= moving.length) !== (status === 200))
    life.wrong.push(`a student moves to a free seat: ${status} ${body.detail ?? ''}, free were ${free}`)
  if (status !== 200) return
  for (const one of moving) Object.assign(one.seat, { run, choices: 0 })
}
