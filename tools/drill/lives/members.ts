import type { Random } from '../money/random.ts'
import { asOwner, atGateway, callShop, deliver, HEARS, noteOf, pickOf, sendEvent } from './calls.ts'
import { type Life, membershipBody, type Shop } from './life.ts'
import { syncMembers } from './mandates.ts'
import type { Mandate } from './model/mandate.ts'
import { at, personOf, STATE } from './purchase.ts'
import { readEvents } from './read.ts'
import type { Step } from './steps.ts'

/** Steps of a membership: its person, their bank or UPI app, and the owner. */

const HOUR = 3_600_000

const mandateOf = ({ model }: Life, step: Step): Mandate | undefined =>
  pickOf(
    model.mandates.map(({ mandate }) => mandate).filter(({ startedAt }) => startedAt !== undefined),
    at(step, 0),
  )

/** Delivers what a step brought about; what is late or lost the shop hears before the next step of its own. */
async function report(life: Life, step: Step): Promise<void> {
  await deliver(life, step, [])
  await syncMembers(life)
  if (step.events === 'late' || step.events === 'lost') life.isMemberBehind = true
}

export async function join(life: Life, step: Step): Promise<void> {
  const { model, people, membership, shop } = life
  const person = personOf(life, step)
  const buyer = people[person]
  if (!buyer) return
  const own = model.mandates.filter((one) => one.person === person).map(({ mandate }) => mandate)
  const isMember = own.some((mandate) => model.isMember(mandate, shop.now()))
  const isOver = own.every(({ endWanted, ended }) => endWanted !== undefined || ended !== undefined)
  // Who left with paid time joins by a mandate that begins after it, which this model does not have.
  if (isMember && isOver) return
  const waits = own.some(({ startedAt, endWanted, ended }) => !startedAt && !endWanted && !ended)
  const { status, body } = await callShop(
    life,
    { ...step, which: step.which === 2 ? 0 : (step.which ?? 0) },
    '/api/user/memberships',
    { token: buyer.token, body: { membership_id: membership.terms.id, billing_state: STATE } },
  )
  noteOf(life, `${buyer.name} joins the membership: ${status} ${body.detail ?? ''}`)
  if (status === 201 && (isMember || (membership.isEnded && !waits)))
    life.wrong.push(`a person joins once, and what is on sale: ${buyer.name} joined`)
  if (status !== 201 && !isMember && !membership.isEnded)
    life.wrong.push(`a membership on sale can be joined: ${buyer.name} got ${status} ${body.detail ?? ''}`)
  if (status !== 201) return
  const { subscription_id: subscription } = await shop
    .db('members')
    .where({ member_id: body.id })
    .first('subscription_id')
  if (!own.some(({ id }) => id === body.id)) {
    const { terms } = membership
    const none = { startedAt: undefined, endWanted: undefined, ended: undefined, knownBy: 0, debits: [] }
    model.mandates.push({ person, mandate: { id: String(body.id), subscription, terms, ...none } })
  }
  // Some never approve, and begin anew on another day.
  const method = at(step, 2) < 0.7 ? 'upi' : 'card'
  if (at(step, 1) < 0.9) await atGateway(life, `subscriptions/${subscription}/approve`, { method, email: buyer.email })
  await report(life, step)
}

export async function leave(life: Life, step: Step): Promise<void> {
  const { model, people, shop } = life
  const mandate = mandateOf(life, step)
  const person = model.mandates.find((one) => one.mandate === mandate)?.person
  const token = person === undefined ? undefined : people[person]?.token
  if (!mandate || !token) return
  const { status } = await callShop(life, step, `/api/user/memberships/${mandate.id}`, { token, method: 'DELETE' })
  noteOf(life, `a membership is cancelled: ${status}`)
  if (status !== 200) life.wrong.push(`a membership ends by its person: ${status}`)
  mandate.endWanted ??= shop.now()
  await report(life, step)
}

/** The UPI app, or the bank, does something with a mandate. */
async function act(life: Life, step: Step, what: string, body: object = {}): Promise<void> {
  const mandate = mandateOf(life, step)
  if (!mandate) return
  const { status } = await atGateway(life, `subscriptions/${mandate.subscription}/${what}`, body)
  noteOf(life, `the mandate of a membership, ${what} ${JSON.stringify(body)}: ${status}`)
  await report(life, step)
}

export const actInApp = (life: Life, step: Step) =>
  act(life, step, `app/${pickOf(['cancel', 'revoke', 'pause', 'resume', 'resume'], at(step, 1))}`)

export const changeCard = (life: Life, step: Step) => act(life, step, 'change-method', { method: 'card' })

export const failDebits = (life: Life, step: Step) =>
  act(life, step, 'next', { outcomes: Array(1 + Math.floor(at(step, 1) * 5)).fill('fail') })

/** Pays on the gateway's page what a halted mandate left open. */
export async function payOpen(life: Life, step: Step): Promise<void> {
  const mandate = mandateOf(life, step)
  const issued = { subscription_id: mandate?.subscription ?? '', status: 'issued' }
  const invoice = await life.shop.db('sandbox.invoices').where(issued).orderBy('cycle').first('invoice_id')
  if (!mandate || !invoice) return changeCard(life, step)
  const { status } = await atGateway(life, `invoices/${invoice.invoice_id}/charge`)
  noteOf(life, `what a membership left open is paid: ${status}`)
  await report(life, step)
}

/** The owner ends the price for newcomers, or sells it again. */
export async function endPrice(life: Life, step: Step): Promise<void> {
  const { membership, shop } = life
  const isEnded = !membership.isEnded
  const { status } = await shop.instances.call(
    step.which === 1 ? 1 : 0,
    `/api/admin/memberships/${membership.terms.id}`,
    asOwner(life, { method: 'PUT', body: membershipBody(membership.terms, isEnded ? 'ended' : 'on_sale') }),
  )
  noteOf(life, `the membership is ${isEnded ? 'ended' : 'on sale'}: ${status}`)
  if (status === 200) membership.isEnded = isEnded
  else life.wrong.push(`a membership can be ended and sold again: ${status}`)
}

/** Has the shop look at the mandates of lives, as it does by itself after a while. */
export async function settleMembers(shop: Shop, lives: readonly Life[]): Promise<void> {
  const ids = lives.flatMap(({ model }) => model.mandates.map(({ mandate }) => mandate.id))
  for (const life of lives) life.isMemberBehind = false
  if (ids.length === 0) return
  await shop
    .db('members')
    .whereIn('member_id', ids)
    .whereNotNull('poll_after')
    .update({ poll_after: new Date(shop.now()) })
  await shop.instances.work(shop.day(), HEARS, ['members-due'])
}

/** Passes the time until then at the gateway: each debit is tried in the morning of its day. Some events are lost, and some arrive twice. */
export async function passDebits(
  shop: Shop,
  { until, random, setClock }: { until: number; random: Random; setClock(now: number): Promise<void> },
): Promise<void> {
  const { db, instances } = shop
  const headers = { authorization: `Basic ${shop.gatewayKeys}` }
  for (let clock = shop.now(); ; ) {
    const due = await db('sandbox.subscriptions')
      .whereIn('status', ['authenticated', 'active', 'pending', 'halted', 'paused'])
      .where('charge_at', '<=', new Date(until))
      .where('charge_at', '>', new Date(clock - 8 * HOUR))
      .min({ next: 'charge_at' })
      .first()
    if (!due?.next) return
    clock = Math.max(clock + 1, Math.min(until, Date.parse(due.next) + 8 * HOUR))
    if (clock >= until) return
    await setClock(clock)
    await instances.call(0, '/sandbox/razorpay/control/subscriptions/run', { body: {}, headers })
    const events = await readEvents(db, shop.lastEvent)
    shop.lastEvent = Number(events.at(-1)?.delivery_id ?? shop.lastEvent)
    for (const [place, event] of events.entries()) {
      const drawn = random.next()
      if (drawn < 0.35) continue
      await sendEvent(shop, place, event)
      if (drawn < 0.5) await Promise.all([sendEvent(shop, 0, event), sendEvent(shop, 1, event)])
    }
    const which = random.below(2)
    await instances.work(which, HEARS)
    await instances.work(which, [], ['issue-documents'])
  }
}
