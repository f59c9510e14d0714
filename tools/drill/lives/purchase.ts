import { nameOf, noteOf, rupees, toPaise } from './calls.ts'
import type { Answer } from './instances.ts'
import { CAP_PAISE, type Course, courseOf, type Life, taxOf } from './life.ts'
import { DAY } from './model/access.ts'
import type { Order } from './model/orders.ts'
import type { Code, Line, Wanted } from './model/price.ts'
import type { Step } from './steps.ts'

/** A state in India, which an invoice needs. */
export const STATE = '27'
/** Paise by which tax on top may be rounded otherwise over the lines of a purchase. */
export const ROUNDED = 3

export const at = (step: Step, place: number) => step.at[place] ?? 0
export const personOf = (life: Life, step: Step) => Math.floor(at(step, 0) * life.people.length)
export const wantedOf = ({ id, price, includes }: Course, life: Life, quantity = 1): Wanted => ({
  course: id,
  price,
  quantity,
  ...(includes.length > 0
    ? { includes: includes.map((course) => ({ course, price: courseOf(life, course)?.price ?? 0 })) }
    : {}),
})
/** The promo code of a step, and whether the partner's link led to its purchase. */
export function leadOf(
  { codes, partner, shop }: Life,
  step: Step,
): {
  code: [string, Code] | undefined
  via: NonNullable<Order['via']>
  query: Record<string, string>
} {
  const drawn = at(step, 2)
  const code: [string, Code] | undefined =
    drawn < 0.15
      ? [codes.half, { percent: 50 }]
      : drawn < 0.3
        ? [codes.capped, { percent: 30, most: CAP_PAISE }]
        : drawn < 0.4
          ? [partner.code, { percent: 10 }]
          : undefined
  const hasLink = at(step, 4) < 0.4
  // Some pressed it long ago.
  const pressed = shop.now() - (at(step, 4) < 0.12 ? Math.floor(at(step, 4) * 600) : 0) * DAY
  const moment = new Date(pressed).toISOString()
  const touches = {
    first: null,
    last: { source: 'affiliate', landing: '/', at: moment },
    via: [{ code: partner.code, at: moment }],
  }
  return {
    code,
    via: { byCode: code?.[0] === partner.code, pressedAt: hasLink ? pressed : undefined },
    query: { ...(code ? { promocode: code[0] } : {}), ...(hasLink ? { touches: JSON.stringify(touches) } : {}) },
  }
}

export const periodsOf = (life: Life, lines: readonly Line[]) =>
  Object.fromEntries(lines.map(({ course }) => [course, courseOf(life, course)?.period ?? null]))

/** Notes an order that the shop has made, with its link at the gateway; a free one is paid at once. */
export async function noteOrder(
  life: Life,
  answer: Answer,
  of: Omit<Parameters<Life['model']['addOrder']>[0], 'id' | 'madeAt' | 'tax'>,
): Promise<Order> {
  const {
    order_id: id,
    payment_link: address,
    order_no: no,
  } = answer.body as { order_id: string; payment_link?: string; order_no: string }
  const known = life.model.orders.find((one) => one.id === id)
  if (known) {
    noteOf(life, `${nameOf(life, known)} again`)
    return known
  }
  const order = life.model.addOrder({ ...of, id, madeAt: life.shop.now(), tax: taxOf(life) })
  const link = await life.shop.db('sandbox.links').where({ reference_id: id }).first('link_id')
  if (link) life.links.set(order, link.link_id)
  const t = address ? new URL(address).searchParams.get('t') : null
  if (t) life.proofs.set(order, { no, t })
  noteOf(life, `${nameOf(life, order)} over ${rupees(of.total)}${of.coins > 0 ? ` with ${of.coins} coins` : ''}`)
  return order
}

/** The gateway knows more of this person's orders than the shop has heard. */
export const hasNews = (life: Life, person: number): boolean => [...life.unheard].some(({ buyer }) => buyer === person)

/** The sum of a new order is what was agreed, and nobody is charged for what they own. */
export function checkSum(
  life: Life,
  person: number,
  answer: Answer,
  agreed: { total: number; courses: readonly string[]; exact: boolean; tolerance?: number },
) {
  const amount = toPaise(answer.body.amount)
  const over = amount - agreed.total
  if (over > (agreed.tolerance ?? 0) || (agreed.exact && -over > (agreed.tolerance ?? 0)))
    life.wrong.push(`nobody is charged more, or less, than agreed: ${rupees(amount)}, agreed ${rupees(agreed.total)}`)
  for (const course of agreed.courses)
    if (amount > 0 && !hasNews(life, person) && life.model.keeps(person, course))
      life.wrong.push(
        `nobody pays for what they own without an end: ${life.people[person]?.name} pays ${rupees(amount)} for ${course}`,
      )
  return amount
}

export const refused = (life: Life, { status, body }: Answer) =>
  noteOf(life, `refused: ${status} ${body.code ?? ''} ${body.detail ?? ''}`)

/** Counts the credits of a buyer for a bundle; of some only the upper bound is known. */
export function creditsOf(
  life: Life,
  person: number,
  wanted: readonly Wanted[],
): { credits: ReadonlyMap<string, number>; areExact: boolean } {
  const { model, shop } = life
  const credits = new Map<string, number>()
  let areExact = true
  for (const { course } of wanted.flatMap(({ includes }) => includes ?? [])) {
    // A plan that is open is settled with the bundle: how, only its bound is known.
    const isInParts = model.plans.some((plan) => plan.buyer === person && plan.course === course && model.isOpen(plan))
    if (isInParts) areExact = false
    if (isInParts || !model.counts(person, course, shop.now())) continue
    const paid = model.paidFor(person, course)
    if (paid === undefined) areExact = false
    else if (paid > 0) credits.set(course, paid)
  }
  return { credits, areExact }
}
