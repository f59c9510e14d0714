import { isDeepStrictEqual } from 'node:util'
import { nameOf, rupees, toPaise } from './calls.ts'
import type { Life } from './life.ts'
import { compareMembers } from './mandates.ts'
import type { Order } from './model/orders.ts'
import type { ReadOrder, ReadPartner, ReadShop } from './read.ts'

/** The gateway gives back no less than a rupee. */
const LEAST = 100
/** Tolerance of moments: an instance rounds some to seconds. */
const SAME_MS = 60_000

const moment = (at: number | null | undefined) =>
  at === undefined ? 'none' : at === null ? 'without an end' : new Date(at + 5.5 * 3_600_000).toISOString().slice(0, 16)

/** Compares the shop with the model, once it has heard of everything: money and documents, access, coins, plans, statuses. */
export async function compare(
  life: Life,
  orders: ReadonlyMap<string, ReadOrder>,
  shop: ReadShop & { partners: readonly ReadPartner[] },
): Promise<string[]> {
  return [
    ...life.model.orders.flatMap((order) => compareOrder(life, order, orders.get(order.id), shop)),
    ...compareAccess(life, shop),
    ...compareCoins(life, shop),
    ...compareMembers(life),
    ...(await comparePlans(life)),
    ...(await compareDates(life)),
    ...comparePartner(life, shop.partners),
  ]
}

function compareOrder(life: Life, order: Order, read: ReadOrder | undefined, shop: ReadShop): string[] {
  const { model } = life
  const name = nameOf(life, order)
  if (!read) return [`${name} is gone`]
  if (!order.paid) {
    // Money whose coins are spent by now waits for the owner.
    const lacks = order.coins > 0 && read.status === 'review'
    return read.payments.length > 0 && !lacks ? [`money that came is heard of: ${name} is ${read.status}`] : []
  }
  const wrong: string[] = []
  const status = model.statusOf(order)
  if (read.status !== status)
    wrong.push(
      `a status is computed from sums: ${name} is ${read.status}, not ${status}: ${rupees(model.back(order))} of ${rupees(model.charged(order))} went back`,
    )
  const papers = shop.papers.get(order.id) ?? 0
  const money = model.charged(order) - model.gone(order)
  if (papers !== money) wrong.push(`papers sum to money: those of ${name} to ${rupees(papers)}, money ${rupees(money)}`)
  if (read.payments.length > 1) wrong.push(`an order is paid once: ${name} has ${read.payments.length} payments`)
  const isBack = model.isAllBack(order) || model.pending(order) > 0 || model.isDisputed(order) || read.told
  const hangs = order.upgrade !== undefined && model.isAllBack(order.upgrade.base)
  if ((order.nothing || hangs) && !isBack && model.back(order) < model.charged(order) - 99)
    wrong.push(
      `money that bought nothing goes back: ${rupees(model.back(order))} of ${rupees(model.charged(order))} of ${name} did`,
    )
  return wrong
}

function compareAccess({ model, people, courses, shop: { now } }: Life, shop: ReadShop): string[] {
  return people.flatMap(({ id, name }, person) =>
    Object.values(courses).flatMap(({ id: course, includes }) => {
      if (includes.length > 0) return []
      const expected = model.accessOf(person, course)
      const found = shop.access.get(`${id} ${course}`)
      const same =
        typeof expected === 'number' && typeof found === 'number'
          ? Math.abs(expected - found) <= SAME_MS || Math.max(expected, found) < now()
          : expected === found
      return same
        ? []
        : [`access is what is paid for: ${name} has ${course} ${until(found)}, paid is ${until(expected)}`]
    }),
  )
}

const until = (at: number | null | undefined) => (typeof at === 'number' ? `until ${moment(at)}` : moment(at))

function compareCoins({ model, people }: Life, shop: ReadShop): string[] {
  return people.flatMap(({ id, name }, person) => {
    // A debt is below 0.
    const expected = model.coinsOf(person)
    const { balance, ledger } = shop.coins.get(id) ?? { balance: 0, ledger: 0 }
    return [
      ...(ledger === balance ? [] : [`the coins of ${name} are those of the ledger: ${balance}, ledger ${ledger}`]),
      ...(balance === expected ? [] : [`nobody has coins from nothing: ${name} has ${balance}, not ${expected}`]),
    ]
  })
}

/** Seats that are taken, and the money of cancelled dates. */
async function compareDates(life: Life): Promise<string[]> {
  const { model, courses, shop } = life
  const path = `/api/admin/runs?course_id=${courses.dated.id}`
  const { body } = await shop.instances.call(0, path, { token: shop.ownerToken })
  const shown = (body.runs as { run_id: string; taken: number; cancelled: boolean }[] | undefined) ?? []
  const dates = model.runs.flatMap((run, place) => {
    const one = shown.find(({ run_id }) => run_id === run.id)
    return one?.taken === model.takenOf(run) && one.cancelled === run.isCancelled
      ? []
      : [`a seat is taken by who paid it: date ${place + 1} has ${one?.taken}, paid are ${model.takenOf(run)}`]
  })
  const owed = model.orders.filter(
    (order) => model.isChosen(order) && model.left(order) >= LEAST && !model.isDisputed(order),
  )
  return [
    ...dates,
    ...owed.map(
      (order) =>
        `the money of a cancelled date goes back to the paisa: ${rupees(model.left(order))} of ${nameOf(life, order)} stay`,
    ),
  ]
}

function comparePartner(life: Life, partners: readonly ReadPartner[]): string[] {
  const { model, partner, shop } = life
  const one = partners.find(({ partner_id }) => partner_id === partner.id)
  const sums = model.partner.sums(shop.now())
  const found = one && {
    orders: one.orders,
    pending: toPaise(one.pending),
    due: toPaise(one.due),
    paid: toPaise(one.paid),
  }
  return isDeepStrictEqual(found, sums)
    ? []
    : [`a partner has the share of what stays: ${JSON.stringify(found)}, not ${JSON.stringify(sums)}`]
}

type ShownPlan = { plan_id: string; state: string; open: number; parts: { order: { order_id: string } | null }[] }

async function comparePlans(life: Life): Promise<string[]> {
  const { model, people, shop } = life
  const wrong: string[] = []
  for (const [person, { token, name }] of people.entries()) {
    const plans = model.plans.filter(({ buyer, startedAt }) => buyer === person && startedAt !== null)
    if (plans.length === 0) continue
    const { text } = await shop.instances.call(person, '/api/user/plans', { token })
    const shown = JSON.parse(text) as ShownPlan[]
    for (const plan of plans) {
      const one = shown.find(({ parts }) => parts[0]?.order?.order_id === plan.paidBy[0]?.id)
      if (!one) {
        wrong.push(`a plan that has begun is shown: one of ${name} is not`)
        continue
      }
      life.planIds.set(plan, one.plan_id)
      const [open, wanted] = [one.state === 'open' && one.open > 0, model.isOpen(plan)]
      const words = `the plan of ${name} is ${one.state} with ${one.open} to pay`
      if (open && !wanted) wrong.push(`a plan is open only while it is wanted: ${words}`)
      // The buyer may pay the course by another plan meanwhile.
      const other = plans.some((beside) => beside !== plan && beside.course === plan.course && model.isOpen(beside))
      if (!open && wanted && !other && !model.isReplaced(plan))
        wrong.push(`a plan stands while its parts are paid: ${words}`)
      if (open && wanted && toPaise(one.open) !== model.openSum(plan))
        wrong.push(`what was agreed stays: ${words}, agreed ${rupees(model.openSum(plan))}`)
    }
    if (shown.length > plans.length)
      wrong.push(`a plan begins with its first part: ${name} has ${shown.length} plans, not ${plans.length}`)
  }
  return wrong
}
