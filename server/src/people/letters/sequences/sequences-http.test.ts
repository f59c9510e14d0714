import type { SequenceBody } from 'contract/sequences'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { z } from 'zod'
import { buildCourse } from '../../../../test/catalogue-factories.ts'
import { mailsTo } from '../../../../test/mails.ts'
import { type BuiltUser, buildUser } from '../../../../test/people-factories.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { lettersJob } from '../letters.jobs.ts'

let server: TestServer
let owner: ReturnType<TestServer['api']>
let editor: ReturnType<TestServer['api']>
beforeAll(async () => {
  server = await startTestServer({ work: false })
})
afterAll(() => server.stop())
beforeEach(async () => {
  // Ten in the morning in India.
  server.clock.set(new Date('2027-03-04T04:30:00Z'))
  owner = server.api(await server.adminToken())
  editor = server.api(await server.adminToken('editor'))
  await server.db('letter_settings').update({ per_hour: 100_000, per_hour_receiver: 100_000 })
  await server.db('letter_pace').update({ next_at: new Date(0) })
})

const run = () => lettersJob(server.ctx).run({}, 'a-job')

async function pass(minutes: number) {
  server.clock.advance(minutes * 60_000)
  // Confirmations and sessions end meanwhile.
  owner = server.api(await server.adminToken())
  await run()
}

async function buildReader(): Promise<BuiltUser> {
  const user = await buildUser(server.db, { name: 'Asha Rao', created_at: server.ctx.now() })
  const { id: user_id } = user
  await server.db('consents').insert({ user_id, purpose: 'news_email', agreed: true, changed_at: server.ctx.now() })
  return user
}

const mailsOf = ({ email }: { email: string }) => mailsTo(server.dataDir, email)
const plain = (mail = '') => mail.replaceAll('=\n', '').replaceAll('=3D', '=')
type Steps = z.input<typeof SequenceBody>['steps']
const step = (subject: string, after_minutes: number, step_id?: string): Steps[number] => ({
  subject,
  after_minutes,
  blocks: [{ text: 'Hello {name}' }],
  ...(step_id && { step_id }),
})
const welcome = (steps: Steps, active = true) => ({
  name: 'Welcome',
  trigger: 'registered' as const,
  steps,
  active,
})

/** An order that waits for its payment. */
async function leaveOrder(user: { id: number }, courseIds: string[], promocode: string | null = null) {
  const order_id = `ord_${user.id}_${courseIds.length}`
  const now = server.ctx.now()
  const sums = { subtotal_paise: 49_900, discount_paise: 0, total_paise: 49_900 }
  const times = { created_at: now, expires_at: new Date(now.getTime() + 86_400_000) }
  await server.db('orders').insert({ order_id, user_id: user.id, fingerprint: order_id, promocode, ...sums, ...times })
  const line = { order_id, course_name: 'Reels', course_banner: '/media/b.webp', price_paise: 49_900, quantity: 2 }
  const rows = courseIds.map((course_id, position) => ({
    ...line,
    course_id,
    position,
    discount_paise: 0,
    total_paise: 99_800,
  }))
  await server.db('order_lines').insert(rows)
  return order_id
}

test('the reminder of an unpaid order is there, and off until an owner switches it on', async () => {
  const [reminder] = await editor.sequences.list()
  expect(reminder).toMatchObject({ trigger: 'order_unpaid', active: false, active_since: null })
  expect(reminder?.steps.map(({ after_minutes }) => after_minutes)).toEqual([60, 1_440])
  if (!reminder) return
  const { sequence_id: id, name, trigger } = reminder
  const steps = reminder.steps.map(({ step_id, after_minutes, subject, blocks }) => ({
    step_id,
    after_minutes,
    subject,
    blocks,
  }))
  const body = { name, trigger, steps, active: true }
  await expect(editor.sequences.update({ params: { id }, body })).rejects.toMatchObject({ code: 'forbidden' })
  const { course_id } = await buildCourse(server.db)
  const before = await buildReader()
  await leaveOrder(before, [course_id])
  server.clock.advance(60_000)
  expect((await owner.sequences.update({ params: { id }, body })).steps.map(({ step_id }) => step_id)).toEqual(
    steps.map(({ step_id }) => step_id),
  )
  await expect(editor.sequences.update({ params: { id }, body: { ...body, active: false } })).rejects.toMatchObject({
    code: 'forbidden',
  })
  const user = await buildReader()
  const orderId = await leaveOrder(user, [course_id], 'DIWALI')
  await pass(59)
  expect(await mailsOf(user)).toHaveLength(0)
  await pass(2)
  const [mail] = await mailsOf(user)
  expect(plain(mail)).toContain('Reels')
  expect(plain(mail)).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m)
  // An order from before it was on gets none.
  expect(await mailsOf(before)).toHaveLength(0)

  const link = /\/l\/[0-9a-f]{32}-99/.exec(plain(mail))?.[0] ?? ''
  const target = (await server.request(link)).headers.get('location') ?? ''
  const { pathname, searchParams } = new URL(target)
  expect([pathname, searchParams.get('utm_source')]).toEqual(['/cart', 'letter'])
  const token = searchParams.get('back') ?? ''
  // Logged out: courses and the code, and nothing of the person.
  expect(await server.api().sequences.cart({ token })).toEqual({
    courses: [{ course_id, quantity: 2 }],
    promocode: 'DIWALI',
  })
  await expect(
    server.api().sequences.cart({ token: token.replace(/.$/, (c) => (c === '0' ? '1' : '0')) }),
  ).rejects.toMatchObject({ code: 'not_found' })
  await server.db('orders').where({ order_id: orderId }).update({ status: 'paid', paid_at: server.ctx.now() })
  await expect(server.api().sequences.cart({ token })).rejects.toMatchObject({ code: 'not_found' })
  await pass(1_440)
  expect(await mailsOf(user)).toHaveLength(1)
  const [, second] = (await owner.sequences.list())[0]?.steps ?? []
  expect(second?.results).toMatchObject({ sent: 0 })
})

test('a reminder waits for the morning, and none is more than a day late', async () => {
  server.clock.set(new Date('2027-04-01T16:00:00Z'))
  owner = server.api(await server.adminToken())
  const { course_id } = await buildCourse(server.db)
  const [user, forgotten] = [await buildReader(), await buildReader()]
  await leaveOrder(user, [course_id])
  await pass(90)
  expect(await mailsOf(user)).toHaveLength(0)
  server.clock.set(new Date('2027-04-02T03:31:00Z'))
  await run()
  expect(await mailsOf(user)).toHaveLength(1)
  await leaveOrder(forgotten, [course_id])
  // The shop was away for three days.
  await pass(3 * 1_440)
  expect(await mailsOf(forgotten)).toHaveLength(0)
})

test('a change of a running sequence counts from then on, and sends nobody anything twice', async () => {
  const made = await owner.sequences.create({ body: welcome([step('First', 0), step('Second', 120)]) })
  const [first, second] = made.steps.map(({ step_id }) => step_id)
  const id = made.sequence_id
  const user = await buildReader()
  await pass(1)
  expect(await mailsOf(user)).toHaveLength(1)
  const subjects = async () => (await mailsOf(user)).map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1])
  // New words for what was sent, a step whose moment has passed, and a later one.
  await pass(60)
  const changed = [step('First again', 0, first), step('Missed', 30), step('Second', 120, second), step('Third', 180)]
  await owner.sequences.update({ params: { id }, body: welcome(changed) })
  await pass(0)
  expect(await subjects()).toEqual(['First'])
  await pass(60)
  expect(await subjects()).toEqual(['First', 'Second'])
  // The last one leaves before its time.
  const steps = (await owner.sequences.list()).find((one) => one.sequence_id === id)?.steps.slice(0, 3) ?? []
  await owner.sequences.update({
    params: { id },
    body: welcome(steps.map(({ results: _, stopped: __, problem: ___, ...rest }) => rest)),
  })
  await pass(120)
  expect(await subjects()).toEqual(['First', 'Second'])
  const other = await owner.sequences.create({ body: welcome([step('Mine', 10)], false) })
  const stolen = welcome([step('Mine', 10, first)])
  await expect(owner.sequences.update({ params: { id: other.sequence_id }, body: stolen })).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('a sequence that is switched off ends for everybody who is in it', async () => {
  const made = await owner.sequences.create({ body: welcome([step('Later', 690)]) })
  const user = await buildReader()
  const steps = [step('Later', 690, made.steps[0]?.step_id)]
  const params = { id: made.sequence_id }
  // Half past nine in the evening: the email waits for the morning.
  await pass(700)
  expect(
    await server.db('letter_recipients').where({ letter_id: steps[0]?.step_id, state: 'waiting' }),
  ).not.toHaveLength(0)
  await owner.sequences.update({ params, body: welcome(steps, false) })
  await owner.sequences.update({ params, body: welcome(steps, true) })
  await pass(720)
  expect((await mailsOf(user)).join()).not.toContain('Subject: Later')
  expect(await server.db('letter_recipients').where({ letter_id: steps[0]?.step_id }).pluck('reason')).toContain('off')
})

test('an order in steps, a course of a registration, and an unknown course are refused', async () => {
  const create = (body: object) => owner.sequences.create({ body: { ...welcome([step('A', 10)], false), ...body } })
  await expect(create({ steps: [step('B', 10), step('A', 10)] })).rejects.toMatchObject({ code: 'invalid' })
  await expect(create({ course_id: 'x' })).rejects.toMatchObject({ code: 'invalid' })
  await expect(create({ trigger: 'finished', course_id: 'nowhere' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(create({ steps: [{ ...step('A', 10), subject: 'A\nBcc: b@example.com' }] })).rejects.toMatchObject({
    code: 'invalid',
  })
})
