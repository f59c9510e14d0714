import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { type ApiClient, startTestServer, type TestServer } from '../../../test/server.ts'
import { buildShopper, type Shopper } from '../../../test/shopper.ts'

let server: TestServer
let owner: ApiClient
let shopper: Shopper
let course: string

const questions = [
  { question_id: 'city', label: 'Your city', kind: 'text', required: true, purpose: 'We send a book' },
  {
    question_id: 'size',
    label: 'Size',
    kind: 'choice',
    choices: ['S', 'M'],
    required: false,
    purpose: 'For the T-shirt',
  },
  { question_id: 'wa', label: 'WhatsApp', kind: 'phone', required: false, purpose: 'We add you to the group' },
] as const
const ask = (checkout_questions: readonly unknown[]) =>
  owner.settings.update({ body: { checkout_questions: checkout_questions as never } })

beforeAll(async () => {
  server = await startTestServer({ work: false })
  owner = server.api(await server.adminToken())
})
afterAll(() => server.stop())
beforeEach(async () => {
  await ask(questions)
  shopper = await buildShopper(server)
  course = (await buildCourse(server.db, { price: 500 })).course_id
})

const buy = (answers?: Record<string, string>) =>
  shopper.student.orders.buy({
    query: { user_id: shopper.user.user_id, ...(answers ? { answers } : {}) },
    body: [course],
  })
const shown = async (order_id: string) => (await owner.orders.adminGet({ order_id })).answers

test('answers are stored with the order, and shown in the console and the export', async () => {
  const { order_id } = await buy({ city: '  Pune ', size: 'M', other: 'ignored' })
  expect(await shown(order_id)).toEqual([
    { question_id: 'city', label: 'Your city', answer: 'Pune' },
    { question_id: 'size', label: 'Size', answer: 'M' },
  ])
  await ask([])
  expect(await shown(order_id), 'also once the question is gone').toHaveLength(2)
})

test.each([
  [undefined, 'answers.city', 'This answer is required'],
  [{ city: ' ' }, 'answers.city', 'This answer is required'],
  [{ city: 'x'.repeat(201) }, 'answers.city', 'This answer does not fit'],
  [{ city: 'Pune', size: 'XXL' }, 'answers.size', 'This answer does not fit'],
  [{ city: 'Pune', wa: 'soon' }, 'answers.wa', 'This answer does not fit'],
])('answers %j are refused at %s, and no order is made', async (answers, path, message) => {
  await expect(buy(answers)).rejects.toMatchObject({ status: 422, data: { errors: [{ path, message }] } })
  expect(await server.db('orders').where({ user_id: shopper.user.id })).toEqual([])
})

test('the latest answers of an open order count, and a price needs none', async () => {
  expect(await shopper.student.orders.price({ course_ids: [course] })).toMatchObject({ total: 500 })
  const first = await buy({ city: 'Pune' })
  const second = await buy({ city: 'Nashik', wa: '98123 45678' })
  expect(second.order_id).toBe(first.order_id)
  expect(await shown(first.order_id)).toMatchObject([{ answer: 'Nashik' }, { answer: '9812345678' }])
})

test('answers go with the account', async () => {
  const { order_id } = await buy({ city: 'Pune' })
  await owner.users.delete({ params: { id: shopper.user.user_id } } as never)
  expect(await shown(order_id)).toEqual([])
})

test.each([
  [[...questions, { ...questions[0], question_id: 'more' }], 'At most 3 questions'],
  [[questions[0], questions[0]], 'Two questions have the same id'],
  [[{ ...questions[1], choices: ['S'] }], 'A choice needs 2 to 10 answers'],
  [[{ ...questions[0], purpose: '' }], 'Say what the answer is for'],
])('a shop asks at most three questions, each with its purpose', async (wrong, message) => {
  await expect(ask(wrong)).rejects.toMatchObject({ status: 422, data: { errors: [{ message }] } })
})

test('a shop without questions takes no answers', async () => {
  await ask([])
  const { order_id } = await buy({ city: 'Pune' })
  expect(await shown(order_id)).toEqual([])
})
