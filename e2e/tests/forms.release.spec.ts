// Runs before a release: stops the API under each form of the store.

import { randomInt } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { type Account, newAccount, signIn } from '../people.ts'
import { breakApi } from '../stand-ins.ts'
import { startCheckout, toast } from '../steps.ts'

type Form = {
  open: (page: Page, account: Account) => Promise<unknown>
  /** Text for each field, by label. */
  typed: (account: Account) => Record<string, string>
  send: string
  busy: string
  call: string
  /** The message beside the form if there is no answer. */
  whenDown: string
  /** The message after a 500. */
  whenBroken: string
  done: (page: Page) => Locator | RegExp
}

const asStudent = (path: string) => async (page: Page, account: Account) => {
  await signIn(page, account)
  await page.goto(path)
}
const someone = () => ({ Email: `form-${process.pid}-${randomInt(1e9)}@example.com`, Phone: `9${randomInt(1e8, 1e9)}` })

const forms: Record<string, Form> = {
  'the login': {
    open: (page) => page.goto('/login'),
    typed: ({ email, password }) => ({ Email: email, Password: password }),
    send: 'Log in',
    busy: 'Logging in...',
    call: '/login',
    whenDown: 'Network error. Please check your internet connection.',
    whenBroken: 'Something went wrong',
    done: () => /\/dashboard$/,
  },
  'the registration': {
    open: (page) => page.goto('/register'),
    typed: () => ({ ...someone(), Password: 'Mango-Kulfi-42' }),
    send: 'Register',
    busy: 'Registering...',
    call: '/register',
    whenDown: 'Network error. Please check your internet connection.',
    whenBroken: 'Something went wrong',
    done: () => /\/dashboard$/,
  },
  'the forgotten password': {
    open: (page) => page.goto('/forgot-password'),
    typed: ({ email }) => ({ Email: email }),
    send: 'Get New Password',
    busy: 'Sending...',
    call: '/forget-password',
    whenDown: 'Please check your credentials and try again.',
    whenBroken: 'Something went wrong',
    done: () => /\/login$/,
  },
  'the checkout': {
    open: (page) => startCheckout(page, 'hindi-script-vault'),
    typed: () => ({ Name: 'Asha Verma', ...someone() }),
    send: 'Proceed to Payment',
    busy: 'Processing...',
    call: '/register',
    whenDown: 'Failed to register user. Please check your internet connection and try again.',
    whenBroken: 'Something went wrong',
    done: () => /\/sandbox\/razorpay\/pay\//,
  },
  'the profile': {
    open: asStudent('/dashboard/settings'),
    typed: ({ email, phone }) => ({ 'Full Name': 'Ravi K. Kumar', 'Email Address': email, 'Phone Number': phone }),
    send: 'Save Changes',
    busy: 'Saving...',
    call: '/user/update_profile',
    whenDown: 'Please check your connection and try again.',
    whenBroken: 'Something went wrong',
    done: (page) => toast(page, 'Profile updated'),
  },
  'the change of the password': {
    open: asStudent('/dashboard/settings'),
    typed: ({ password }) => ({ 'Current password': password, 'New password': 'Nimbu-Pani-2027' }),
    send: 'Change password',
    busy: 'Changing...',
    call: '/user/change_password',
    whenDown: 'Please check your connection and try again.',
    whenBroken: 'Something went wrong',
    done: (page) => toast(page, 'Password changed'),
  },
  'the gift code': {
    open: asStudent('/gift'),
    typed: () => ({ 'Gift code': 'ABCD-EFGH-JKLM' }),
    send: 'Continue',
    busy: 'Checking...',
    call: '/user/gifts/look',
    whenDown: 'Please check your connection and try again.',
    whenBroken: 'Something went wrong',
    done: (page) => page.getByText('Gift code not found'),
  },
}

// Browsers log every failed response.
test.beforeEach(({ guard }) => guard.allow(/Failed to load resource/))

/**
 * In a plain run `texts-login.release.spec.ts` sends both through the same failures and checks the input, and the other forms
 * submit by the same hook.
 */
const HELD = ['the registration', 'the forgotten password']

for (const [name, form] of Object.entries(forms)) {
  const title = `${name} keeps what was typed while the API is down, broken or slow, and sends it once`
  test(title, { tag: ['@each-width', ...(HELD.includes(name) ? ['@long'] : [])] }, async ({ page, shop }) => {
    const account = await newAccount(shop)
    await form.open(page, account)
    const typed = Object.entries(form.typed(account))
    const main = page.getByRole('main')
    const field = (label: string) =>
      main.getByRole('textbox', { name: label, exact: true }).or(main.getByLabel(label, { exact: true }))
    for (const [label, value] of typed) await field(label).fill(value)
    const send = main.getByRole('button', { name: form.send, exact: true }).filter({ visible: true })
    const stored = async () => {
      for (const [label, value] of typed) await expect(field(label)).toHaveValue(value)
    }

    for (const [outage, words] of [
      ['down', form.whenDown],
      ['answers 500', form.whenBroken],
    ] as const) {
      const repair = await breakApi(page, outage, form.call)
      await send.click()
      await expect(main.getByText(words)).toBeVisible()
      await stored()
      repair()
    }

    let calls = 0
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === `/api${form.call}`) calls += 1
    })
    const repair = await breakApi(page, 'slow', form.call)
    // A real double click leaves time to render between the presses. A notice may cover the button's end.
    await send.dblclick({ delay: 50, position: { x: 24, y: 20 } })
    const busy = main.getByRole('button', { name: form.busy }).filter({ visible: true })
    await expect(busy).toBeDisabled()
    await stored()
    await field(typed.at(-1)?.[0] ?? '').press('Enter')
    repair()
    const done = form.done(page)
    if (done instanceof RegExp) await expect(page).toHaveURL(done)
    else await expect(done).toBeVisible()
    expect(calls).toBe(1)
  })
}

test('a notice never covers the focused element', { tag: '@both' }, async ({ page }) => {
  await startCheckout(page, 'voice-over-from-home')
  await page.goto('/cart')
  const field = page.getByRole('textbox', { name: 'Promo code' })
  const top = (await field.boundingBox())?.y ?? 0
  const phone = (page.viewportSize()?.width ?? 0) < 768
  // Notices appear where the field then is: at the top of a phone, else at the bottom of the window.
  if (phone) await page.evaluate((down) => window.scrollBy({ top: down, behavior: 'instant' }), top - 90)
  else await page.setViewportSize({ width: 1280, height: Math.round(top) + 70 })
  await field.fill('NO-SUCH-CODE')
  await field.press('Enter')
  const notice = page.getByRole('alert').filter({ hasText: 'Invalid promocode' })
  await expect(notice).toBeVisible()
  const apart = async () => {
    const [one, other] = await Promise.all([notice.boundingBox(), field.boundingBox()])
    if (!one || !other) return 'gone'
    return one.y + one.height <= other.y || other.y + other.height <= one.y
  }
  await expect.poll(apart).toBe(true)
})
