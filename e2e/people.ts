import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Shop } from './shop.ts'

export type Person = { name: string; email: string; phone: string }
export type Account = Person & { password: string; user_id: string; token: string }

let people = 0

/** Returns details of a person who is new to the shop. */
export function newPerson(name = 'Asha Verma'): Person {
  people += 1
  const id = `${process.pid}-${people}-${randomInt(1e6)}`
  return { name, email: `asha-${id}@example.com`, phone: `9${randomInt(1e8, 1e9)}` }
}

/** Creates an account over the API. */
export async function newAccount(shop: Shop, name = 'Ravi Kumar'): Promise<Account> {
  const person = newPerson(name)
  const password = 'Mango-Kulfi-42'
  const { status, body } = await shop.call<{ user_id: string; token: string }>('POST', '/register', {
    body: { ...person, password, reffered_by: '' },
  })
  if (status !== 201) throw new Error(`register: ${status} ${JSON.stringify(body)}`)
  return { ...person, password, user_id: body.user_id, token: body.token }
}

/** Stores the session of an account in the browser, as a login does. */
export async function signIn(page: Page, { user_id, name, email, phone, token }: Account): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate(
    ({ user, token }) => {
      localStorage.setItem('user', JSON.stringify(user))
      localStorage.setItem('access_token', token)
      localStorage.setItem('token_type', 'bearer')
    },
    { user: { user_id, name, email, phone }, token },
  )
}

export type Bought = { order_id: string; order_no: string; payment_link: string; amount: number; link_id: string }

/** Orders over the API, one course id per seat. The order is open, or paid if it costs nothing. */
export async function order(shop: Shop, account: Account, courseIds: string[], promocode = ''): Promise<Bought> {
  const query = new URLSearchParams({ user_id: account.user_id, ...(promocode ? { promocode } : {}) })
  const { status, body } = await shop.call<Bought>('POST', `/user/buy?${query}`, {
    token: account.token,
    body: courseIds,
  })
  if (status !== 201) throw new Error(`buy: ${status} ${JSON.stringify(body)}`)
  return { ...body, link_id: body.payment_link.split('/').at(-1) ?? '' }
}

/** Orders and pays over the API, and waits until the shop has recorded the payment. */
export async function buy(shop: Shop, account: Account, courseIds: string[], promocode = ''): Promise<Bought> {
  const bought = await order(shop, account, courseIds, promocode)
  await shop.sandbox.pay(bought.link_id)
  await shop.sandbox.deliver()
  return bought
}

/** Lists the courses that the account may watch, from the dashboard's call. */
export async function ownedCourses(shop: Shop, token: string): Promise<string[]> {
  const { body } = await shop.call<{ orders: { course_id: string }[] }>('GET', '/user/dashboard', { token })
  return body.orders.map((course) => course.course_id)
}
