import { randomBytes } from 'node:crypto'
import { indianDay } from 'contract/indian-time'
import type { Knex } from 'knex'
import { readConfig } from '../../../server/src/config.ts'
import { signToken } from '../../../server/src/shop/auth/tokens.ts'
import { buildCourse } from '../../../server/test/catalogue-factories.ts'
import { taxSettings } from '../../../server/test/tax-settings.ts'
import { ensureSchema } from '../../sandbox-gateway/schema.ts'
import { openOwner } from '../lives/batch.ts'
import { type Instances, startInstances } from '../lives/instances.ts'
import type { Mandate, Person, Terms } from '../lives/model/mandate.ts'
import { type Delivery, readEvents } from '../lives/read.ts'
import type { Random } from '../money/random.ts'
import { gatewayKeysOf, type Place, plain } from '../shop.ts'

export const DAY = 86_400_000
export const HOUR = 3_600_000
/** Queues that follow what the shop has heard. */
const HEARS = ['settle-member', 'settle-invoice', 'reconcile-order', 'close-links', 'name-payment', 'issue-documents']

/** Days on which the tax has another rate, from the first of them. */
export const RATES = [
  { from: 0, rate: 18 },
  { from: 180, rate: 12 },
]

export type World = {
  db: Knex
  instances: Instances
  random: Random
  start: number
  now(): number
  setClock(now: number): Promise<void>
  /** Acts at the gateway, as a student, a bank or its clock does. */
  gateway<T = Record<string, unknown>>(path: string, body?: object): Promise<T>
  request(
    path: string,
    request: { token?: string; body?: object; method?: string; headers?: Record<string, string> },
  ): Promise<{ status: number; body: Record<string, unknown> }>
  ownerToken: string
  people: Person[]
  terms: Terms[]
  /** Sends what the gateway has to tell since the last call: some of it late, twice, turned round or never. */
  sendEvents(lossy: boolean): Promise<Set<string>>
  sendLate(): Promise<void>
  /** Has the shop work on its events; with a sweep, on what is due without one; `evening` has all that runs once a day. */
  work(sweep?: 'due' | 'evening'): Promise<void>
  wrong: string[]
}

/** All mandates, those of a person in the order of joining. */
export const mandatesOf = ({ people }: Pick<World, 'people'>): Mandate[] => people.flatMap(({ mandates }) => mandates)

const settings = (databaseUrl: string, dataDir: string) => ({
  ...plain,
  NODE_ENV: 'test',
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  FFMPEG: 'off',
  SECOND_FACTOR_DAYS: '36500',
})

/** Opens a shop of two instances, its memberships and people. The gateway delivers nothing by itself. */
export async function openWorld(
  place: Place,
  url: string,
  { count, random, start }: { count: number; random: Random; start: number },
): Promise<World> {
  const instances = await startInstances(settings(url, place.folder), start)
  place.atEnd(() => instances.close())
  const db = place.open(url)
  await ensureSchema(db)
  const lose = JSON.stringify({ fault: 'lose', count: 10_000 })
  await db('sandbox.faults').insert({ side: 'webhooks', match: null, remaining: 1_000_000_000, fault: lose })
  for (const { from, rate } of RATES) {
    const valid_from = indianDay(new Date(start + from * DAY))
    const { rate: _, ...row } = taxSettings({ valid_from })
    await db('tax_settings').insert({ ...row, rate_basis_points: rate * 100 })
  }
  const ownerToken = await openOwner(db, place.folder, start)
  await db('sessions')
    .where({ audience: 'admin' })
    .update({ expires_at: new Date(start + 900 * DAY) })
  const keys = await gatewayKeysOf(place.folder)
  let now = start
  let lastEvent = 0
  let turn = 0
  let late: Delivery[] = []
  const wrong: string[] = []

  const request: World['request'] = (path, options) => {
    turn += 1
    return instances.call(turn, path, options)
  }
  const post = ({ event_id, body, signature }: Delivery, which: number) =>
    instances.call(which, '/api/webhooks/razorpay', {
      body,
      headers: { 'x-razorpay-event-id': event_id, 'x-razorpay-signature': signature },
    })

  const world: World = {
    db,
    instances,
    random,
    start,
    now: () => now,
    setClock: (next) => {
      now = next
      return instances.setClock(next)
    },
    async gateway<T>(path: string, body: object = {}) {
      const headers = { authorization: `Basic ${keys}` }
      const {
        status,
        body: answer,
        text,
      } = await instances.call(0, `/sandbox/razorpay/control/${path}`, { body, headers })
      if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
      return answer as T
    },
    request,
    ownerToken,
    people: [],
    terms: [],
    async sendEvents(lossy) {
      const events = await readEvents(db, lastEvent)
      lastEvent = Number(events.at(-1)?.delivery_id ?? lastEvent)
      const unheard = new Set<string>()
      const order = mandatesOf(world).map(({ subscription }) => subscription)
      const bySubject = [...Map.groupBy(events, (event) => event.subject)]
      for (const [subject, own] of bySubject.sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))) {
        const way = lossy ? random.next() : 1
        if (way < 0.2) unheard.add(subject)
        if (way < 0.12) continue
        if (way < 0.2) late.push(...own)
        else {
          for (const [n, event] of (way < 0.3 ? own.toReversed() : own).entries()) {
            await post(event, n)
            if (way < 0.4) await Promise.all([post(event, 0), post(event, 1)])
          }
        }
      }
      return unheard
    },
    async sendLate() {
      const due = late
      late = []
      for (const event of due) await post(event, random.below(2))
    },
    async work(sweep) {
      turn += 1
      const scheduled = sweep === 'evening' ? ['members-due', 'look-back'] : sweep ? ['members-due'] : []
      if (random.chance(0.25)) {
        await Promise.all([instances.work(0, HEARS, scheduled), instances.work(1, HEARS, scheduled)])
      } else {
        await instances.work(turn, HEARS, scheduled)
      }
      await instances.work(turn + 1, HEARS, sweep === 'evening' ? ['issue-documents'] : [])
    },
    wrong,
  }
  world.terms = await addMemberships(world)
  world.people = await addPeople(db, place.folder, count, start)
  return world
}

async function addMemberships(world: World): Promise<Terms[]> {
  const [basic, second, third] = await Promise.all(
    [1_999, 999, 499].map(async (price) => (await buildCourse(world.db, { price })).course_id),
  )
  if (!basic || !second || !third) throw new Error('no courses')
  const wanted = [
    { period: 'month', price: 499, grace_days: 3, cycles: null, course_ids: [basic, second] },
    { period: 'month', price: 299.5, grace_days: 0, cycles: 6, course_ids: [second] },
    { period: 'month', price: 799, grace_days: 7, cycles: 3, course_ids: [basic, second, third] },
    { period: 'quarter', price: 1_299, grace_days: 2, cycles: null, course_ids: [basic, third] },
    { period: 'year', price: 4_999, grace_days: 5, cycles: null, course_ids: [basic, second, third] },
  ]
  const months: Record<string, number> = { month: 1, quarter: 3, year: 12 }
  const terms: Terms[] = []
  for (const { course_ids, price, grace_days: grace, cycles, period } of wanted) {
    const body = {
      name: `Membership ${terms.length + 1}`,
      course_ids,
      price,
      period,
      grace_days: grace,
      cycles,
      state: 'on_sale',
    }
    const { status, body: answer } = await world.request('/api/admin/memberships', { token: world.ownerToken, body })
    if (status !== 201) throw new Error(`no membership: ${status} ${JSON.stringify(answer)}`)
    const { membership_id: id } = answer.membership as { membership_id: string }
    terms.push({
      id,
      months: months[period] ?? 1,
      paise: Math.round(price * 100),
      grace,
      cycles: cycles ?? undefined,
      courses: course_ids,
    })
  }
  return terms
}

async function addPeople(db: Knex, dataDir: string, count: number, start: number): Promise<Person[]> {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir })
  const [issuedAt, expiresAt] = [new Date(start - 1_000), new Date(start + 900 * DAY)]
  const people: Person[] = []
  for (let n = 0; n < count; n++) {
    const phone = `7${String(n).padStart(9, '0')}`
    const [user] = await db('users')
      .insert({
        user_id: `usr_member${n}`,
        name: `Member ${n}`,
        email: `member${n}@example.com`,
        phone,
        phone_key: phone,
        referral_code: `MEMBER${n}`,
        created_at: issuedAt,
      })
      .returning(['id', 'user_id'])
    const session_id = randomBytes(24).toString('base64url')
    await db('sessions').insert({
      session_id,
      audience: 'user',
      user_id: user.id,
      created_at: issuedAt,
      expires_at: expiresAt,
    })
    const token = signToken(config, 'user', { session_id, subject: user.user_id, issuedAt, expiresAt })
    people.push({ id: Number(user.id), userId: user.user_id, token, mandates: [] })
  }
  return people
}
