import { asOwner, callShop, noteOf, pickOf, rupees, toPaise } from './calls.ts'
import { type Life, taxOf } from './life.ts'
import { type Line, priceOf, share } from './model/price.ts'
import { at, checkSum, noteOrder, periodsOf, personOf, STATE, wantedOf } from './purchase.ts'
import type { Step } from './steps.ts'
/** The owner agrees a sum with one person. */
export async function makePayLink(life: Life, step: Step): Promise<void> {
  const { people, courses } = life
  const person = personOf(life, step)
  const buyer = people[person]
  const of = at(step, 1) < 0.5 ? [courses.plain] : [courses.plain, courses.second]
  const quote = priceOf({ wanted: of.map((one) => wantedOf(one, life)), credits: new Map(), tax: taxOf(life) })
  const total = Math.max(100_00, Math.floor((quote.total * (50 + at(step, 2) * 50)) / 10_000) * 100)
  if (!buyer) return
  const ids = of.map(({ id }) => id)
  const body = { email: buyer.email, course_ids: ids, total: total / 100, days: at(step, 3) < 0.5 ? 14 : 60 }
  let answer = await callShop(
    life,
    { ...step, which: step.which === 2 ? 0 : (step.which ?? 0) },
    '/api/admin/pay_links',
    asOwner(life, { body }),
  )
  // With tax on top no price leads to some sums: the shop names the nearest.
  const nearest = /₹([\d,.]+)$/.exec(String(answer.body.detail ?? ''))?.[1]?.replaceAll(',', '')
  if (answer.status === 422 && nearest)
    answer = await callShop(
      life,
      { ...step, which: 0 },
      '/api/admin/pay_links',
      asOwner(life, { body: { ...body, total: Number(nearest) } }),
    )
  noteOf(
    life,
    `a pay link for ${buyer.name} for ${ids.join(', ')}: ${answer.status} ${answer.status === 201 ? rupees(toPaise(answer.body.total)) : (answer.body.detail ?? '')}`,
  )
  if (answer.status !== 201) return
  const link = {
    id: String(answer.body.pay_link_id),
    path: new URL(String(answer.body.url)).pathname,
    person,
    courses: ids,
    total: toPaise(answer.body.total),
  }
  life.payLinks.push(link)
}

export async function pressPayLink(life: Life, step: Step): Promise<void> {
  const { people, shop, model, courses } = life
  const link = pickOf(
    life.payLinks.filter(({ order }) => !order?.paid),
    at(step, 0),
  )
  const buyer = link && people[link.person]
  if (!buyer) return
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams({ state: STATE }).toString()
  const { status } = await shop.instances.call(step.which === 1 ? 1 : 0, link.path, { body, headers })
  const row = await shop.db('pay_links').where({ pay_link_id: link.id }).first('order_id')
  const made =
    row?.order_id &&
    (await shop
      .db('orders')
      .where({ order_id: row.order_id })
      .first('order_id', 'order_no', 'total_paise', 'payment_link', 'status'))
  noteOf(life, `${buyer.name} presses the pay link: ${status}`)
  if (status !== 303 || !made || model.orders.some(({ id }) => id === made.order_id)) return
  const answer = {
    status,
    text: '',
    body: { order_id: made.order_id, order_no: made.order_no, amount: made.total_paise / 100 },
  }
  // A lower list price counts, which only bounds the sum.
  const sum = checkSum(life, link.person, answer, { total: link.total, courses: link.courses, exact: false })
  // Each course has the part of the sum that it has of the list's.
  const wanted = [courses.plain, courses.second].filter(({ id }) => link.courses.includes(id))
  const { lines: listed } = priceOf({
    wanted: wanted.map((one) => wantedOf(one, life)),
    credits: new Map(),
    tax: taxOf(life),
  })
  const shares = share(
    sum,
    listed.map(({ charged }) => charged),
  )
  const lines: Line[] = listed.map((line, place) => Object.assign(line, { left: 0, charged: shares[place] ?? 0 }))
  link.order = await noteOrder(life, answer, {
    buyer: link.person,
    kind: 'agreed',
    lines,
    total: sum,
    coins: 0,
    periods: periodsOf(life, lines),
  })
}
