import { callShop, nameOf, noteOf, pickOf, rupees, toPaise } from './calls.ts'
import { type Life, taxOf } from './life.ts'
import type { Plan } from './model/orders.ts'
import { partsOf, priceOf, type Wanted, withTax } from './model/price.ts'
import {
  at,
  checkSum,
  creditsOf,
  hasNews,
  leadOf,
  noteOrder,
  periodsOf,
  personOf,
  ROUNDED,
  refused,
  STATE,
  wantedOf,
} from './purchase.ts'
import { readNamed } from './read.ts'
import type { Step } from './steps.ts'
export async function buy(life: Life, step: Step): Promise<void> {
  const { model, courses, people, shop } = life
  const person = personOf(life, step)
  const buyer = people[person]
  const { plain, second, parts, month, bundle } = courses
  const carts: { wanted: Wanted[]; offer?: true }[] = [
    { wanted: [wantedOf(plain, life)] },
    { wanted: [wantedOf(month, life)] },
    { wanted: [wantedOf(month, life)] },
    { wanted: [wantedOf(plain, life), wantedOf(second, life)] },
    { wanted: [wantedOf(plain, life, 2)] },
    { wanted: [wantedOf(second, life, 3)] },
    { wanted: [wantedOf(bundle, life)] },
    { wanted: [wantedOf(bundle, life)] },
    { wanted: [wantedOf(bundle, life, 2)] },
    { wanted: [wantedOf(parts, life)] },
    { wanted: [wantedOf(plain, life)], offer: true },
    { wanted: [wantedOf(second, life)] },
  ]
  const cart = carts[Math.floor(at(step, 1) * carts.length)]
  if (!cart || !buyer) return
  const { code, via, query: lead } = leadOf(life, step)
  const offer = cart.offer && second.price >= life.offers.checkout.price ? life.offers.checkout : undefined
  const wanted = [
    ...cart.wanted,
    ...(offer ? [{ course: second.id, price: offer.price, quantity: 1, fixed: true }] : []),
  ]
  const courseIds = cart.wanted.flatMap(({ course, quantity }) => Array<string>(quantity).fill(course))
  const priced = {
    course_ids: courseIds,
    ...(code ? { promocode: code[0] } : {}),
    ...(offer ? { offer: offer.id } : {}),
  }
  const usable =
    at(step, 3) < 0.45
      ? await shop.instances.call(0, '/api/user/coins/usable', { token: buyer.token, body: priced })
      : undefined
  const coins = at(step, 3) < 0.3 ? Number(usable?.body.coins ?? 0) : Math.floor(Number(usable?.body.coins ?? 0) / 2)
  const { credits, areExact } = creditsOf(life, person, wanted)
  const quote = priceOf({
    wanted,
    code: code?.[1],
    credits,
    coinsPaise: coins * 100,
    tax: taxOf(life),
  })
  const query = new URLSearchParams({
    user_id: buyer.user_id,
    billing_state: STATE,
    ...lead,
    ...(offer ? { offer: offer.id } : {}),
    ...(coins > 0 ? { coins: String(coins) } : {}),
  })
  noteOf(
    life,
    `${buyer.name} buys ${courseIds.join(', ')}${offer ? ` with ${second.id} as an offer` : ''}${code ? ` with ${code[0]}` : ''}`,
  )
  const before = model.coinsOf(person)
  const answer = await callShop(life, step, `/api/user/buy?${query}`, { token: buyer.token, body: courseIds })
  if (answer.status !== 201) {
    refused(life, answer)
    const hasSome = wanted.some(({ course, includes }) =>
      (includes ?? [{ course }]).some((one) => model.accessOf(person, one.course) !== undefined),
    )
    if (answer.body.code === 'already_purchased' && !hasSome && !hasNews(life, person))
      life.wrong.push(`who has nothing may buy: ${buyer.name} was refused ${courseIds.join(', ')}`)
    return
  }
  // A course of a bundle that they own is credited, and one beside it is not sold.
  const sold = wanted.filter(({ includes }) => !includes).map(({ course }) => course)
  const sum = checkSum(life, person, answer, {
    total: quote.total,
    courses: sold,
    exact: areExact && !hasNews(life, person),
    tolerance: quote.lines.length > 1 ? ROUNDED : 0,
  })
  const made = await noteOrder(life, answer, {
    buyer: person,
    kind: 'cart',
    lines: quote.lines,
    total: sum,
    coins,
    periods: periodsOf(life, quote.lines),
    via,
  })
  const held = model.orders
    .filter((one) => one !== made && one.buyer === person && !one.paid && one.open === 'created')
    .reduce((all, one) => all + one.coins, 0)
  if (coins > Math.max(0, before) + held)
    life.wrong.push(
      `nobody spends coins that they do not have: ${coins}, there were ${before} and ${held} in open orders`,
    )
}

export async function buyInParts(life: Life, step: Step): Promise<void> {
  const { model, courses, people } = life
  const person = personOf(life, step)
  const buyer = people[person]
  const { id, price, parts: terms, period } = courses.parts
  if (!buyer || !terms) return
  const tax = taxOf(life)
  const parts = partsOf(price, terms.count)
  const { via, query: lead } = leadOf(life, { ...step, at: [0, 0, 1, 0, at(step, 4)] })
  const agreed = parts.map((paise) => withTax(paise, tax, id))
  const query = new URLSearchParams({ user_id: buyer.user_id, billing_state: STATE, parts: 'true', ...lead })
  noteOf(life, `${buyer.name} buys ${id} in ${terms.count} parts`)
  const answer = await callShop(life, step, `/api/user/buy?${query}`, { token: buyer.token, body: [id] })
  if (answer.status !== 201) return void refused(life, answer)
  const sum = checkSum(life, person, answer, { total: agreed[0] ?? 0, courses: [id], exact: true })
  const line = {
    course: id,
    bundle: null,
    quantity: 1,
    left: parts[0] ?? 0,
    charged: agreed[0] ?? 0,
    credit: 0,
    owned: false,
  }
  const plan: Plan = {
    buyer: person,
    course: id,
    agreed,
    everyDays: terms.every_days,
    graceDays: terms.grace_days,
    period,
    startedAt: null,
    paidBy: [],
    endedByOwner: false,
  }
  const count = model.orders.length
  await noteOrder(life, answer, {
    buyer: person,
    kind: 'part',
    lines: [line],
    total: sum,
    coins: 0,
    periods: { [id]: period },
    plan: { plan, part: 0 },
    via,
  })
  if (model.orders.length > count) model.plans.push(plan)
}

/** Pays the next part of a plan: one that is open can be paid at the agreed sum, another cannot. */
export async function payPart(life: Life, step: Step): Promise<void> {
  const { model, people, planIds } = life
  const plan = pickOf(
    model.plans.filter(({ startedAt }) => startedAt !== null),
    at(step, 0),
  )
  const planId = plan && planIds.get(plan)
  const buyer = plan && people[plan.buyer]
  if (!planId || !buyer) return
  const part = model.nextPart(plan)
  noteOf(life, `${buyer.name} wants to pay part ${part + 1} of ${plan.agreed.length}`)
  const answer = await callShop(life, step, `/api/user/plans/${planId}/pay`, {
    token: buyer.token,
    body: { billing_state: STATE },
  })
  if (answer.status !== 201) {
    refused(life, answer)
    if (model.isOpen(plan) && !model.isReplaced(plan) && !hasNews(life, plan.buyer))
      life.wrong.push(
        `the next part of a plan that stands can be paid: part ${part + 1} was refused: ${answer.body.detail}`,
      )
    return
  }
  const agreed = plan.agreed[part] ?? 0
  const amount = toPaise(answer.body.amount)
  if (!model.isOpen(plan) && amount > 0 && !hasNews(life, plan.buyer))
    life.wrong.push(`a plan takes nothing for what is not wanted any more: part ${part + 1} over ${rupees(amount)}`)
  if (amount !== agreed && amount > 0)
    life.wrong.push(`what was agreed stays: part ${part + 1} costs ${rupees(amount)}, agreed ${rupees(agreed)}`)
  const { course, period } = plan
  const line = { course, bundle: null, quantity: 1, left: amount, charged: amount, credit: 0, owned: false }
  await noteOrder(life, answer, {
    buyer: plan.buyer,
    kind: 'part',
    lines: [line],
    total: amount,
    coins: 0,
    periods: { [course]: period },
    plan: { plan, part },
  })
}

export async function renew(life: Life, step: Step): Promise<void> {
  const { people, courses } = life
  const person = personOf(life, step)
  const buyer = people[person]
  const { id, price, renewPrice, period } = courses.month
  if (!buyer || life.model.accessOf(person, id) === undefined) return
  noteOf(life, `${buyer.name} renews ${id}`)
  const answer = await callShop(life, step, '/api/user/renew', {
    token: buyer.token,
    body: { course_id: id, billing_state: STATE },
  })
  if (answer.status !== 201) return void refused(life, answer)
  const { total, lines } = priceOf({
    wanted: [{ course: id, price: renewPrice ?? price, quantity: 1, fixed: true }],
    credits: new Map(),
    tax: taxOf(life),
  })
  // A renewal costs at most the sum that a letter named, with any tax that was added since.
  const named = await readNamed(life.shop.db, buyer.id, id)
  const agreed = Math.min(total, named ?? total)
  const sum = checkSum(life, person, answer, { total: agreed, courses: [id], exact: true })
  await noteOrder(life, answer, {
    buyer: person,
    kind: 'renewal',
    lines,
    total: sum,
    coins: 0,
    periods: { [id]: period },
  })
}

/** Takes the offer on the page of an order that was paid just now. */
export async function takeOfferAfter(life: Life, step: Step): Promise<void> {
  const { model, proofs, offers, courses, people } = life
  const paid = model.orders.filter(
    (order) => order.paid && proofs.has(order) && order.lines.some(({ course }) => course === courses.parts.id),
  )
  const order = pickOf(paid, at(step, 0) ** 2)
  const proof = order && proofs.get(order)
  if (!order || !proof) return
  const body = { offer_id: offers.after.id, proof: { order_id: order.id, t: proof.t } }
  const { status, body: taken } = await callShop(life, step, `/api/go/orders/${proof.no}/offer`, { body })
  noteOf(
    life,
    `${people[order.buyer]?.name} takes the offer after ${nameOf(life, order)}: ${status} ${taken.detail ?? ''}`,
  )
  const id = /\/pay\/(ord_\w+)/.exec(String(taken.payment_link ?? ''))?.[1]
  if (!id) return
  const row = await life.shop.db('orders').where({ order_id: id }).first('order_no', 'total_paise')
  const answer = {
    status,
    text: '',
    body: { ...taken, order_id: id, order_no: row.order_no, amount: row.total_paise / 100 },
  }
  const { total, lines } = priceOf({
    wanted: [{ course: courses.month.id, price: offers.after.price, quantity: 1, fixed: true }],
    credits: new Map(),
    tax: taxOf(life),
  })
  const sum = checkSum(life, order.buyer, answer, { total, courses: [courses.month.id], exact: true })
  await noteOrder(life, answer, {
    buyer: order.buyer,
    kind: 'agreed',
    // The links that led to the first order led to this one, its promo code did not.
    via: order.via && { ...order.via, byCode: false },
    lines,
    total: sum,
    coins: 0,
    periods: periodsOf(life, lines),
  })
}

export async function redeem(life: Life, step: Step): Promise<void> {
  const { model, people, shop } = life
  const gift = pickOf(model.gifts, at(step, 0))
  if (!gift) return
  const others = people.map((_, person) => person).filter((person) => person !== gift.order.buyer)
  const person = pickOf(at(step, 1) < 0.85 ? others : people.map((_, one) => one), at(step, 2))
  const taker = person === undefined ? undefined : people[person]
  if (person === undefined || !taker) return
  const open = model.isGiftOpen(gift)
  const useless = gift.courses.every((course) => model.bars(person, course, shop.now()))
  const { status, body } = await callShop(
    life,
    { ...step, which: step.which === 2 ? 1 : (step.which ?? 0) },
    '/api/user/gifts/redeem',
    {
      token: taker.token,
      body: { code: gift.code, extend: true },
    },
  )
  noteOf(life, `${taker.name} redeems a seat of ${nameOf(life, gift.order)}: ${status} ${body.code ?? ''}`)
  const good = open && !useless && model.pending(gift.order) === 0
  if (status === 200 && !open) life.wrong.push('a code whose money is back, or that was redeemed, gives nothing')
  if (status !== 200 && good) life.wrong.push(`a gift that is paid for can be redeemed: ${status} ${body.detail}`)
  if (status === 200) model.redeem(gift, person, shop.now())
}
