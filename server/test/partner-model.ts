import { dayStart, indianDay } from 'contract/indian-time'
import { expect } from 'vitest'
import { addTaxSettings } from '../src/sales/documents/tax-settings.ts'
import { makeStatements } from '../src/sales/partners/statements.ts'
import { buildCourse, buildPromocode } from './catalogue-factories.ts'
import { buildUser } from './people-factories.ts'
import type { TestServer } from './server.ts'
import { findLink, payWithEvent } from './shopper.ts'
import { taxSettings } from './tax-settings.ts'

const DAY = 86_400_000
const GUARANTEE_DAYS = 30
const THRESHOLD = 2_000_000n
const TERMS = { percents: [10, 33, 70], windows: [30, 7, 90] }

/** Draws numbers that a seed repeats. */
function drawing(seed: number) {
  let state = seed
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
  return {
    chance: (part: number) => next() < part,
    whole: (from: number, to: number) => from + Math.floor(next() * (to - from + 1)),
    pick: <One>(all: readonly One[]) => all[Math.floor(next() * all.length)] as One,
  }
}

type Tied = {
  partner: number
  percent: bigint
  paid: bigint
  net: bigint
  gone: bigint
  due: number
  held: boolean
  settled: bigint | null
}
type Order = { id: string; paymentId: string; at: number; left: number; tied: Tied | undefined }

/** The taxable value of a price that holds 18 % within a state: two halves, each half up. */
function netOf(total: bigint): bigint {
  const half = (total * 1800n * 2n + 23_600n) / (23_600n * 2n)
  return total - 2n * half
}

const shareOf = ({ paid, gone, net, percent }: Tied) => ((paid - gone) * net * percent) / (paid * 100n)

/**
 * Sells `count` orders to random buyers, with links, codes, own purchases, refunds and disputes, over months by a steered clock, and compares
 * each statement and each sum with a model that knows only what happened. Returns how often each thing happened.
 */
export async function livePartners(server: TestServer, count: number, seed: number): Promise<Record<string, number>> {
  const draw = drawing(seed)
  const did: Record<string, number> = {}
  const note = (what: string) => {
    did[what] = (did[what] ?? 0) + 1
  }
  const now = () => server.ctx.now().getTime()
  let owner = server.api(await server.adminToken())
  await addTaxSettings(server.ctx, taxSettings({ valid_from: indianDay(server.ctx.now()) }))
  const people = await Promise.all(
    [0, 1, 2].map((at) => buildUser(server.db, { email: `partner.${seed}.${at}@gmail.com` })),
  )
  for (const [at, { email }] of people.entries()) {
    const [percent = 1, window_days = 1] = [TERMS.percents[at], TERMS.windows[at]]
    await owner.partners.add({ name: `Partner ${at}`, email, code: `WAY-${at}`, percent, window_days, state: 'active' })
    await buildPromocode(server.db, { promocode: `WAY-${at}`, discount: 15 })
  }
  const { promocode: plain } = await buildPromocode(server.db, { discount: 40 })
  const orders: Order[] = []
  const statements: { partner: number; month: string; shares: bigint; tds: bigint; paid: boolean }[] = []

  async function sell(): Promise<void> {
    const kind = draw.pick(['none', 'link', 'link', 'code', 'both', 'old', 'own', 'unknown'] as const)
    const partner = draw.whole(0, 2)
    const person = people[partner]
    const own = kind === 'own' && draw.pick(['email', 'phone'] as const)
    const user = await buildUser(server.db, {
      ...(own === 'email' && { email: `p.artner.${seed}.${partner}+${orders.length}@gmail.com` }),
      ...(own === 'phone' && person && { phone: `+${40 + orders.length}${person.phone}` }),
    })
    const course = await buildCourse(server.db, { price: draw.whole(2, 4000) })
    const age = kind === 'old' ? (TERMS.windows[partner] ?? 0) + 2 : draw.whole(0, 5)
    const other = draw.whole(0, 2)
    const link = (at: number, days: number) => ({ code: `way-${at}`, at: new Date(now() - days * DAY).toISOString() })
    const via = {
      none: [],
      code: [],
      link: [link(partner, age)],
      old: [link(partner, age)],
      own: [link(partner, 0)],
      both: [link(other, 0)],
      unknown: [{ code: 'nobody', at: new Date(now()).toISOString() }, link(partner, 1)],
    }[kind]
    const byCode = kind === 'code' || kind === 'both'
    const promocode = byCode ? `WAY-${partner}` : draw.chance(0.3) ? plain : undefined
    const token = await server.userToken(user)
    const query = {
      user_id: user.user_id,
      billing_state: '27',
      touches: JSON.stringify({
        first: null,
        last: via[0] ? { source: 'affiliate', landing: '/', at: via[0].at } : null,
        via,
      }),
      ...(promocode && { promocode }),
    }
    const { order_id, amount } = await server.api(token).orders.buy({ query, body: [course.course_id] })
    const paidLink = await payWithEvent(server, await findLink(server, order_id))
    note(kind)
    const paid = BigInt(Math.round(amount * 100))
    // A code beats the link. A window shorter than the age of a link counts nothing.
    const isTied = kind !== 'none' && kind !== 'own' && !(kind === 'old' && age > (TERMS.windows[partner] ?? 0))
    orders.push({
      id: order_id,
      paymentId: String(paidLink.payments[0]?.payment_id),
      at: now(),
      left: Number(paid),
      tied: isTied
        ? {
            partner,
            percent: BigInt(TERMS.percents[partner] ?? 0),
            paid,
            net: netOf(paid),
            gone: 0n,
            due: now() + GUARANTEE_DAYS * DAY,
            held: false,
            settled: null,
          }
        : undefined,
    })
  }

  async function refund(): Promise<void> {
    const order = draw.pick(orders.filter(({ at, left, tied }) => left > 200 && now() - at < 90 * DAY && !tied?.held))
    if (!order) return
    const paise = draw.chance(0.4) ? order.left : draw.whole(100, order.left - 100)
    await owner.orders.refund({
      params: { order_id: order.id },
      body: { amount: paise / 100, reason: 'changed their mind' },
    })
    order.left -= paise
    if (!order.tied) return
    order.tied.gone += BigInt(paise)
    note(order.tied.settled === null ? 'refund before the statement' : 'refund after the statement')
  }

  async function dispute(): Promise<void> {
    const order = draw.pick(
      orders.filter(({ tied, at, left }) => tied && !tied.held && left === Number(tied.paid) && now() - at < 90 * DAY),
    )
    if (!order?.tied) return
    const { id } = (await server.gateway(`control/payments/${order.paymentId}/dispute`, {})) as { id: string }
    await server.gateway('control/deliver', {})
    order.tied.held = true
    note('dispute')
    if (draw.chance(0.3)) return
    const won = draw.chance(0.5)
    await server.gateway(`control/disputes/${id}/${won ? 'won' : 'lost'}`, {})
    await server.gateway('control/deliver', {})
    order.tied.held = false
    if (won) return
    order.tied.gone = order.tied.paid
    order.left = 0
    note('dispute lost')
  }

  const openOf = (partner: number, cut: number) =>
    orders.flatMap(({ tied }) => {
      if (tied?.partner !== partner || tied.held || (tied.settled === null && tied.due >= cut)) return []
      const paise = shareOf(tied) - (tied.settled ?? 0n)
      return paise === 0n ? [] : [{ tied, paise }]
    })

  /** Closes the month that the clock has left, and compares what the shop made of it. */
  async function close(month: string): Promise<void> {
    const present = indianDay(server.ctx.now()).slice(0, 7)
    const cut = Date.parse(dayStart(`${present}-01`))
    await makeStatements(server.ctx)
    for (const partner of [0, 1, 2]) {
      const open = openOf(partner, cut)
      const shares = open.reduce((sum, { paise }) => sum + paise, 0n)
      if (shares < 50_000n) {
        if (shares < 0n) note('minus that waits')
        if (shares > 0n) note('small sum that waits')
        continue
      }
      const year = (text: string) => Number(text.slice(0, 4)) - (text.slice(5) < '04' ? 1 : 0)
      const before = statements.filter((one) => one.partner === partner && year(one.month) === year(month))
      const sum = before.reduce((all, one) => all + one.shares, shares)
      const taken = before.reduce((all, one) => all + one.tds, 0n)
      // Nobody entered a PAN: 20 %.
      const wanted = sum > THRESHOLD ? (sum * 2000n) / 10_000n - taken : 0n
      const tds = wanted < 0n ? 0n : wanted > shares ? shares : wanted
      if (tds > 0n) note('TDS')
      for (const { tied, paise } of open) tied.settled = (tied.settled ?? 0n) + paise
      statements.push({ partner, month, shares, tds, paid: false })
    }
    const { payouts } = await owner.partners.payouts({ month })
    const made = payouts.map(({ name, shares, tds, pay }) => [name, shares, tds, pay]).sort()
    const model = statements
      .filter((one) => one.month === month)
      .map(({ partner, shares, tds }) => [
        `Partner ${partner}`,
        ...[shares, tds, shares - tds].map((paise) => Number(paise) / 100),
      ])
      .sort()
    expect(made, `seed ${seed}, statements of ${month}`).toEqual(model)
    for (const { statement_id, name } of payouts) {
      if (draw.chance(0.3) || !statement_id) continue
      await owner.partners.paid({ params: { statement_id }, body: { reference: `UTR ${month}` } })
      const paid = statements.find((one) => one.month === month && `Partner ${one.partner}` === name)
      if (paid) paid.paid = true
    }
  }

  for (let sold = 0; sold < count; ) {
    const month = indianDay(server.ctx.now()).slice(0, 7)
    server.clock.advance(draw.whole(0, Math.min(27, Math.ceil(900 / count))) * DAY + draw.whole(0, DAY))
    owner = server.api(await server.adminToken())
    if (indianDay(server.ctx.now()).slice(0, 7) !== month) await close(month)
    await sell()
    sold += 1
    if (draw.chance(0.25)) await refund()
    if (draw.chance(0.08)) await dispute()
  }
  // Two months without a sale follow.
  for (const months of [1, 2]) {
    const month = indianDay(server.ctx.now()).slice(0, 7)
    server.clock.advance((32 + months) * DAY)
    owner = server.api(await server.adminToken())
    await close(
      indianDay(new Date(Date.parse(dayStart(`${indianDay(server.ctx.now()).slice(0, 7)}-01`)) - 1)).slice(0, 7),
    )
    note(`month after ${month}`)
  }
  const listed = (await owner.partners.list({})).partners
    .map(({ name, orders, pending, due, paid }) => [name, orders, pending, due, paid])
    .sort()
  const model = [0, 1, 2].map((partner) => {
    const own = orders.flatMap(({ tied }) => (tied?.partner === partner ? tied : []))
    const sum = (all: readonly bigint[]) => Number(all.reduce((a, b) => a + b, 0n)) / 100
    const of = statements.filter((one) => one.partner === partner)
    return [
      `Partner ${partner}`,
      own.length,
      sum(own.filter((tied) => tied.settled === null && (tied.held || tied.due >= now())).map(shareOf)),
      sum([
        ...openOf(partner, now()).map(({ paise }) => paise),
        ...of.filter(({ paid }) => !paid).map(({ shares }) => shares),
      ]),
      sum(of.filter(({ paid }) => paid).map(({ shares }) => shares)),
    ]
  })
  expect(listed, `seed ${seed}, sums`).toEqual(model)
  return did
}
