import { findBroken } from '../../../server/test/invariants.ts'
import { addDebit, type Mandate, type Person } from '../lives/model/mandate.ts'
import { createRandom } from '../money/random.ts'
import { type Site, withPlace } from '../shop.ts'
import { checkBooks, compare } from './compare.ts'
import { DAY, HOUR, mandatesOf, openWorld, type World } from './world.ts'

export type MembershipYear = {
  memberships: number
  debits: number
  failed: number
  refunds: number
  ends: number
  /** Payments that came after the end of their mandate. */
  strays: number
  halts: number
  pauses: number
  kills: number
  compared: number
  violations: string[]
}

/** Midnight in India. */
const START = Date.parse('2027-01-01T00:00:00+05:30')
const KILLS = [
  'settle:before-paid',
  'settle:mid-grant',
  'webhook:before-event',
  'webhook:after-event',
  'document:before-commit',
] as const
/** Share of days with a kill. */
const KILL = 0.2
/** Violations after which a run stops: what follows is the same again. */
const MOST = 20

type Answer = {
  subscription: { id: string; status: string; ended_at: number | null }
  payment?: { id: string; status: string; amount: number }
  invoice?: { id: string; billing_start: number; paid_at: number | null }
}
type Play = {
  world: World
  counted: Omit<MembershipYear, 'violations' | 'compared' | 'kills' | 'memberships'>
  /** Debits in process, and failed ones that may arrive late. */
  open: Mandate[]
  late: Mandate[]
  paused: { mandate: Mandate; until: number }[]
  halted: Mandate[]
  /** Strays of today. */
  soon: Set<string>
  /** Days until the shop reads a change whose event was lost. */
  lag: number
}

/**
 * Lives a year of memberships by a steered clock, at two instances of one shop: students join, refuse, cancel, pause and change cards, banks
 * fail, delay and revoke debits, owners refund, events get lost, late, doubled and reversed, and instances die. Each evening all orders, papers
 * and accesses equal a model of the specification. With `lag`, mandates that nothing is due for are looked at that many days apart.
 */
export function liveMembershipYear(options: {
  site: Site
  count: number
  seed: number
  days?: number
  lag?: number
  onMonth?: (soFar: object) => void
}): Promise<MembershipYear> {
  const { site, count, seed, days = 366, lag = 1, onMonth } = options
  return withPlace(async (place) => {
    const url = await (await place.databases(site)).create('members')
    const random = createRandom(seed)
    const world = await openWorld(place, url, { count, random, start: START })
    const counted = { debits: 0, failed: 0, refunds: 0, ends: 0, strays: 0, halts: 0, pauses: 0 }
    const play: Play = { world, counted, open: [], late: [], paused: [], halted: [], soon: new Set(), lag }
    const result: MembershipYear = { memberships: 0, ...counted, kills: 0, compared: 0, violations: world.wrong }
    for (let day = 0; day < days && world.wrong.length < MOST; day++) {
      await liveDay(play, day, { last: days, joining: Math.min(120, Math.ceil(days / 3)) })
      result.compared += 1
      Object.assign(result, counted, {
        kills: world.instances.kills(),
        debits: mandatesOf(world).flatMap((mandate) => mandate.debits).length,
        memberships: mandatesOf(world).length,
      })
      if (day % 30 === 29) onMonth?.({ day, ...result, violations: world.wrong.slice(0, 5) })
    }
    return result
  })
}

async function liveDay(play: Play, day: number, { last, joining }: { last: number; joining: number }): Promise<void> {
  const { world, soon } = play
  const { db, random, instances } = world
  const morning = START + day * DAY
  soon.clear()
  await world.setClock(morning + 9 * HOUR)
  await db('sessions')
    .where({ audience: 'admin' })
    .update({ confirmed_at: new Date(morning + 20 * HOUR) })
  if (random.chance(KILL)) await instances.arm(random.below(2), random.pick(KILLS))
  await runDebits(play)
  await reportEvents(play, true)
  await world.setClock(morning + 12 * HOUR)
  for (const [index, person] of world.people.entries()) {
    const begins = Math.floor((index * joining) / world.people.length)
    if (day >= begins && day < last - 2) await live(play, person, day === begins)
  }
  await reportEvents(play, true)
  await instances.arm(0, null)
  await world.setClock(morning + 18 * HOUR)
  await world.sendLate()
  await world.work('due')
  await world.setClock(morning + 21 * HOUR)
  await world.work('evening')
  await reportEvents(play, false)
  const found = [
    ...(await compare(world, { soon })),
    ...(await checkBooks(world)),
    ...(await findBroken(world.db, new Date(world.now()))),
    ...instances.takeFaults(),
  ]
  world.wrong.push(...found.map((what) => `day ${day}: ${what}`))
  if (play.lag > 1) await spaceLooks(world, play.lag)
}

/** Has the shop look at mandates that nothing is due for so many days apart. They count from the last look: counted from each evening, none would ever be due. */
export async function spaceLooks({ db, now }: World, days: number): Promise<void> {
  const still = db('members').where({ gateway_state: 'active' }).whereNull('end_wanted_at').whereNull('ended_at')
  await still.where('charge_at', '>', new Date(now() + DAY)).update({
    poll_after: db.raw(`least(charge_at + interval '1 hour', polled_at + ? * interval '1 day')`, [days]),
  })
}

/** Tells the shop what happened, and lets it work; what it did not hear of a bank's end it finds by itself. */
async function reportEvents({ world, lag }: Play, lossy: boolean): Promise<void> {
  const unheard = await world.sendEvents(lossy)
  for (const subject of unheard) {
    const mandate = byMandate(world, subject)
    if (mandate?.ended !== undefined && mandate.ended > world.now() - HOUR)
      mandate.knownBy = world.now() + (lag + 1.2) * DAY
  }
  await world.work()
}

const byMandate = (world: World, subscription: string) =>
  mandatesOf(world).find((mandate) => mandate.subscription === subscription)

/** Notes in the model what the gateway did. */
function note(play: Play, { subscription, payment, invoice }: Answer): void {
  const { world, counted } = play
  const mandate = byMandate(world, subscription.id)
  if (!mandate) throw new Error(`an unknown subscription ${subscription.id}`)
  if (payment?.status === 'captured' && invoice?.paid_at) {
    const { id, amount: paise } = payment
    const paidAt = invoice.paid_at * 1_000
    const debit = addDebit(mandate, { payment: id, billingStart: invoice.billing_start * 1_000, paidAt, paise })
    if (!debit) world.wrong.push(`a cycle begins on its day: ${id} of ${mandate.id} began ${invoice.billing_start}`)
    if (debit?.stray) {
      play.soon.add(id)
      counted.strays += 1
    }
  }
  if (payment?.status === 'failed') counted.failed += 1
  if (payment?.status === 'failed') play.late.push(mandate)
  if (payment?.status === 'created') play.open.push(mandate)
  if (subscription.status === 'halted' && !play.halted.includes(mandate)) {
    play.halted.push(mandate)
    counted.halts += 1
  }
  if (['cancelled', 'completed'].includes(subscription.status) && mandate.ended === undefined) {
    mandate.ended = (subscription.ended_at ?? 0) * 1_000
    counted.ends += 1
  }
}

const take = <T>(from: T[]): T[] => from.splice(0)

/** The gateway's day: debits in process end, failed ones arrive late, and those that are due are tried. */
async function runDebits(play: Play): Promise<void> {
  const { world } = play
  const { random, db } = world
  for (const { subscription } of take(play.open)) {
    const outcome = random.chance(0.85) ? 'succeed' : 'fail'
    note(play, await world.gateway<Answer>(`subscriptions/${subscription}/finish`, { outcome }))
  }
  for (const { subscription } of take(play.late)) {
    if (!random.chance(0.1)) continue
    const before = await db('sandbox.subscriptions').where({ subscription_id: subscription }).first('paid_count')
    const answer = await world.gateway<Answer>(`subscriptions/${subscription}/late`)
    const after = await db('sandbox.subscriptions').where({ subscription_id: subscription }).first('paid_count')
    // Money for a cycle that was paid meanwhile goes back by itself.
    if (after.paid_count > before.paid_count) note(play, answer)
  }
  // The gateway's ids are drawn anew each time: by their order, a seed would be another year.
  const mandates = mandatesOf(world)
  const due = await db('sandbox.subscriptions').where('charge_at', '<=', new Date(world.now())).pluck('subscription_id')
  for (const { subscription } of mandates.filter((mandate) => due.includes(mandate.subscription))) {
    const draw = random.next()
    const outcomes = draw < 0.8 ? ['succeed'] : draw < 0.94 ? ['fail'] : ['open']
    await world.gateway(`subscriptions/${subscription}/next`, { outcomes })
  }
  const { debits } = await world.gateway<{ debits: Answer[] }>('subscriptions/run')
  const order = mandates.map(({ subscription }) => subscription)
  for (const debit of debits.sort((a, b) => order.indexOf(a.subscription.id) - order.indexOf(b.subscription.id)))
    note(play, debit)
}

/** A student's, bank's or owner's day with a membership. */
async function live(play: Play, person: Person, first: boolean): Promise<void> {
  const { world, counted } = play
  const { random } = world
  const mandate = person.mandates.at(-1)
  const waits = mandate?.startedAt === undefined || mandate.endWanted !== undefined || mandate.ended !== undefined
  if (first || random.chance(waits ? 0.04 : 0.003)) return join(play, person)
  if (mandate?.startedAt === undefined) return
  const { subscription } = mandate
  const act = async (what: string, body?: object) =>
    note(play, await world.gateway<Answer>(`subscriptions/${subscription}/${what}`, body))
  const over = mandate.endWanted !== undefined || mandate.ended !== undefined
  const paused = play.paused.find((one) => one.mandate === mandate)
  if (paused && !over) {
    if (paused.until > world.now()) return
    play.paused.splice(play.paused.indexOf(paused), 1)
    return act('app/resume')
  }
  if (play.halted.includes(mandate) && !over && random.chance(0.1)) {
    play.halted.splice(play.halted.indexOf(mandate), 1)
    if (random.chance(0.6)) return act('change-method', { method: 'card' })
    const issued = { subscription_id: subscription, status: 'issued' }
    const { invoice_id } = await world.db('sandbox.invoices').where(issued).orderBy('cycle').first('invoice_id')
    return note(play, await world.gateway<Answer>(`invoices/${invoice_id}/charge`))
  }
  // Faults are likely around a debit in process, or one that was refunded.
  const latest = mandate.debits.at(-1)
  const isHot = play.open.includes(mandate) || (latest && latest.back > 0 && world.now() - latest.paidAt < 5 * DAY)
  const draw = random.next() / (isHot ? 40 : 1)
  if (draw < 0.0015 && !over) return cancel(play, person, mandate)
  if (draw < 0.002 && !over) return act('app/cancel')
  if (draw < 0.0024 && !over) return act('app/revoke')
  if (draw < 0.0034 && !over && (await statusOf(world, subscription)) === 'active') {
    counted.pauses += 1
    play.paused.push({ mandate, until: world.now() + (5 + random.below(60)) * DAY })
    return act('app/pause')
  }
  if (draw < 0.0044 && !over && (await statusOf(world, subscription)) === 'pending' && !play.open.includes(mandate)) {
    return act('change-method', { method: 'card' })
  }
  if (draw < 0.006) {
    await refund(play, mandate)
    counted.refunds += 1
  }
}

const statusOf = async ({ db }: World, subscription: string): Promise<string> =>
  (await db('sandbox.subscriptions').where({ subscription_id: subscription }).first('status')).status

async function join(play: Play, person: Person): Promise<void> {
  const { world } = play
  const { random } = world
  const weighted = [0, 0, 0, 1, 1, 2, 2, 3, 3, 4].map((index) => world.terms[index])
  const terms = random.pick(weighted)
  if (!terms) return
  const now = world.now()
  const own = person.mandates.filter((mandate) => mandate.terms === terms)
  const isOver = ({ endWanted, ended }: Mandate) => endWanted !== undefined || ended !== undefined
  const isOpen = ({ debits }: Mandate) =>
    debits.some(({ stray, back, paise, to }) => !stray && back < paise && to > now)
  // Who left with paid time joins by a mandate that begins after it, which this model does not have.
  if (own.some((mandate) => isOver(mandate) && isOpen(mandate))) return
  const { status, body } = await world.request('/api/user/memberships', {
    token: person.token,
    body: { membership_id: terms.id, billing_state: '27' },
  })
  const isMember = own.some((mandate) => mandate.startedAt !== undefined && !isOver(mandate))
  if (status === 409 && isMember) return
  if (status !== 201 || isMember) {
    world.wrong.push(
      `a person joins once: ${person.userId} got ${status}, is ${isMember ? '' : 'not '}a member of ${terms.id}`,
    )
    return
  }
  const row = await world.db('members').where({ member_id: body.id }).first('subscription_id')
  const known = person.mandates.find(({ id }) => id === body.id)
  const mandate: Mandate = known ?? {
    id: String(body.id),
    subscription: row.subscription_id,
    terms,
    startedAt: undefined,
    debits: [],
    endWanted: undefined,
    ended: undefined,
    knownBy: 0,
  }
  if (!known) person.mandates.push(mandate)
  const payer = { method: random.chance(0.7) ? 'upi' : 'card', email: `${person.userId}@example.com` }
  if (random.chance(0.15)) await world.gateway(`subscriptions/${mandate.subscription}/refuse`, payer)
  // Some never approve, and begin anew on another day.
  if (random.chance(0.9))
    note(play, await world.gateway<Answer>(`subscriptions/${mandate.subscription}/approve`, payer))
}

async function cancel({ world, counted }: Play, person: Person, mandate: Mandate): Promise<void> {
  const { random } = world
  if (random.chance(0.3)) {
    await world.gateway('faults/api', {
      fault: 'drop',
      act: random.chance(0.5),
      match: 'subscriptions.cancel',
      count: 3,
    })
  }
  mandate.endWanted = world.now()
  counted.ends += 1
  const request = { token: person.token, method: 'DELETE' }
  const answers = await Promise.all([1, 2].map(() => world.request(`/api/user/memberships/${mandate.id}`, request)))
  for (const { status } of answers) {
    if (status !== 200) world.wrong.push(`a membership ends by its student: ${mandate.id} answered ${status}`)
  }
  await world.db('sandbox.faults').where({ side: 'api' }).delete()
}

/** The owner gives a cycle back, whole or in part, in the console or at the gateway. */
async function refund({ world }: Play, mandate: Mandate): Promise<void> {
  const { random } = world
  const debit = mandate.debits.at(-1)
  if (!debit || debit.stray || debit.back > 0) return
  const part = random.chance(0.3) ? Math.floor(debit.paise / 300) * 100 : undefined
  const row = await world.db('member_debits').where({ payment_id: debit.payment }).first('order_id')
  const atGateway = random.chance(0.3)
  // An order that the shop has not heard of yet cannot be refunded there.
  if (!row || atGateway) {
    await world.gateway(`payments/${debit.payment}/refund`, part ? { amount: part } : {})
  } else {
    const { status, body } = await world.request(`/api/admin/orders/${row.order_id}/refund`, {
      token: world.ownerToken,
      headers: { 'idempotency-key': `refund-${debit.payment}` },
      body: { reason: 'Asked for', ...(part ? { amount: part / 100 } : {}) },
    })
    if (status !== 201) {
      world.wrong.push(`a debit is refunded: ${debit.payment} answered ${status} ${JSON.stringify(body)}`)
      return
    }
  }
  debit.back = part ?? debit.paise
}
