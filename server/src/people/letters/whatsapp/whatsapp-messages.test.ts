import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SequenceBody } from 'contract/sequences'
import express from 'express'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  createWhatsappSandbox,
  WHATSAPP_SANDBOX,
  type WhatsappSandbox,
} from '../../../../../tools/sandbox-gateway/whatsapp.ts'
import { buildCourse, buildLesson, buildPaidOrder } from '../../../../test/catalogue-factories.ts'
import { type BuiltUser, buildUser } from '../../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { orderPaid } from '../../../sales/orders/moments.ts'
import { createJobs } from '../../../serve/jobs/index.ts'
import { dayEnded, messageDue } from '../../../shop/moments/moments.ts'

let server: TestServer
let meta: WhatsappSandbox
let listener: Server
let owner: ReturnType<TestServer['api']>

const { phoneNumberId, wabaId, token, appSecret, verifyToken } = WHATSAPP_SANDBOX
const settings = {
  phone_number_id: phoneNumberId,
  waba_id: wabaId,
  token,
  app_secret: appSecret,
  verify_token: verifyToken,
  api_version: 'v24.0',
  rates: { marketing: 0.8631, utility: 0.115, authentication: 0.115, as_of: '2027-03-01' },
}

beforeAll(async () => {
  meta = createWhatsappSandbox({ webhookUrl: () => `${server.url}/api/webhooks/whatsapp`, now: () => server.ctx.now() })
  listener = createServer(express().use(meta.router)).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  server = await startTestServer({ work: false, env: { WHATSAPP_BASE_URL: `http://127.0.0.1:${port}` } })
  const url = 'https://shop.example/l/{{1}}'
  const template = { language: 'en', category: 'UTILITY', url }
  meta.addTemplate({ ...template, name: 'receipt', body: 'Hi {{1}}, we got {{2}} for {{3}}. Order {{4}} is paid.' })
  meta.addTemplate({ ...template, name: 'live', body: 'Hi {{1}}, {{2}} of {{3}} is live on {{4}} IST.' })
  meta.addTemplate({ ...template, name: 'due', body: 'Hi {{1}}, {{2}} for {{3}} is due on {{4}}.' })
  meta.addTemplate({ ...template, name: 'nudge', body: 'Hi {{1}}, your course {{2}} waits.' })
  meta.addTemplate({ ...template, name: 'cart', category: 'MARKETING', body: 'Hi {{1}}, your cart waits.' })
})
afterAll(async () => {
  await server.stop()
  listener.close()
})
beforeEach(async () => {
  // Ten in the morning in India.
  server.clock.set(new Date('2027-03-04T04:30:00Z'))
  owner = server.api(await server.adminToken())
  await server.db('letters').delete()
  await server.db('sequences').delete()
  await server.db('whatsapp_people').delete()
  await server.db('letter_settings').update({ per_hour: 100_000, per_hour_receiver: 100_000 })
  await server.db('letter_pace').update({ next_at: new Date(0), slow_until: new Date(0) })
  meta.taken.length = 0
  for (const name of ['receipt', 'live', 'due', 'nudge']) meta.setCategory(name, 'UTILITY')
  await owner.whatsapp.save(settings)
  await owner.whatsapp.templates({ refresh: '1' })
})

const jobNamed = (name: string) => {
  const job = createJobs(server.ctx).find((found) => found.name === name)
  if (!job) throw new Error(`no job ${name}`)
  return job
}
const run = () => jobNamed('letters').run({}, 'a-job')

/** Runs the jobs of one name that wait in the queue; returns their number. */
async function runWaiting(name: string): Promise<number> {
  const jobs: { id: string; data: unknown }[] = await server
    .db('pgboss.job')
    .where({ name })
    .whereIn('state', ['created', 'retry'])
    .delete()
    .returning(['id', 'data'])
  for (const { id, data } of jobs) await jobNamed(name).run(data, id)
  return jobs.length
}

async function pass(minutes: number) {
  server.clock.advance(minutes * 60_000)
  owner = server.api(await server.adminToken())
  await run()
}

type Body = z.input<typeof SequenceBody>
const values = {
  receipt: ['{name}', '{amount}', '{courses}', '{order}'],
  live: ['{name}', '{lesson}', '{course}', '{moment}'],
  due: ['{name}', '{amount}', '{course}', '{date}'],
}
const step = (name: string, parameters: string[], after_minutes = 0): Body['steps'][number] => ({
  after_minutes,
  subject: name,
  blocks: [{ text: name }],
  channel: 'whatsapp',
  template: { name, language: 'en', parameters },
})
const message = (trigger: keyof typeof values): Body => ({
  name: trigger,
  trigger,
  active: true,
  steps: [step(trigger, values[trigger])],
})

async function pay(user: BuiltUser) {
  const { course_id, name } = await buildCourse(server.db)
  const { order_id } = await buildPaidOrder(server.db, { user_id: user.id, course_id })
  await server.db('orders').where({ order_id }).update({ paid_at: server.ctx.now() })
  const { order_no } = await server.db('orders').where({ order_id }).first('order_no')
  return { order_id, order_no, course_id, name }
}

const newUser = (row: object = {}) => buildUser(server.db, { name: 'Asha Rao', ...row })
const agree = (user: { id: number }, agreed = true) =>
  server
    .db('consents')
    .insert({ user_id: user.id, purpose: 'news_message', agreed, changed_at: server.ctx.now().toISOString() })
const reasons = (user: { id: number }) => server.db('letter_recipients').where({ user_id: user.id }).pluck('reason')
const sentTo = ({ phone }: { phone: string }) => meta.taken.filter(({ to }) => to === `91${phone}`)

test('a receipt follows a paid order by a utility template without the consent to news, once', async () => {
  await owner.sequences.create({ body: message('receipt') })
  const user = await newUser()
  const { order_no } = await pay(user)
  await pass(1)
  await pass(60)
  const [sent, ...more] = sentTo(user)
  expect(more).toEqual([])
  expect(sent).toMatchObject({ template: 'receipt', language: 'en' })
  expect(sent?.texts[0]).toBe('Asha')
  expect(sent?.texts[1]).toMatch(/^₹\d/)
  expect(sent?.texts[3]).toBe(order_no)
  const [row] = await server.db('letter_recipients').where({ user_id: user.id })
  const target = (await server.request(`/l/${row.token}-99`)).headers.get('location') ?? ''
  expect(new URL(target).pathname).toBe('/dashboard')
  const [sequence] = await owner.sequences.list()
  expect(sequence?.steps[0]).toMatchObject({ channel: 'whatsapp', results: { sent: 1 } })
})

test('a paid order has the receipt sent soon, and an unknown name is a greeting', async () => {
  const { course_id } = await buildCourse(server.db)
  const user = await newUser({ email_proven_at: null })
  const { order_id } = await buildPaidOrder(server.db, { user_id: user.id, course_id })
  const paid = { order_id, now: server.ctx.now().toISOString() }
  const report = () => server.db.transaction((trx) => orderPaid(server.ctx, trx, paid))
  await runWaiting('letters')
  await report()
  expect(await runWaiting('letters')).toBe(0)
  await owner.sequences.create({ body: message('receipt') })
  await server.db('orders').where({ order_id }).update({ paid_at: server.ctx.now() })
  await report()
  expect(await runWaiting('letters')).toBe(1)
  expect(sentTo(user)[0]?.texts[0]).toBe('there')
})

test('without WhatsApp nothing is switched on, and nothing happens', async () => {
  await server.db('whatsapp_config').delete()
  await expect(owner.sequences.create({ body: message('receipt') })).rejects.toMatchObject({
    code: 'conflict',
    message: 'Connect WhatsApp first',
  })
  await owner.sequences.create({ body: { ...message('receipt'), active: false } })
  const user = await newUser()
  await pay(user)
  await pass(1)
  await jobNamed('whatsapp-templates').run({}, 'a-job')
  expect(meta.taken).toEqual([])
  expect(await server.db('letter_recipients').where({ user_id: user.id })).toEqual([])
})

test('a template that Meta moves to marketing goes only to those who agreed, from the event on', async () => {
  await owner.sequences.create({ body: message('receipt') })
  const [asked, agreed] = [await newUser(), await newUser()]
  await agree(agreed)
  for (const user of [asked, agreed]) await pay(user)
  const value = {
    message_template_name: 'receipt',
    message_template_language: 'en',
    previous_category: 'UTILITY',
    new_category: 'MARKETING',
  }
  const event = { entry: [{ changes: [{ field: 'template_category_update', value }] }] }
  expect(await meta.post(JSON.stringify(event))).toBe(200)
  await pass(1)
  expect(sentTo(asked)).toEqual([])
  expect(await reasons(asked)).toEqual(['no_consent'])
  expect(sentTo(agreed)).toHaveLength(1)
  const { templates } = await owner.whatsapp.templates({})
  expect(templates.find(({ name }) => name === 'receipt')).toMatchObject({ category: 'MARKETING', price: 0.8631 })
})

test('the category is read from Meta on approval, each night, and where a price says otherwise', async () => {
  const category = async () =>
    (await server.db('whatsapp_templates').where({ name: 'receipt' }).first('category')).category
  await runWaiting('whatsapp-templates')
  meta.setCategory('receipt', 'MARKETING')
  const value = { message_template_name: 'receipt', message_template_language: 'en', event: 'APPROVED' }
  await meta.post(JSON.stringify({ entry: [{ changes: [{ field: 'message_template_status_update', value }] }] }))
  expect(await category()).toBe('UTILITY')
  expect(await runWaiting('whatsapp-templates')).toBe(1)
  expect(await category()).toBe('MARKETING')

  meta.setCategory('receipt', 'UTILITY')
  await dayEnded(server.ctx)
  expect(await runWaiting('whatsapp-templates')).toBe(1)
  expect(await category()).toBe('UTILITY')

  await owner.sequences.create({ body: message('receipt') })
  meta.setCategory('receipt', 'MARKETING')
  meta.behave('', { statuses: ['sent', 'delivered'] })
  await pay(await newUser())
  await pass(1)
  await meta.flush()
  expect(await runWaiting('whatsapp-templates')).toBe(1)
  expect(await category()).toBe('MARKETING')
})

test('STOP ends every message, and a later consent begins them again', async () => {
  await owner.sequences.create({ body: message('receipt') })
  const user = await newUser()
  expect(await meta.say(`91${user.phone}`, 'STOP')).toBe(200)
  await pay(user)
  await pass(1)
  expect(sentTo(user)).toEqual([])
  expect(await reasons(user)).toEqual(['stopped'])
  await agree(user)
  await pay(user)
  await pass(1)
  expect(sentTo(user)).toHaveLength(1)
  // A stop of marketing in the app leaves receipts alone.
  const other = await newUser()
  await meta.say(`91${other.phone}`, { marketing: 'stop' })
  await pay(other)
  await pass(1)
  expect(sentTo(other)).toHaveLength(1)
})

test('a refunded order gets no receipt, one of the night waits for the morning, and no number gets none', async () => {
  await owner.sequences.create({ body: message('receipt') })
  server.clock.set(new Date('2027-03-04T18:30:00Z'))
  const [refunded, late] = [await newUser(), await newUser()]
  const { order_id } = await pay(refunded)
  await pay(late)
  await pass(1)
  expect(meta.taken).toEqual([])
  await server.db('orders').where({ order_id }).update({ status: 'refunded' })
  server.clock.set(new Date('2027-03-05T03:31:00Z'))
  await run()
  expect(sentTo(refunded)).toEqual([])
  expect(sentTo(late)).toHaveLength(1)
})

test('a live lesson is announced once for each reminder, and a cancelled one is not', async () => {
  await owner.sequences.create({ body: message('live') })
  const { course_id, name } = await buildCourse(server.db)
  const editor = server.api(await server.adminToken('editor'))
  const content = [{ title: 'Questions', kind: 'live' as const, watch_link: '' }]
  await editor.learning.addContent({ params: { id: course_id }, body: { course_id, content } as never })
  const lesson_id = (await editor.learning.adminGetContent({ id: course_id })).content[0]?.lesson_id ?? ''
  const inHours = (hours: number) => new Date(server.ctx.now().getTime() + hours * 3_600_000).toISOString()
  const set = (starts_at: string) =>
    editor.live.save({
      params: { lesson_id },
      body: { starts_at, minutes: 60, join_link: 'https://meet.example.com/a' },
    })
  await set(inHours(23.9))
  const user = await newUser()
  const quiet = await newUser()
  await server.db('users').where({ id: quiet.id }).update({ reminders: false })
  for (const { id: user_id } of [user, quiet]) {
    const [given_by] = await server.db('admins').limit(1).pluck('id')
    await server.db('enrolments').insert({ user_id, course_id, given_by, granted_at: server.ctx.now() })
  }
  const round = async () => {
    await jobNamed('live-round').run({}, 'a-job')
    while ((await runWaiting('live-letters')) > 0);
  }
  await round()
  await round()
  await pass(0)
  expect(sentTo(user).map(({ texts }) => texts.slice(0, 3))).toEqual([['Asha', 'Questions', name]])
  expect(sentTo(user)[0]?.texts[3]).toMatch(/Mar/)
  expect(sentTo(quiet)).toEqual([])
  const [row] = await server.db('letter_recipients').where({ user_id: user.id })
  const target = new URL((await server.request(`/l/${row.token}-99`)).headers.get('location') ?? '')
  expect([target.pathname, target.searchParams.get('lesson')]).toEqual([`/learn/${course_id}`, lesson_id])

  // The second reminder is on the list, and the lesson is cancelled before it goes out.
  server.clock.advance(23.2 * 3_600_000)
  await round()
  const again = server.api(await server.adminToken('editor'))
  await again.live.cancel({ params: { lesson_id } })
  await run()
  expect(sentTo(user)).toHaveLength(1)
  expect(await server.db('letter_recipients').where({ user_id: user.id, state: 'skipped' }).pluck('reason')).toEqual([
    'ended',
  ])
})

test('a due date that a feature reports is sent once by its key, and not after its end', async () => {
  await owner.sequences.create({ body: message('due') })
  const [user, late] = [await newUser(), await newUser()]
  const report = (userIds: number[], key: string, days: number) =>
    server.db.transaction((trx) =>
      messageDue(server.ctx, trx, {
        kind: 'due',
        key,
        userIds,
        until: new Date(server.ctx.now().getTime() + days * 86_400_000),
        facts: { course: 'Reels', at: '2027-03-07T00:00:00Z', amount_paise: 99_900, path: '/pay/part_2' },
      }),
    )
  await report([user.id], 'part_2', 3)
  await report([user.id], 'part_2', 3)
  await report([late.id], 'part_9', -1)
  await pass(0)
  expect(sentTo(user).map(({ texts }) => texts)).toEqual([['Asha', '₹999', 'Reels', '7 March 2027']])
  expect(await reasons(late)).toEqual(['late'])
  const [row] = await server.db('letter_recipients').where({ user_id: user.id })
  const target = (await server.request(`/l/${row.token}-99`)).headers.get('location') ?? ''
  expect(new URL(target).pathname).toBe('/pay/part_2')
})

test('steps of a sequence go by WhatsApp: news to those who agreed alone, a nudge by utility to all with reminders', async () => {
  const steps = [step('cart', ['{name}'], 60)]
  await owner.sequences.create({ body: { name: 'Cart', trigger: 'registered', active: true, steps } })
  const nudge = [step('nudge', ['{name}', '{course}'])]
  await owner.sequences.create({ body: { name: 'Begin', trigger: 'not_begun', active: true, steps: nudge } })
  const created_at = server.ctx.now()
  const [agreed, silent] = [await newUser({ created_at }), await newUser({ created_at })]
  await agree(agreed)
  const { course_id, name } = await buildCourse(server.db)
  await buildLesson(server.db, { course_id })
  const [given_by] = await server.db('admins').limit(1).pluck('id')
  for (const { id: user_id } of [agreed, silent])
    await server.db('enrolments').insert({ user_id, course_id, given_by, granted_at: server.ctx.now() })
  await pass(61)
  expect(sentTo(agreed).map(({ template }) => template)).toEqual(['cart'])
  expect(await reasons(silent)).toEqual(['no_consent'])
  await pass(3 * 1_440)
  expect(sentTo(silent).map(({ texts }) => texts)).toEqual([['Asha', name]])
  const [row] = await server.db('letter_recipients').where({ user_id: silent.id, state: 'handed_over' })
  expect(row.receiver).toBe('whatsapp_own')
})

test('a message is one step by WhatsApp, and a step by email has no template', async () => {
  const create = (body: Partial<Body>) =>
    owner.sequences.create({ body: { ...message('receipt'), active: false, ...body } })
  const invalid = { code: 'invalid' }
  const email: Body['steps'][number] = { after_minutes: 0, subject: 'Paid', blocks: [{ text: 'Paid' }] }
  await expect(create({ steps: [email] })).rejects.toMatchObject(invalid)
  await expect(create({ steps: [step('receipt', [], 60)] })).rejects.toMatchObject(invalid)
  await expect(create({ trigger: 'registered', steps: [{ ...email, channel: 'whatsapp' }] })).rejects.toMatchObject(
    invalid,
  )
})
