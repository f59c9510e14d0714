import { WAITING_KINDS } from 'contract/todo'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse, buildPaidOrder, buildStudentRow } from '../../../../test/catalogue-factories.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { noteMailTrouble } from '../../../platform/mail/mail-trouble.queries.ts'
import { noteRefusal } from '../../../sales/orders/gateway-refusals.queries.ts'
import { insertBackup } from '../../backup-log/backup-log.queries.ts'

type Role = 'owner' | 'support' | 'finance'
const MINUTE = 60_000
const DAY = 1_440 * MINUTE

let server: TestServer
let course_id: string
beforeAll(async () => {
  server = await startTestServer({ work: false })
  course_id = (await buildCourse(server.db)).course_id
})
afterAll(() => server.stop())

const tables = [
  'unknown_money',
  'guarantee_requests',
  'refund_requests',
  'gateway_refusals',
  'mail_trouble',
  'backups',
  'tickets',
]
beforeEach(async () => {
  for (const table of [...tables, 'questions', 'hand_ins', 'reviews']) await server.db(table).delete()
  await server.db('orders').update({ status: 'paid' })
  await server.db('users').update({ email_refused_at: null, email_refusal: null })
})

const ago = (ms: number) => new Date(server.ctx.now().getTime() - ms).toISOString()
const waits = (kind: string) => WAITING_KINDS.some((one) => one === kind)

async function lines(role: Role = 'owner') {
  const { lines: all } = await server.api(await server.adminToken(role)).overview.todo()
  return all.filter(({ kind }) => waits(kind))
}
const kinds = async (role: Role = 'owner') => (await lines(role)).map(({ kind }) => kind)

async function order(change: object = { status: 'paid' }, name = 'Sunita Rao') {
  const { id } = await buildStudentRow(server.db, { name })
  const made = await buildPaidOrder(server.db, { course_id, user_id: id })
  await server.db('orders').where({ order_id: made.order_id }).update(change)
  return made
}

/** Makes one of everything that waits. */
async function everything(): Promise<void> {
  const { db } = server
  const { user_id, order_id } = await order()
  await noteMailTrouble(db, 'login', '535 Wrong password', ago(MINUTE))
  await noteRefusal(db, 'keys', 'Authentication failed', ago(MINUTE))
  await db('guarantee_requests').insert({ order_id, asked_at: ago(DAY) })
  await order({ status: 'review' })
  await order({ status: 'created', paid_at: null, created_at: ago(34 * MINUTE) })
  const backup = {
    started_at: ago(3 * DAY),
    finished_at: ago(3 * DAY),
    size_bytes: 1,
    message: 'Backed up',
    place: '/b',
  }
  await insertBackup(db, { ...backup, ok: true })
  const ticket = { ticket_no: 'T-AAAAAA', name: 'Asha', email: 'asha@example.com', subject: 'Hello', message: 'Hello' }
  await db('tickets').insert({ ...ticket, created_at: ago(DAY) })
  const mine = { user_id, course_id, lesson_id: 'les_1' }
  await db('questions').insert({ ...mine, key: '1', text: 'Why?', asked_at: ago(DAY) })
  await db('hand_ins').insert({ ...mine, key: '1', text: 'Mine', handed_in_at: ago(DAY) })
  const written = { created_at: ago(DAY), updated_at: ago(DAY) }
  await db('reviews').insert({ user_id, course_id, stars: 4, text: 'Clear', ...written })
  await db('users')
    .where({ id: user_id })
    .update({ email_refused_at: ago(DAY), email_refusal: '550 No such user' })
}

test('a shop where nothing waits has the steps of setting it up alone, and none of them for other roles', async () => {
  expect(await kinds()).toEqual([])
  const of = async (role: Role) => server.api(await server.adminToken(role)).overview.todo()
  expect((await of('owner')).lines[0]).toEqual({
    kind: 'name',
    count: 1,
    since: null,
    until: null,
    words: null,
    order: null,
    student: null,
  })
  for (const role of ['support', 'finance'] as const) {
    expect(await of(role)).toEqual({ lines: [], dismissed: [], first: null, demo: null, test_orders: 0 })
  }
})

test('money and deadlines are before people, a broken mail server before all, and each role sees its own', async () => {
  await everything()
  const money = ['refused', 'refund_request', 'orders', 'unconfirmed']
  const people = ['messages', 'questions', 'assignments', 'reviews', 'bounced']
  expect(await kinds()).toEqual(['mail', ...money, 'backup', ...people])
  expect(await kinds('support')).toEqual([...money, ...people])
  expect(await kinds('finance')).toEqual(money)
  const { lines: all } = await server.api(await server.adminToken()).overview.todo()
  const steps = all.findIndex(({ kind }) => !waits(kind))
  expect(all.slice(steps).some(({ kind }) => waits(kind))).toBe(false)
})

test('a line names its order, its student, the reason and since when', async () => {
  await everything()
  const found = Object.fromEntries((await lines()).map((line) => [line.kind, line]))
  const sunitas = { buyer: 'Sunita Rao', total: 499, order_no: expect.stringMatching(/^SH-\d{4}-\d{5}$/) }
  expect(found.mail).toMatchObject({ words: '535 Wrong password', since: expect.any(String) })
  expect(found.refused).toMatchObject({ words: 'Authentication failed' })
  expect(found.refund_request).toMatchObject({ count: 1, order: sunitas })
  expect(found.unconfirmed).toMatchObject({ count: 1, order: sunitas })
  expect(Date.parse(found.unconfirmed?.since ?? '')).toBeLessThan(server.ctx.now().getTime() - 33 * MINUTE)
  expect(found.orders).toMatchObject({ count: 1, words: 'review', order: sunitas })
  expect(found.backup).toMatchObject({ words: null })
  expect(found.bounced).toMatchObject({ count: 1, student: { name: 'Sunita Rao' } })
})

test('a line counts all of its kind, names the oldest, and goes with the last of them', async () => {
  const { db } = server
  const [older, newer] = [await order(), await order({ status: 'paid' }, 'Ravi')]
  await db('guarantee_requests').insert([
    { order_id: newer.order_id, asked_at: ago(MINUTE) },
    { order_id: older.order_id, asked_at: ago(DAY) },
  ])
  expect(await lines()).toMatchObject([{ kind: 'refund_request', count: 2, order: { order_id: older.order_id } }])
  const end = { status: 'declined', answer: 'No', closed_at: ago(0) }
  await db('guarantee_requests').where({ order_id: older.order_id }).update(end)
  expect(await lines()).toMatchObject([{ kind: 'refund_request', count: 1, order: { buyer: 'Ravi' } }])
  await db('guarantee_requests').update(end)
  expect(await kinds()).toEqual([])
})

test('money for an unknown order is shown for 14 days to those who see the payouts', async () => {
  const money = { kind: 'payment', payment_id: 'pay_1', amount_paise: 49_900, in_list: false }
  const found = (entity_id: string, reference: string | null, days: number) =>
    server.db('unknown_money').insert({ ...money, entity_id, reference, found_at: ago(days * DAY) })
  await found('pay_1', null, 1)
  await found('pay_2', 'ord_lost_1', 15)
  expect(await kinds()).toEqual([])
  await found('pay_3', 'ord_lost_2', 13)
  await found('pay_4', 'ord_lost_2', 1)
  expect(await lines()).toMatchObject([{ kind: 'unknown_money', count: 1, since: expect.any(String) }])
  expect([await kinds('finance'), await kinds('support')]).toEqual([['unknown_money'], []])
})

test('a payment is waited for 15 minutes, a backup is old after two days, and a failed one says why', async () => {
  const { db } = server
  const { order_id } = await order({ status: 'created', paid_at: null, created_at: ago(14 * MINUTE) })
  const backup = (days: number, ok: boolean) => {
    const at = { started_at: ago(days * DAY), finished_at: ago(days * DAY), size_bytes: null, place: '/b' }
    return insertBackup(db, { ...at, ok, message: ok ? 'Backed up' : 'No room' })
  }
  await backup(1, true)
  expect(await kinds()).toEqual([])
  await db('orders')
    .where({ order_id })
    .update({ created_at: ago(16 * MINUTE) })
  await backup(0, false)
  expect(await lines()).toMatchObject([{ kind: 'unconfirmed' }, { kind: 'backup', words: 'No room' }])
  await backup(0, true)
  await db('orders').where({ order_id }).update({ status: 'expired' })
  expect(await kinds()).toEqual([])
})
