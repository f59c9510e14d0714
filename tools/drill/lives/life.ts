import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { readConfig } from '../../../server/src/config.ts'
import { signToken } from '../../../server/src/shop/auth/tokens.ts'
import { buildCourse, buildPromocode } from '../../../server/test/catalogue-factories.ts'
import type { Random } from '../money/random.ts'
import type { Instances } from './instances.ts'
import type { Terms } from './model/mandate.ts'
import { Model } from './model/model.ts'
import type { Order, Plan, Run } from './model/orders.ts'
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
/** One of several prices of a course. */
export type Option = { id: string; price: number; period: string | null; isEnded: boolean }

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
  courses: Record<'plain' | 'second' | 'parts' | 'month' | 'bundle' | 'lengths' | 'dated', Course>
  /** The prices of the course `lengths`, the first one its own. */
  options: Option[]
  /** The last person of the life brings buyers, by a link and a promo code of the same name. */
  partner: { id: string; code: string }
  /** Opens the courses `plain` and `second`. */
  membership: { terms: Terms; isEnded: boolean }
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
  isMemberBehind: boolean
  late: { event_id: string; body: string; signature: string }[]
  /** The steps in words, and the broken rules. */
  played: string[]
  wrong: string[]
}

export const REWARD = 100
export const CAP_PAISE = 150_00
const NAMES = ['Asha', 'Bina', 'Charu']
const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS

/** The tax of a purchase today. */
export function taxOf({ shop, rates }: Pick<Life, 'shop' | 'rates'>): Tax | null {
  const held = shop.times.taxes.findLast(({ from }) => from <= shop.day())?.tax
  return held ? { ...held, own: { ...rates } } : null
}

export const courseOf = ({ courses }: Pick<Life, 'courses'>, id: string): Course | undefined =>
  Object.values(courses).find((one) => one.id === id)

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
  const options: Option[] = [
    { id: 'short', price: rupees(200, 700), period: `P${20 + random.below(40)}D`, isEnded: false },
    { id: 'long', price: rupees(500, 1_400), period: `P${70 + random.below(120)}D`, isEnded: false },
    { id: 'life', price: rupees(900, 2_500), period: null, isEnded: false },
  ]
  const [{ price: least, period: shortest }] = options as [Option]
  const lengths = await add('lengths', { ...one, price: least, period: shortest })
  await saveOptions(shop, lengths, options)
  const dated = await add('dated', { ...one, price: rupees(300, 1_200) })
  await shop
    .db('courses')
    .where({ course_id: dated.id })
    .update({ extras: JSON.stringify({ workshops: true }) })
  const model = new Model([null, 0, 1], REWARD, people.length - 1)
  for (const days of [10, 35, 70].map((least) => least + random.below(20)))
    model.runs.push(await addRun(shop, dated.id, { days, seats: 1 + random.below(3), replayDays: random.below(40) }))
  const partner = await addPartner(shop, people.at(-1), {
    code: `WAY-${number}`,
    percent: 1 + random.below(70),
    window_days: random.pick([7, 30, 90]),
  })
  model.partner.terms.push({
    since: shop.now(),
    percent: partner.percent,
    windowDays: partner.window_days,
    isActive: true,
  })
  await buildPromocode(shop.db, { promocode: partner.code, discount: 10 })
  const terms = await addMembership(shop, {
    months: random.pick([1, 1, 3]),
    paise: rupees(100, 500),
    grace: random.below(8),
    cycles: random.pick([0, 0, 3]) || undefined,
    courses: [plain.id, second.id],
  })
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
    model,
    people,
    courses: { plain, second, parts, month, bundle, lengths, dated },
    options,
    partner: { id: partner.partner_id, code: partner.code },
    membership: { terms, isEnded: false },
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
    isMemberBehind: false,
    late: [],
    played: [],
    wrong: [],
  }
}

/** Stores the options of a course that are still sold. */
export async function saveOptions({ db }: Pick<Shop, 'db'>, { id }: Course, options: readonly Option[]): Promise<void> {
  const sold = options.flatMap(({ id: option_id, price, period, isEnded }) =>
    isEnded
      ? []
      : { option_id, name: option_id, price: price / 100, access_days: period && Number(period.slice(1, -1)) },
  )
  const price_paise = options[0]?.price
  await db('courses')
    .where({ course_id: id })
    .update({ extras: JSON.stringify({ options: sold }), price_paise })
}

/** Adds a date that begins so many days from now and takes two hours. */
export async function addRun(
  { instances, ownerToken: token, now }: Shop,
  course: string,
  { days, seats, replayDays }: { days: number; seats: number; replayDays: number },
): Promise<Run> {
  const startsAt = now() + days * DAY_MS
  const run = { course, startsAt, endsAt: startsAt + 7_200_000, seats, replayDays, isCancelled: false }
  const { status, body, text } = await instances.call(0, '/api/admin/runs', {
    token,
    body: { ...runBody(run), course_id: course },
  })
  if (status !== 201) throw new Error(`a date is added: ${status} ${text}`)
  return { ...run, id: String(body.run_id) }
}

export const runBody = ({ startsAt, endsAt, seats, replayDays }: Omit<Run, 'id'>) => ({
  starts_at: new Date(startsAt).toISOString(),
  ends_at: new Date(endsAt).toISOString(),
  seats,
  replay_days: replayDays,
})

async function addMembership({ instances, ownerToken: token }: Shop, terms: Omit<Terms, 'id'>): Promise<Terms> {
  const { status, body, text } = await instances.call(0, '/api/admin/memberships', {
    token,
    body: membershipBody(terms, 'on_sale'),
  })
  if (status !== 201) throw new Error(`a membership is added: ${status} ${text}`)
  return { ...terms, id: (body.membership as { membership_id: string }).membership_id }
}

export const membershipBody = (
  { months, paise, grace, cycles, courses }: Omit<Terms, 'id'>,
  state: 'on_sale' | 'ended',
) => ({
  name: `Membership of ${courses[0]}`,
  course_ids: courses,
  price: paise / 100,
  period: months === 1 ? 'month' : 'quarter',
  cycles: cycles ?? null,
  grace_days: grace,
  state,
})

async function addPartner(
  { instances, ownerToken: token }: Shop,
  person: Person | undefined,
  terms: { code: string; percent: number; window_days: number },
) {
  const { name, email } = person ?? {}
  const { status, body, text } = await instances.call(0, '/api/admin/partners', {
    token,
    body: { ...terms, name, email, state: 'active' },
  })
  if (status !== 201) throw new Error(`a partner is added: ${status} ${text}`)
  const { partner_id } = body.partner as { partner_id: string }
  return { ...terms, partner_id }
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
