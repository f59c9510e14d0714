import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { AdChannel } from 'contract/ads'
import { ConsentPurpose } from 'contract/consents'
import { LetterChannel } from 'contract/letters'
import { isMessage, SequenceTrigger } from 'contract/sequences'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse, buildLesson, buildPaidOrder } from '../../../test/catalogue-factories.ts'
import { mailsTo } from '../../../test/mails.ts'
import { type BuiltUser, buildUser } from '../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../test/server.ts'
import { insertPurchases } from '../../sales/ads/ad-events.queries.ts'
import { sendAdEventsJob } from '../../sales/ads/ads.jobs.ts'
import { bringConsents, withdraw } from '../../shop/consents/consents.queries.ts'
import { countAudience } from '../letters/audience.queries.ts'
import { lettersJob } from '../letters/letters.jobs.ts'

/** Walks everything that advertises, as the contract lists it: an adult is met, a child who did the same is not. */

let server: TestServer
let owner: ReturnType<TestServer['api']>
let posts = 0
const receiver = createServer((req, res) => {
  posts += 1
  req.resume().on('end', () => res.writeHead(200, { 'content-type': 'application/json' }).end('{"events_received":1}'))
})
const MORNING = new Date('2027-03-04T04:30:00Z')
const DAY_MS = 86_400_000

beforeAll(async () => {
  await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  server = await startTestServer({ work: false, env: { ADS_BASE_URL: url } })
})
afterAll(async () => {
  await server.stop()
  receiver.close()
})
beforeEach(async () => {
  server.clock.set(MORNING)
  owner = server.api(await server.adminToken())
  await server.db('letters').delete()
  await server.db('sequences').delete()
  await server.db('letter_settings').update({ per_hour: 100_000, per_hour_receiver: 100_000 })
  await server.db('letter_pace').update({ next_at: new Date(0) })
})

/** Makes a student who agreed to everything and then, if a child, was stored as one by an earlier version. */
async function person(isChild: boolean): Promise<BuiltUser> {
  const user = await buildUser(server.db, { name: 'Asha Rao', created_at: server.ctx.now() })
  const { consents } = server.api(await server.userToken(user))
  for (const purpose of ConsentPurpose.options) await consents.change({ params: { purpose }, body: { agreed: true } })
  if (isChild) await becomeChild(user)
  return user
}

async function becomeChild({ id }: BuiltUser) {
  const now = server.ctx.now()
  const until = new Date('2029-06-30T18:30:00Z')
  await server.db('ages').insert({ user_id: id, answered_at: now, turns_18: '2029-06', until, confirmed_at: now })
  await withdraw(server.db, id, { now, how: 'under 18' })
}

/** Does everything by which a sequence begins: one course bought and finished, one begun, one not, an order left unpaid. */
async function live(user: BuiltUser) {
  const now = server.ctx.now()
  const [given_by] = await server.db('admins').limit(1).pluck('id')
  const learn = async (lessons: number, done: number | undefined) => {
    const { course_id } = await buildCourse(server.db)
    const built = []
    for (let at = 0; at < lessons; at += 1) built.push((await buildLesson(server.db, { course_id })).lesson_id)
    await server.db('enrolments').insert({ user_id: user.id, course_id, given_by, granted_at: now })
    if (done === undefined) return course_id
    const row = { user_id: user.id, course_id, seconds: 10, updated_at: now }
    for (const [at, lesson_id] of built.slice(0, Math.max(1, done)).entries())
      await server.db('lesson_progress').insert({ ...row, lesson_id, completed_at: at < done ? now : null })
    return course_id
  }
  const course_id = await learn(1, 1)
  await learn(2, 1)
  await learn(2, undefined)
  const { order_id } = await buildPaidOrder(server.db, { user_id: user.id, course_id })
  await server.db('orders').where({ order_id }).update({ paid_at: now })
  const unpaid = { order_id: `ord_left_${user.id}`, user_id: user.id, fingerprint: `left ${user.id}` }
  const sums = { subtotal_paise: 49_900, discount_paise: 0, total_paise: 49_900 }
  await server
    .db('orders')
    .insert({ ...unpaid, ...sums, created_at: now, expires_at: new Date(now.getTime() + DAY_MS) })
  const { course_id: other } = await buildCourse(server.db)
  const line = {
    course_id: other,
    course_name: 'Reels',
    course_banner: '/media/b.webp',
    price_paise: 49_900,
    quantity: 1,
  }
  await server
    .db('order_lines')
    .insert({ order_id: unpaid.order_id, ...line, position: 0, discount_paise: 0, total_paise: 49_900 })
  return order_id
}

const advertising = SequenceTrigger.options.filter((trigger) => !isMessage(trigger))

test.each(advertising)('a sequence that begins by %s reaches an adult and no child', async (trigger) => {
  const step = { after_minutes: 60, subject: 'Hello', blocks: [{ text: 'Hello {name}' }] }
  await owner.sequences.create({ body: { name: trigger, trigger, active: true, steps: [step] } })
  const [adult, child] = [await person(false), await person(true)]
  server.clock.advance(60_000)
  for (const user of [adult, child]) await live(user)
  if (trigger === 'registered')
    await server.db('users').whereIn('id', [adult.id, child.id]).update({ created_at: server.ctx.now() })
  for (let day = 0; day < 9; day += 1) {
    server.clock.advance(day === 0 ? 2 * 3_600_000 : DAY_MS)
    await lettersJob(server.ctx).run({}, 'a-job')
  }
  const got = async ({ email }: BuiltUser) =>
    (await mailsTo(server.dataDir, email)).filter((mail) => mail.includes('Subject: Hello')).length
  expect(await got(adult)).toBeGreaterThan(0)
  expect(await got(child)).toBe(0)
})

test('a nudge that waits ends once its student counts as a child', async () => {
  const step = { after_minutes: 0, subject: 'Hello', blocks: [{ text: 'Hello {name}' }] }
  await owner.sequences.create({ body: { name: 'n', trigger: 'not_begun', active: true, steps: [step] } })
  // Ten in the evening in India: it waits for the morning.
  server.clock.set(new Date('2027-03-04T16:30:00Z'))
  const user = await person(false)
  await live(user)
  server.clock.advance(3 * DAY_MS)
  await lettersJob(server.ctx).run({}, 'a-job')
  const waiting = () => server.db('letter_recipients').where({ user_id: user.id }).pluck('state')
  expect(await waiting()).toEqual(['waiting'])
  await becomeChild(user)
  server.clock.advance(12 * 3_600_000)
  await lettersJob(server.ctx).run({}, 'a-job')
  expect(await waiting()).toEqual(['skipped'])
})

test.each(LetterChannel.options)('a letter by %s counts an adult and no child', async (channel) => {
  const count = () => countAudience(server.db, { segment: { all: [] }, channel, shown: [] }, server.ctx.now())
  const before = await count()
  await person(true)
  expect((await count()).recipients).toBe(before.recipients)
  await person(false)
  expect((await count()).recipients).toBe(before.recipients + 1)
})

test.each(AdChannel.options)('%s hears of an adult’s purchase, and nothing of a child’s', async (channel) => {
  const secret = channel === 'meta' ? 'EAAB-a-token-of-meta-1234567890' : 'a-secret-of-ga4-12345'
  const account = channel === 'meta' ? '1234567890' : 'G-ABC123'
  await owner.ads.save({ params: { channel }, body: { account, secret, active: true } })
  const report = async (user: BuiltUser) => {
    const order_id = await live(user)
    await server
      .db('orders')
      .where({ order_id })
      .update({ payment_id: `pay_${order_id}` })
    const ids = await insertPurchases(server.db, order_id, server.ctx.now().toISOString())
    const before = posts
    for (const id of ids) await sendAdEventsJob(server.ctx).run({ id }, 'a job')
    return posts - before
  }
  expect(await report(await person(false))).toBeGreaterThan(0)
  expect(await report(await person(true))).toBe(0)
})

test('a move brings no consent to a child', async () => {
  const [adult, child] = [await person(false), await person(true)]
  await server.db('consents').whereIn('user_id', [adult.id, child.id]).delete()
  const row = { purpose: 'news_email', agreed: true, source: 'a file', agreed_on: null, text: null } as const
  const rows = [adult, child].map(({ id }) => ({ ...row, user_id: id }))
  const brought = await bringConsents(server.db, rows, { moveId: '', now: server.ctx.now(), look: true })
  expect([...brought].map(Number)).toEqual([adult.id])
})

test('consents are written in one file, which leaves children out', async () => {
  const src = join(import.meta.dirname, '../..')
  const writers: string[] = []
  for await (const file of glob('**/*.ts', { cwd: src })) {
    if (file.endsWith('.test.ts')) continue
    if (/insert into consents|\('consents'\)\s*\.(insert|update)/.test(readFileSync(join(src, file), 'utf8')))
      writers.push(file)
  }
  expect(writers).toEqual(['shop/consents/consents.queries.ts'])
})
