import type { Knex } from 'knex'
import { buildCourse } from '../../../server/test/catalogue-factories.ts'
import type { Pair } from './model-shop.ts'
import type { Random } from './random.ts'

/** One sequence: its people, courses and payment links. */
export type Play = {
  random: Random
  pair: Pair
  db: Knex
  gatewayKeys: string
  ownerToken: string
  people: { user_id: string; token: string; gone: boolean }[]
  courses: string[]
  links: { orderId: string; linkId: string; buyer: number; courses: string[] }[]
  /** The gateway's orders of opened sheets of the pay page. */
  sheets: { orderId: string; gatewayOrderId: string; buyer: number }[]
  /** Payments that failed and may be captured late. */
  failed: string[]
  /** Deliveries of the gateway that this sequence sent or lost. */
  done: Set<number>
  said: string[]
}

export async function newPerson({ pair, random }: Pick<Play, 'pair' | 'random'>) {
  for (let which = 0; ; which++) {
    // A request whose answer was lost may have created the account, so each try uses another one.
    const tag = Math.floor(random.next() * 1e9)
    const phone = `8${String(tag).padStart(9, '0')}`
    const { status, body } = await pair.ask(which, '/api/register', {
      body: { email: `m${tag}@example.com`, phone, password: 'Mango-Kulfi-42' },
    })
    if (status === 201) return { user_id: String(body.user_id), token: String(body.token), gone: false }
    if (which > 20) throw new Error(`registering answered ${status}`)
  }
}

export const newCourse = async (db: Knex, random: Random) =>
  (
    await buildCourse(db, {
      price: random.chance(0.4) ? random.pick(PRICES) : 1 + random.below(900) + random.below(100) / 100,
    })
  ).course_id

/** Amounts with repeating digits, and others: settlement must not depend on the digits. */
const PRICES = [111.11, 222.22, 333.33, 99.99, 100, 199, 666.66, 1.11]

export const which = (play: Play) => play.random.below(2)

export const pickFrom = <T>(random: Random, from: T[]): T | undefined =>
  from.length > 0 ? random.pick(from) : undefined

export function control(play: Play, path: string, body: object = {}) {
  const headers = { authorization: `Basic ${play.gatewayKeys}` }
  return play.pair.ask(which(play), `/sandbox/razorpay/control/${path}`, { body, headers })
}

export async function press(play: Play, button: string, at = play.random.next()): Promise<void> {
  const link = play.links[Math.floor(at * play.links.length)]
  if (!link) return
  const { body } = await control(play, `links/${link.linkId}/${button}`)
  const payment = body.payment as { id: string; status: string } | null | undefined
  if (payment?.status === 'failed') play.failed.push(payment.id)
}

export async function ofOrder(
  play: Play,
  call: string,
  body: object,
  headers: Record<string, string> = {},
  among = play.links,
): Promise<void> {
  const link = pickFrom(play.random, among)
  if (!link) return
  const path = `/api/admin/orders/${link.orderId}/${call}`
  await Promise.all(
    (play.random.chance(0.5) ? [0, 1] : [which(play)]).map((to) =>
      play.pair.ask(to, path, { token: play.ownerToken, body, headers }),
    ),
  )
}

export const linkIds = ({ links }: Pick<Play, 'links'>) => links.map(({ linkId }) => linkId)

/** Selects payments captured for these links or for the sheets of their orders. */
export function capturedOf(play: Pick<Play, 'db' | 'links' | 'sheets'>) {
  const orders = play.links.map(({ orderId }) => orderId)
  const sheets = play.sheets
    .filter(({ orderId }) => orders.includes(orderId))
    .map(({ gatewayOrderId }) => gatewayOrderId)
  return play
    .db('sandbox.payments')
    .where((either) => either.whereIn('link_id', linkIds(play)).orWhereIn('order_id', sheets))
    .where({ captured: true })
    .orderBy('position')
}
