import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { readConfig } from '../../../server/src/config.ts'
import { signToken } from '../../../server/src/shop/auth/tokens.ts'
import { buildCourse, buildPromocode } from '../../../server/test/catalogue-factories.ts'
import type { Random } from '../money/random.ts'
import type { Instances } from './instances.ts'
import { Model, type Order, type Plan } from './model/model.ts'
import type { Tax } from './model/price.ts'
import type { Times } from './steps.ts'

export type Person = { id: number; user_id: string; email: string; name: string; token: string }
export type Course = {
  id: string
  name: string
  price: number
  /** Such as `P1M`; null for good. */
  period: string | null
  renewPrice: number | null
  parts: { count: number; every_days: number; grace_days: number } | null
  includes: string[]
}

/** The shop of all lives of a batch. */
export type Shop = {
  db: Knex
  instances: Instances
  times: Times
  gatewayKeys: string
  ownerToken: string
  /** The steered clock, and the index of its day. */
  now(): number
  day(): number
  /** Events of the gateway up to this one are known. */
  lastEvent: number
  dataDir: string
}

/** A few people and courses, and what they have done so far. */
export type Life = {
  number: number
  shop: Shop
  random: Random
  model: Model
  people: Person[]
  courses: Record<'plain' | 'second' | 'parts' | 'month' | 'bundle', Course>
  codes: { half: string; capped: string }
  offers: { checkout: { id: string; price: number }; after: { id: string; price: number } }
  /** Rates of courses of their own, in percent. */
  rates: Record<string, number>
  /** Links of the gateway by order. */
  links: Map<Order, string>
  /** The proof in the address of an order's pay page, and its number. */
  proofs: Map<Order, { no: string; t: string }>
  failed: { order: Order; payment: string }[]
  payLinks: { id: string; path: string; person: number; courses: string[]; total: number; order?: Order }[]
  planIds: Map<Plan, string>
  /** Orders whose events were lost or are late: the shop asks about them by itself. */
  unheard: Set<Order>
  /** Something happened elsewhere that the shop has to hear before the next purchase or refund. */
  isBehind: boolean
  late: { event_id: string; body: string; signature: string }[]
  /** The steps in words, and the broken rules. */
  played: string[]
  wrong: string[]
}

export const REWARD = 100
export const CAP_PAISE = 150_00
const NAMES = ['Asha', 'Bina', 'Charu']
const YEAR_MS = 365 * 86_400_000

/** The tax of a purchase today. */
export function taxOf({ shop, rates }: Pick<Life, 'shop' | 'rates'>): Tax | null {
  const held = shop.times.taxes.findLast(({ from }) => from <= shop.day())?.tax
  return held ? { ...held, own: { ...rates } } : null
}

export const courseOf = ({ courses }: Pick<Life, 'courses'>, id: string): Course | undefined =>
  Object.values(courses).find((one) => one.id === id)

const newModel = () => new Model([null, 0, 1], REWARD)

export async function beginLife(shop: Shop, number: number, random: Random): Promise<Life> {
  const people = await makePeople(shop, number)
  const rupees = (from: number, to: number) =>
    (from + random.below(to - from)) * 100 + (random.chance(0.3) ? random.below(100) : 0)
  const add = async (
    name: string,
    course: Omit<Course, 'id' | 'name' | 'includes'>,
    includes: string[] = [],
  ): Promise<Course> => {
    const { price, period, renewPrice, parts } = course
    const { course_id: id } = await buildCourse(shop.db, {
      course_id: `${name}-${number}`,
      name: `${name} ${number}`,
      price: price / 100,
    })
    const extras = { ...(parts ? { parts } : {}), ...(renewPrice === null ? {} : { renew_price: renewPrice / 100 }) }
    const bundle = includes.length > 0 ? { kind: 'bundle', bundle_courses: JSON.stringify(includes) } : {}
    await shop
      .db('courses')
      .where({ course_id: id })
      .update({ extras: JSON.stringify(extras), access_period: period, ...bundle })
    return { id, name: `${name} ${number}`, includes, ...course }
  }
  const one = { period: null, renewPrice: null, parts: null }
  const plain = await add('plain', { ...one, price: rupees(200, 1_500) })
  const second = await add('second', { ...one, price: rupees(200, 900) })
  const count = 2 + random.below(2)
  const parts = await add('parts', {
    price: count * (300 + random.below(900)) * 100,
    period: random.chance(0.15) ? 'P12M' : null,
    renewPrice: null,
    parts: { count, every_days: random.pick([15, 30]), grace_days: 5 },
  })
  const month = await add('month', {
    price: rupees(400, 1_500),
    period: random.pick(['P1M', 'P1M', 'P1M', 'P2M', 'P30D']),
    renewPrice: random.chance(0.7) ? rupees(200, 700) : null,
    parts: null,
  })
  const sum = plain.price + parts.price
  const bundle = await add('bundle', { ...one, price: Math.floor((sum * (55 + random.below(35))) / 10_000) * 100 }, [
    plain.id,
    parts.id,
  ])
  const codes = { half: `HALF${number}`, capped: `CAPPED${number}` }
  await buildPromocode(shop.db, { promocode: codes.half, discount: 50 })
  await buildPromocode(shop.db, { promocode: codes.capped, discount: 30, max_discount_paise: CAP_PAISE })
  const offer = async (place: string, course: Course, beside: Course) => {
    const price = Math.floor((course.price * 6) / 1_000) * 100
    const row = {
      place,
      course_id: course.id,
      price_paise: price,
      headline: 'Take this too',
      with_courses: [beside.id],
      active: true,
    }
    const [made] = await shop.db('offers').insert(row).returning('offer_id')
    return { id: String(made.offer_id), price }
  }
  const offers = { checkout: await offer('checkout', second, plain), after: await offer('after', month, parts) }
  return {
    number,
    shop,
    random,
    model: newModel(),
    people,
    courses: { plain, second, parts, month, bundle },
    codes,
    offers,
    rates: {},
    links: new Map(),
    proofs: new Map(),
    failed: [],
    payLinks: [],
    planIds: new Map(),
    unheard: new Set(),
    isBehind: false,
    late: [],
    played: [],
    wrong: [],
  }
}

/** Makes three people: each one brought the next. */
async function makePeople({ db, dataDir, now }: Shop, number: number): Promise<Person[]> {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir })
  const [issuedAt, expiresAt] = [new Date(now() - 1_000), new Date(now() + YEAR_MS)]
  const people: Person[] = []
  for (const [place, name] of NAMES.entries()) {
    const phone = `8${String(number * 10 + place).padStart(9, '0')}`
    const row = {
      user_id: `usr_life${number}_${place}`,
      name,
      email: `life${number}.${name.toLowerCase()}@example.com`,
    }
    const [user] = await db('users')
      .insert({
        ...row,
        phone,
        phone_key: phone,
        referral_code: `L${number}P${place}`,
        referred_by: people.at(-1)?.id ?? null,
        created_at: issuedAt,
      })
      .returning('id')
    const session_id = randomBytes(24).toString('base64url')
    await db('sessions').insert({
      session_id,
      audience: 'user',
      user_id: user.id,
      created_at: issuedAt,
      expires_at: expiresAt,
    })
    people.push({
      id: Number(user.id),
      ...row,
      token: signToken(config, 'user', { session_id, subject: row.user_id, issuedAt, expiresAt }),
    })
  }
  return people
}
