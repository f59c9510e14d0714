import { expect } from '@playwright/test'
import { createCourse } from '../courses.ts'
import { type Account, newAccount, newPerson } from '../people.ts'
import type { Shop } from '../shop.ts'
import { awaitMail, proveEmail } from '../steps.ts'
import { openConsole } from './console-journey.ts'
import type { Driver } from './driver.ts'
import { fill, press, see, until } from './store-journey.ts'

const TOKEN = '7000000002:sandbox-token-of-the-bot-0123456789'
const DAY_MS = 86_400_000

const after = (days: number, hours = 0) =>
  new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + days * DAY_MS + hours * 3_600_000).toISOString()

const OPTIONS = [
  { option_id: 'half', name: 'Six months', price: 1000, access_days: 180 },
  { option_id: 'life', name: 'For life', price: 3000, access_days: null },
]

/** Calls a switch of the stand-in for Telegram. */
async function telegram<T>(shop: Shop, path: string, body: object): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${shop.url}/sandbox/telegram/control/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return (await answer.json()) as T
}

/** Opens a page of the store or the console, which fits the screen once it shows this text. */
async function openPage(driver: Driver, address: string, text: RegExp): Promise<void> {
  await driver.open(address)
  await see(driver, text)
  await until(driver, `the width of ${address}`, 'return document.documentElement.scrollWidth <= innerWidth')
}

/** Presses a radio, a tick or a part that unfolds, by the beginning of its words. */
const choose = (driver: Driver, words: string) =>
  until(
    driver,
    `choose ${words}`,
    `const shown = (e) => e.getClientRects().length > 0
    const found = Array.from(document.querySelectorAll('label, summary')).find((e) => shown(e) && e.textContent.trim().startsWith(values[0]))
    if (!found || (found.control && found.control.disabled)) return false
    if (found.control && found.control.checked) return true
    found.click()
    return !found.control || found.control.checked`,
    words,
  )

/** Presses the button that saves an open dialog: the one that opened it may have the same words. */
const save = (driver: Driver, words: string) =>
  until(
    driver,
    `save by ${words}`,
    `const found = Array.from(document.querySelectorAll('[role=dialog] button')).find((e) => e.textContent.trim() === values[0] && !e.disabled)
    if (found) found.click()
    return Boolean(found)`,
    words,
  )

async function signIn(driver: Driver, shop: Shop, { user_id, name, email, phone, token }: Account): Promise<void> {
  await driver.open(`${shop.url}/robots.txt`)
  await driver.run(
    `localStorage.clear()
    for (const [key, value] of Object.entries(values[0])) localStorage.setItem(key, value)`,
    { user: JSON.stringify({ user_id, name, email, phone }), access_token: token, token_type: 'bearer' },
  )
}

/** Buys the course of a sales page; `shown`: what the checkout has once its choices are loaded. */
async function payCourse(driver: Driver, shown: RegExp): Promise<void> {
  await press(driver, /^Just Rs/)
  await see(driver, shown)
  await press(driver, /^Proceed to Payment/)
  await press(driver, /^Pay ₹/)
  await see(driver, /Payment Successful!/)
}

/** A member joins, books a date, buys an option and upgrades it, and enters a group; a partner sees the orders. */
export async function buyAllKinds(driver: Driver, shop: Shop): Promise<void> {
  const title = `Old browsers ${Date.now()}`
  await shop.admin('PUT', '/telegram', { token: TOKEN })
  const { id: chat_id } = await telegram<{ id: number }>(shop, 'chats', { title })
  await telegram(shop, 'deliver', {})
  const sold = await createCourse(shop, {
    price: 1000,
    access_period: 'P180D',
    options: OPTIONS,
    group: { chat_id, title },
  })
  const dated = await createCourse(shop, { price: 1200, workshops: true })
  const run = { starts_at: after(14), ends_at: after(14, 2), seats: 2, replay_days: 30 }
  await shop.admin('POST', '/runs', { ...run, course_id: dated.course_id })
  const offer = { name: 'Old browsers by month', course_ids: [dated.course_id], price: 499, period: 'month' }
  const { membership } = await shop.admin<{ membership: { membership_id: string } }>('POST', '/memberships', {
    ...offer,
    state: 'on_sale',
  })
  const partner = await newAccount(shop, 'Meera Rao')
  await proveEmail(shop, partner)
  const code = `OLD-${Date.now()}`
  const share = { percent: 20, window_days: 30, state: 'active' }
  await shop.admin('POST', '/partners', { name: 'Meera Rao', email: partner.email, code, ...share })

  const buyer = await newAccount(shop, 'Asha Verma')
  await driver.show?.({ width: 390, height: 844, dark: false })
  await signIn(driver, shop, buyer)
  await openPage(driver, `${shop.url}/course/${sold.course_id}?via=${code}`, /Choose an option[\s\S]*For life/)
  await choose(driver, 'For life')
  await see(driver, /Just Rs 3,000/)
  await choose(driver, 'Six months')
  await payCourse(driver, /Choose an option/)
  await openPage(driver, `${shop.url}/dashboard`, /Get it for longer and pay only the difference/)
  await press(driver, /^Upgrade/)
  await press(driver, /^Upgrade for ₹2,000.00/)
  await press(driver, /^Pay ₹/)
  await see(driver, /Payment Successful!/)

  await openPage(driver, `${shop.url}/dashboard`, new RegExp(`Telegram group ${title}`))
  await press(driver, /^Join on Telegram/)
  await fill(driver, 'Your name in Telegram', `Asha ${chat_id}`)
  await press(driver, /^Request to join/)
  await see(driver, /Request sent/)
  await telegram(shop, 'deliver', {})
  await openPage(driver, `${shop.url}/dashboard`, /You are a member/)

  await openPage(driver, `${shop.url}/course/${dated.course_id}`, /Choose a date[\s\S]*2 seats left/)
  await payCourse(driver, /Your seat is held for 5 minutes/)
  await openPage(driver, `${shop.url}/dashboard`, /Lessons and recordings are open until/)
  await press(driver, /^Save to calendar/)

  await openPage(
    driver,
    `${shop.url}/membership/${membership.membership_id}`,
    /₹499.00 every month[\s\S]*Before you join/,
  )
  const member = await newAccount(shop, 'Ravi Kulkarni')
  await signIn(driver, shop, member)
  await driver.open(`${shop.url}/membership/${membership.membership_id}`)
  await press(driver, /^Become a member/)
  await press(driver, /^Approve and pay/)
  await press(driver, /^Approve in the UPI app/)
  // The answer of the press would take the place of the next page.
  await see(driver, /Automatic payments are on/)
  await openPage(driver, `${shop.url}/dashboard?join=${membership.membership_id}`, /Paid until .* Next payment on/)
  await press(driver, /^Cancel membership/)
  await see(driver, /Nothing more is debited. Your courses stay open until/)
  await press(driver, /^Cancel membership$/)
  await see(driver, /Membership cancelled/)

  await signIn(driver, shop, partner)
  await openPage(driver, `${shop.url}/partner`, /Presses in 30 days[\s\S]*2 orders/)
  await fill(driver, 'UPI ID or account number', 'meera@okaxis')
  await fill(driver, 'PAN', 'ABCPE1234F')
  await press(driver, /^Save$/)
  await see(driver, /me••••@okaxis/)
}

/** The owner adds a membership, a partner, a date and a second price, chooses a group, and moves an order. */
export async function sellAllKinds(driver: Driver, shop: Shop): Promise<void> {
  const title = `Owner of an old browser ${Date.now()}`
  await shop.admin('PUT', '/telegram', { token: TOKEN })
  await telegram(shop, 'chats', { title })
  await telegram(shop, 'deliver', {})
  const { course_id } = await createCourse(shop, { price: 900 })
  await openConsole(driver, shop)

  await openPage(driver, `${shop.url}/admin?tab=memberships`, /Memberships/)
  await press(driver, /^Add membership/)
  await fill(driver, 'Name', 'Each quarter')
  await fill(driver, 'Each debit (₹)', '1499')
  await choose(driver, '3 months')
  await choose(driver, 'On sale')
  await save(driver, 'Add membership')
  await see(driver, /₹1,499.00 for 3 months/)

  const partner = newPerson('Farhan Ali')
  await openPage(driver, `${shop.url}/admin?tab=partners`, /Partners/)
  await press(driver, /^Add partner/)
  await fill(driver, 'Name', partner.name)
  await fill(driver, 'Email', partner.email)
  await fill(driver, 'Code', `F-${Date.now()}`)
  await save(driver, 'Add partner')
  await see(driver, /Farhan Ali[\s\S]*Payouts to partners/)

  await openPage(driver, `${shop.url}/admin?tab=courseways&course_id=${course_id}`, /Several prices/)
  await choose(driver, 'Telegram group')
  await until(
    driver,
    'choose the group',
    `const one = Array.from(document.querySelectorAll('option')).find((e) => e.textContent === values[0])
    if (!one) return false
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set.call(one.parentElement, one.value)
    one.parentElement.dispatchEvent(new Event('change', { bubbles: true }))
    return true`,
    title,
  )
  await press(driver, /^Save group/)
  await see(driver, /Students of this course may join/)
  await choose(driver, 'Dates and seats')
  await press(driver, /^Sell by date/)
  await press(driver, /^Add date/)
  await save(driver, 'Save')
  await see(driver, /0 of 20/)
  await press(driver, /^Turn off$/)
  await see(driver, /Sell by date/)
  await choose(driver, 'Several prices')
  await fill(driver, 'Option 1', 'Six months')
  await fill(driver, 'Days of access', '180')
  await fill(driver, 'Option 2', 'For life')
  await fill(driver, 'Price (₹)', '3000', 1)
  await press(driver, /^Turn on$/)
  await see(driver, /Six months ₹900.00/)

  const student = await newAccount(shop)
  const query = new URLSearchParams({ user_id: student.user_id })
  const bought = await createCourse(shop, { price: 499 })
  const { body } = await shop.call<{ order_id: string; order_no: string; payment_link: string }>(
    'POST',
    `/user/buy?${query}`,
    { token: student.token, body: [bought.course_id] },
  )
  await shop.sandbox.pay(body.payment_link.split('/').at(-1) ?? '')
  await shop.sandbox.deliver()
  const { email } = newPerson()
  await openPage(driver, `${shop.url}/admin?tab=orders&order=${body.order_id}`, new RegExp(body.order_no))
  await press(driver, /^Move to another person/)
  await fill(driver, 'Email of the other person', email)
  await fill(driver, 'Reason', 'Bought with the wrong address')
  await save(driver, 'Move the order')
  await see(driver, /Order moved/)
  expect(await awaitMail(shop, email, /Your courses are ready/)).not.toBe('')
}
