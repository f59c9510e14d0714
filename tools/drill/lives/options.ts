import { callShop, noteOf, pickOf, rupees } from './calls.ts'
import { type Life, type Option, saveOptions, taxOf } from './life.ts'
import { priceOf } from './model/price.ts'
import { at, checkSum, hasNews, leadOf, noteOrder, personOf, refused, STATE } from './purchase.ts'
import type { Step } from './steps.ts'

/** Steps of a course that has several prices. */

export async function buyOption(life: Life, step: Step): Promise<void> {
  const { model, people, courses, options, shop } = life
  const { id } = courses.lengths
  const person = personOf(life, step)
  const buyer = people[person]
  const [short, long, lasting] = options
  const option = at(step, 1) < 0.55 ? short : at(step, 1) < 0.85 ? long : lasting
  if (!buyer || !option) return
  const { code, via, query: lead } = leadOf(life, step)
  const query = new URLSearchParams({
    user_id: buyer.user_id,
    billing_state: STATE,
    ...lead,
    options: JSON.stringify({ [id]: option.id }),
  })
  noteOf(life, `${buyer.name} buys ${id} (${option.id})${code ? ` with ${code[0]}` : ''}`)
  const answer = await callShop(life, step, `/api/user/buy?${query}`, { token: buyer.token, body: [id] })
  if (answer.status !== 201) {
    refused(life, answer)
    if (!option.isEnded && !model.bars(person, id, shop.now()) && !hasNews(life, person))
      life.wrong.push(`an option on sale can be bought: ${buyer.name} was refused ${option.id}`)
    return
  }
  if (option.isEnded) life.wrong.push(`an option that ended is sold to nobody new: ${option.id}`)
  const { total, lines } = priceOf({
    wanted: [{ course: id, price: option.price, quantity: 1 }],
    code: code?.[1],
    credits: new Map(),
    tax: taxOf(life),
  })
  const sum = checkSum(life, person, answer, { total, courses: [id], exact: true })
  await noteOrder(life, answer, {
    buyer: person,
    kind: 'cart',
    lines,
    total: sum,
    coins: 0,
    periods: { [id]: option.period },
    via,
  })
}

/** Buys a longer option for its price less what was paid. */
export async function upgrade(life: Life, step: Step): Promise<void> {
  const { model, people, courses, options, shop } = life
  const { id } = courses.lengths
  const everybody = people.map((_, one) => one)
  const having = everybody.filter((one) => typeof model.accessOf(one, id) === 'number')
  const person = pickOf(having.length > 0 ? having : everybody, at(step, 0))
  const buyer = person === undefined ? undefined : people[person]
  if (person === undefined || !buyer) return
  if (having.length === 0 && at(step, 3) < 0.8) return buyOption(life, step)
  const from = model.baseOf(person, id, shop.now())
  if (from === 'unsure' || hasNews(life, person)) return
  const lasts = ({ period }: Option) => {
    const until = from && model.endFrom(from.base, period)
    return from !== undefined && until !== undefined && (until === null || until > from.end)
  }
  const longer = options.filter(lasts)
  const option = pickOf(longer.length > 0 && at(step, 2) < 0.8 ? longer : options, at(step, 1))
  if (!option) return
  const isLonger = lasts(option)
  noteOf(life, `${buyer.name} upgrades ${id} to ${option.id}`)
  const answer = await callShop(life, step, '/api/user/options/upgrade', {
    token: buyer.token,
    body: { course_id: id, option_id: option.id, billing_state: STATE },
  })
  if (answer.status !== 201) {
    refused(life, answer)
    if (isLonger && !option.isEnded)
      life.wrong.push(`running access can be made longer: ${option.id} was refused: ${answer.body.detail}`)
    return
  }
  if (!from || !isLonger || option.isEnded) {
    life.wrong.push(`only a longer option on sale is an upgrade: ${option.id} was sold`)
    return
  }
  const { total, lines } = priceOf({
    wanted: [{ course: id, price: Math.max(0, option.price - from.paid), quantity: 1, fixed: true }],
    credits: new Map(),
    tax: taxOf(life),
  })
  noteOf(life, `${rupees(from.paid)} of ${rupees(option.price)} are paid`)
  const sum = checkSum(life, person, answer, { total, courses: [id], exact: true })
  await noteOrder(life, answer, {
    buyer: person,
    kind: 'agreed',
    lines,
    total: sum,
    coins: 0,
    periods: { [id]: option.period },
    upgrade: { base: from.base, counted: from.paid, period: option.period },
  })
}

/** The owner ends a longer option, sells it again, or changes what one costs. */
export async function changeOptions(life: Life, step: Step): Promise<void> {
  const { options, courses, shop } = life
  const option = pickOf(options, at(step, 0))
  if (!option) return
  const isFirst = option === options[0]
  if (!isFirst && at(step, 1) < 0.4)
    option.isEnded = !option.isEnded && options.filter((one) => !one.isEnded).length > 2
  else option.price = Math.max(200_00, Math.round((option.price * (70 + at(step, 2) * 80)) / 10_000) * 100)
  courses.lengths.price = options[0]?.price ?? 0
  await saveOptions(shop, courses.lengths, options)
  noteOf(life, `${option.id} ${option.isEnded ? 'has ended' : `costs ${rupees(option.price)}`}`)
}
