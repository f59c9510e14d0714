import { expect, test } from 'vitest'
import { buildCourse } from '../../../test/catalogue-factories.ts'
import { paidShop } from '../../../test/paid-shop.ts'
import { PASSWORD } from '../../../test/people-factories.ts'

const { one, gateway, hear } = await paidShop()

const register = (email: string, phone: string) =>
  one.api().auth.register({ email, phone, password: PASSWORD, reffered_by: '', name: email.split('@', 1)[0] ?? '' })

const loginBy = (phone: string, password = PASSWORD) => one.api().auth.login({ email: '', phone, password })

/** Buys a course and pays; returns the order as the console shows it. */
async function pay({ user_id, token }: { user_id: string; token: string }) {
  const course = await buildCourse(one.db, { price: 499 })
  const bought = await one.api(token).orders.buy({ query: { user_id }, body: [course.course_id] })
  const link = gateway.links.find(({ reference_id }) => reference_id === bought.order_id)
  if (!link) throw new Error('the gateway knows no such link')
  await hear('payment_link.paid', { payment_link: link, payment: gateway.pay(link) })
  await one.answerWaiting('hold-phone')
  return one.api(await one.adminToken()).orders.adminGet({ order_id: bought.order_id })
}

test('a phone that somebody typed stops nobody, and belongs to who pays with it', async () => {
  const stranger = await register('typed.it@example.com', '9812300001')
  const buyer = await register('pays.with.it@example.com', '+91 98123-00001')
  expect(Object.keys(buyer).toSorted()).toEqual(Object.keys(stranger).toSorted())
  expect(buyer.user.phone).toBe('919812300001')
  expect((await loginBy('9812300001')).access_token).toBeTruthy()
  expect((await pay(buyer)).buyer?.phone).toBe('919812300001')
  const me = await one.api((await loginBy('9812300001')).access_token).account.profile()
  expect(me.email).toBe('pays.with.it@example.com')
})

test('a family pays with one phone: both orders keep it, and the first logs in by it', async () => {
  const mother = await register('mother@example.com', '9812300002')
  await pay(mother)
  const child = await register('child@example.com', '9812300002')
  expect((await pay(child)).buyer?.phone).toBe('9812300002')
  const { email } = await one.api((await loginBy('9812300002')).access_token).account.profile()
  expect(email).toBe('mother@example.com')
  const owner = one.api(await one.adminToken())
  const { user } = await owner.users.update({ params: { id: child.user_id }, body: { phone: '9812300002' } })
  expect(user.phone).toBe('9812300002')
})

test('many registrations with one phone at once all succeed, and one of them logs in by it', async () => {
  const made = await Promise.all(
    Array.from({ length: 6 }, (_, no) => register(`together.${no}@example.com`, '9812300003')),
  )
  expect(made.map(({ user }) => user.phone)).toEqual(made.map(() => '9812300003'))
  const { email } = await one.api((await loginBy('9812300003')).access_token).account.profile()
  expect(made.map(({ user }) => user.email)).toContain(email)
})
