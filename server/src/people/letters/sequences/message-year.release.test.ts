// Runs before a release: lives through a year of messages by email and WhatsApp.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SequenceBody } from 'contract/sequences'
import express from 'express'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { createWhatsappSandbox, WHATSAPP_SANDBOX } from '../../../../../tools/sandbox-gateway/whatsapp.ts'
import { buildCourse, buildLesson, buildPaidOrder } from '../../../../test/catalogue-factories.ts'
import { DAYS, dayOf, END, HOUR, LESSONS, lifeOf, randomOf, START, STUDENTS } from '../../../../test/message-lives.ts'
import { DAY, type Fact, fault, type Sent, type Shop, tooMany } from '../../../../test/message-model.ts'
import { OF_ROUNDS, ROUNDS } from '../../../../test/message-senders.ts'
import { isFullRun } from '../../../../test/scope.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { insertPlan, markPartPaid, startPlan } from '../../../sales/parts/parts.queries.ts'
import { createJobs } from '../../../serve/jobs/index.ts'

/** Hours after half past midnight in India at which a shop looks: in the night, by day, late in the evening. */
const HOURS = isFullRun ? [2.5, 9.5, 21.5] : [2.5, 9.5]
/** Ten to eleven. */
const LIVE_HOUR = 10 + 20 / 60
const GRACE = 5

let server: TestServer
let admin: number
const courses: { id: string; lessons: string[] }[] = []
const others = { lent: '', ending: '', live: '', coming: '', parted: '' }
const live: { lesson: string; course: string; starts: number; cancelled: number | null }[] = []
const ids = new Map<number, number>()
const meta = createWhatsappSandbox({
  webhookUrl: () => `${server.url}/api/webhooks/whatsapp`,
  now: () => server.ctx.now(),
})
const listener = createServer(express().use(meta.router))
/** Meta moves the receipt to marketing in the middle of the time. */
const MOVED_AT = START + 0.5 * DAYS * DAY
const shop: Shop = {
  live,
  lessons: LESSONS,
  onSaleAt: START + Math.floor(0.7 * DAYS) * DAY + 9 * HOUR,
  marketing: [
    { template: 'cart', from: 0 },
    { template: 'receipt', from: MOVED_AT },
  ],
  get renewed() {
    return others.lent
  },
}

const byWhatsapp = (name: string, parameters: string[], after_minutes = 0) => {
  const template = { name, language: 'en' as const, parameters }
  return { after_minutes, subject: name, blocks: [{ text: name }], channel: 'whatsapp' as const, template }
}
const byEmail = (name: string) => ({ after_minutes: 0, subject: name, blocks: [{ text: 'Hello {name}' }] })

beforeAll(async () => {
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  const { port } = listener.address() as AddressInfo
  server = await startTestServer({ work: false, env: { WHATSAPP_BASE_URL: `http://127.0.0.1:${port}` } })
  server.clock.set(new Date(START))
  const { db } = server
  const owner = server.api(await server.adminToken())
  for (let n = 0; n < 5; n += 1) {
    const { course_id } = await buildCourse(db)
    const lessons: string[] = []
    for (let at = 0; at < LESSONS; at += 1) lessons.push((await buildLesson(db, { course_id })).lesson_id)
    courses.push({ id: course_id, lessons })
  }
  for (const name of Object.keys(others)) others[name as keyof typeof others] = (await buildCourse(db)).course_id
  const set = (course_id: string, fields: object) => db('courses').where({ course_id }).update(fields)
  await set(others.lent, { access_period: 'P60D' })
  await owner.courses.update({ params: { id: others.lent }, body: { renew_price: 99 } })
  await set(others.coming, { state: 'draft' })
  await db('letter_settings').update({ per_hour: 100_000, per_hour_receiver: 100_000 })
  ;[admin = 0] = await db('admins').limit(1).pluck('id')

  const template = { language: 'en', category: 'UTILITY', url: 'https://shop.example/l/{{1}}' }
  meta.addTemplate({ ...template, name: 'receipt', body: 'Hi {{1}}, we got {{2}}.' })
  meta.addTemplate({ ...template, name: 'live', body: 'Hi {{1}}, {{2}} is live.' })
  meta.addTemplate({ ...template, name: 'due', body: 'Hi {{1}}, {{2}} is due.' })
  meta.addTemplate({ ...template, name: 'nudge', body: 'Hi {{1}}, {{2}} waits.' })
  meta.addTemplate({ ...template, name: 'cart', category: 'MARKETING', body: 'Hi {{1}}, welcome.' })
  const { phoneNumberId, wabaId, token, appSecret, verifyToken } = WHATSAPP_SANDBOX
  const ofMeta = { phone_number_id: phoneNumberId, waba_id: wabaId, token, app_secret: appSecret }
  const rates = { marketing: 0.86, utility: 0.12, authentication: 0.12, as_of: '2027-03-01' }
  await owner.whatsapp.save({ ...ofMeta, verify_token: verifyToken, api_version: 'v24.0', rates })
  await owner.whatsapp.templates({ refresh: '1' })

  const add = (trigger: z.input<typeof SequenceBody>['trigger'], steps: z.input<typeof SequenceBody>['steps']) =>
    owner.sequences.create({ body: { name: trigger, trigger, steps, active: true } })
  for (const trigger of ['not_begun', 'quiet'] as const) {
    const second = byWhatsapp('nudge', ['{name}', '{course}'], 10_080)
    await add(trigger, [byEmail(trigger), second])
  }
  await add('registered', [byWhatsapp('cart', ['{name}'], 60)])
  await add('receipt', [byWhatsapp('receipt', ['{name}', '{amount}'])])
  await add('live', [byWhatsapp('live', ['{name}', '{lesson}'])])
  await add('due', [byWhatsapp('due', ['{name}', '{amount}'])])
})
afterAll(async () => {
  await server.stop()
  listener.close()
})

const phoneOf = (student: number) => `9${String(800_000_000 + student)}`
const emailOf = (student: number) => `student${student}@example.com`

async function happen(fact: Fact): Promise<void> {
  const { db } = server
  const { student } = fact
  const user_id = ids.get(student) ?? 0
  const at = new Date(fact.at)
  const of = { user_id, ...('course' in fact && { course_id: fact.course }) }
  const users = () => db('users').where({ id: user_id })
  const present = () => db('enrolments').where({ ...of, revoked_at: null, continued: false })
  switch (fact.is) {
    case 'registered': {
      const email = emailOf(student)
      const known = { created_at: at, email_proven_at: at, referral_code: email, name: 'Asha', email }
      const phone = { phone: phoneOf(student), phone_key: phoneOf(student) }
      const [{ id }] = await db('users')
        .insert({ user_id: `usr_${student}`, ...known, ...phone })
        .returning('id')
      ids.set(student, Number(id))
      return
    }
    case 'deleted':
      lettersOfDeleted.push(...(await readLetters(student)))
      // With all that the shop erases, such as the lists of courses that are coming.
      return void (await server.api(await server.adminToken()).users.delete({ params: { id: `usr_${student}` } }))
    case 'reminders':
      return void (await users().update({ reminders: fact.on }))
    case 'agreed':
      return void (await db('consents').insert({ user_id, purpose: 'news_message', agreed: fact.to, changed_at: at }))
    case 'stopped':
      return void expect(await meta.say(`91${phoneOf(student)}`, 'STOP')).toBe(200)
    case 'revoked':
      return void (await present().update({ revoked_at: at }))
    case 'enrolled':
    case 'renewed': {
      const until = fact.until ? { ends_at: new Date(fact.until), given_until: new Date(fact.until) } : {}
      if (fact.is === 'renewed' && (await present().update({ continued: true })) === 0) return
      return void (await db('enrolments').insert({ ...of, given_by: admin, granted_at: at, ...until }))
    }
    case 'lesson': {
      const lesson_id = courses.find(({ id }) => id === fact.course)?.lessons[fact.lesson]
      const row = { ...of, lesson_id, seconds: 10, updated_at: at, completed_at: fact.done ? at : null }
      return void (await db('lesson_progress').insert(row).onConflict(['user_id', 'course_id', 'lesson_id']).merge())
    }
    case 'paid': {
      const made = await buildPaidOrder(db, { user_id, course_id: courses[0]?.id ?? '' })
      orders.set(made.order_id, fact.order)
      return void (await db('orders').where({ order_id: made.order_id }).update({ paid_at: at, created_at: at }))
    }
    case 'refunded': {
      const [order_id] = [...orders].find(([, order]) => order === fact.order) ?? []
      return void (await db('orders').where({ order_id }).update({ status: 'refunded' }))
    }
    case 'plan': {
      const { order_id } = await buildPaidOrder(db, { user_id, course_id: others.parted })
      await db('orders')
        .where({ order_id })
        .update({ paid_at: new Date(0), created_at: at })
      const terms = { every_days: 1, grace_days: GRACE, access_period: null, course_name: 'A course' }
      const plan = { plan_id: fact.plan, user_id, course_id: others.parted, ...terms }
      await insertPlan(db, plan, { amounts: fact.due.map(() => 10_000), orderId: order_id, now: at })
      await startPlan(db, fact.plan, fact.due, at)
      return markPartPaid(db, { planId: fact.plan, part: 1, orderId: order_id, now: at })
    }
    case 'part': {
      const [open] = await db('plan_parts').where({ plan_id: fact.plan, paid_at: null }).orderBy('part')
      const { order_id } = await buildPaidOrder(db, { user_id, course_id: others.parted })
      await db('orders')
        .where({ order_id })
        .update({ paid_at: new Date(0) })
      return markPartPaid(db, { planId: fact.plan, part: open?.part ?? 0, orderId: order_id, now: at })
    }
    case 'ended':
      return void (await db('plans').where({ plan_id: fact.plan }).update({ ended_at: at, end_kind: 'owner' }))
    case 'interested': {
      const row = { course_id: others.coming, email: emailOf(student), language: 'en', notice: 1, created_at: at }
      const until = { confirmed_at: at, expires_at: new Date(fact.at + 179 * DAY), token_hash: emailOf(student) }
      return void (await db('course_interest').insert({ ...row, ...until }))
    }
  }
}
const orders = new Map<string, string>()

/** Plans a live lesson, or cancels it, as the owner does by day. */
async function changeLive(tick: number, day: number): Promise<void> {
  const { db } = server
  for (const one of live.filter(({ cancelled, starts }) => cancelled === null && starts > tick)) {
    if (one.starts - tick > DAY || live.indexOf(one) % 4 > 0) continue
    one.cancelled = tick
    const cancelled = { cancelled_at: new Date(tick), version: db.raw('version + 1') }
    await db('live_lessons').where({ lesson_id: one.lesson }).update(cancelled)
  }
  if (day % 14 > 0) return
  const { lesson_id } = await buildLesson(db, { course_id: others.live, kind: 'live', watch_link: '' })
  const starts = START + (day + 5) * DAY + LIVE_HOUR * HOUR
  const about = { lesson_id, course_id: others.live, title: 'Questions', minutes: 60, updated_at: new Date(tick) }
  await db('live_lessons').insert({ ...about, starts_at: new Date(starts), join_link: 'https://meet.example.com/a' })
  live.push({ lesson: lesson_id, course: others.live, starts, cancelled: null })
}

type Mailed = { name: string; data: Record<string, string>; to: string; at: number }

/** Returns a function that runs what a shop runs at a moment, with the emails that follow, and returns those that were handed over. */
function runsOf() {
  const mailed: string[] = []
  const { mailer } = server.ctx
  const send: typeof mailer.send = async (mail) => {
    const id = await mailer.send(mail)
    mailed.push(mail.to)
    return id
  }
  const jobs = new Map(createJobs({ ...server.ctx, mailer: { ...mailer, send } }).map((job) => [job.name, job]))
  const waiting = () => server.db('pgboss.job').whereIn('name', OF_ROUNDS).delete().returning(['id', 'name', 'data'])
  return async (tick: number): Promise<Mailed[]> => {
    const done: Mailed[] = []
    for (const name of ROUNDS) await jobs.get(name)?.run({}, `${name} ${tick}`)
    for (let found = await waiting(); found.length > 0; found = await waiting()) {
      for (const { id, name, data } of found) {
        mailed.length = 0
        await jobs.get(name)?.run(data, id)
        done.push(...mailed.map((to) => ({ name, data, to, at: tick })))
      }
    }
    await jobs.get('letters')?.run({}, `letters ${tick}`)
    return done
  }
}

/** Letters and messages of students who are deleted since. */
const lettersOfDeleted: Sent[] = []

/** Reads letters and messages of sequences as they went out, or those of one student. */
async function readLetters(of?: number): Promise<Sent[]> {
  const { rows } = await server.db.raw(
    `select r.user_id, r.occasion, r.channel, s.trigger, r.handing_at, letters.template->>'name' as template
     from letter_recipients r join letters using (letter_id) join sequences s using (sequence_id)
     where r.state = 'handed_over' and r.user_id = coalesce(cast(:id as bigint), r.user_id) order by r.handing_at`,
    { id: of === undefined ? null : (ids.get(of) ?? 0) },
  )
  const students = new Map([...ids].map(([student, id]) => [id, student]))
  return rows.map((row: Record<string, string>) => {
    const [first = '', second = '', ...others] = String(row.occasion).split(' ')
    const about =
      row.trigger === 'live' ? [first, ...others] : row.trigger === 'due' ? [first, second, ...others] : [first]
    const order = orders.get(first)
    const student = students.get(Number(row.user_id)) ?? -1
    const { trigger: kind, channel, template } = row
    return {
      student,
      kind,
      channel,
      template,
      at: Date.parse(row.handing_at ?? ''),
      about: order ? [order] : about,
    } as Sent
  })
}

/** Names the reason of an email by what its job was about. */
async function toSent(mails: readonly Mailed[]): Promise<Sent[]> {
  const grants: { id: string; course_id: string; ends_at: string }[] = await server.db('enrolments').select()
  const grantOf = new Map(grants.map((grant) => [String(grant.id), grant]))
  return mails.map(({ name, data, to, at }) => {
    const grant = grantOf.get(data.enrolment_id ?? '')
    const about = grant
      ? [grant.course_id, data.letter ?? 'week', String(Date.parse(grant.ends_at))]
      : [data.plan_id ?? data.lesson_id ?? '', data.part ?? [], data.due_on ?? [], data.kind ?? ''].flat()
    const student = Number(/\d+/.exec(to)?.[0])
    return { student, kind: name, channel: 'email', at, about: about.map(String) }
  })
}

test(`over a year, ${STUDENTS} random students get no message too many, none at night and none after its reason`, {
  timeout: 7_200_000,
}, async () => {
  const begun = Date.now()
  const random = randomOf(56)
  const lives = Array.from({ length: STUDENTS }, (_, student) => lifeOf(student, random, { courses, others })).flat()
  const facts = lives.filter(({ at }) => at < END).sort((a, b) => a.at - b.at)
  const look = runsOf()
  const mails: Mailed[] = []
  let [next, moved] = [0, false]
  for (let day = 0; day < DAYS; day += 1) {
    // The shop is away for three days, and for three weeks.
    const [short, long] = [day - Math.floor(0.3 * DAYS), day - Math.floor(0.5 * DAYS)]
    if ((short > 0 && short < 4) || (long > 0 && long < 22)) continue
    const isBeforeLive = live.some(({ starts }) => dayOf(starts - DAY) === dayOf(START + day * DAY))
    for (const hour of isBeforeLive ? [...HOURS, 10.5].sort((a, b) => a - b) : HOURS) {
      const tick = START + day * DAY + hour * HOUR
      server.clock.set(new Date(tick))
      for (; facts[next] && (facts[next]?.at ?? 0) <= tick; next += 1) await happen(facts[next] as Fact)
      if (hour === 9.5) await changeLive(tick, day)
      if (tick >= shop.onSaleAt)
        await server.db('courses').where({ course_id: others.coming }).update({ state: 'published' })
      if (!moved && tick >= MOVED_AT) {
        moved = true
        meta.setCategory('receipt', 'MARKETING')
        const of = { message_template_name: 'receipt', message_template_language: 'en' }
        const value = { ...of, previous_category: 'UTILITY', new_category: 'MARKETING' }
        const changes = [{ field: 'template_category_update', value }]
        expect(await meta.post(JSON.stringify({ entry: [{ changes }] }))).toBe(200)
      }
      mails.push(...(await look(tick)))
    }
  }

  const sent = [...lettersOfDeleted, ...(await readLetters()), ...(await toSent(mails))]
  const of = Map.groupBy(facts, ({ student }) => student)
  const faults = sent.flatMap((one) => {
    const wrong = fault(one, of.get(one.student) ?? [], shop)
    return wrong ? [`${wrong}: ${JSON.stringify({ ...one, at: new Date(one.at) })}`] : []
  })
  expect(faults.slice(0, 20)).toEqual([])
  expect(tooMany(sent).slice(0, 20)).toEqual([])
  // Nobody got anything beside these.
  expect(meta.taken).toHaveLength(sent.filter(({ channel }) => channel === 'whatsapp').length)
  const counts = Object.groupBy(sent, ({ kind, channel }) => `${channel} ${kind}`)
  const counted = Object.entries(counts).map(([name, list]) => [name, list?.length])
  console.info(STUDENTS, 'students', Object.fromEntries(counted), `${Math.round((Date.now() - begun) / 1000)} s`)
  // Each kind of message reaches a student: the rules do not exclude everybody.
  const byMail = [
    'live-mail',
    'part-due-mail',
    'renewal-mail',
    'access-ending-mail',
    'on-sale-mail',
    'not_begun',
    'quiet',
  ]
  const byMessage = ['receipt', 'live', 'due', 'registered', 'not_begun', 'quiet']
  const wanted = [...byMail.map((kind) => `email ${kind}`), ...byMessage.map((kind) => `whatsapp ${kind}`)]
  expect(counted.map(([name]) => name).sort()).toEqual(wanted.sort())
  const reached = (kind: string) => new Set(sent.filter((one) => one.kind === kind).map((one) => one.student)).size
  expect(Math.min(reached('not_begun'), reached('quiet'))).toBeGreaterThan(STUDENTS / 5)
})
