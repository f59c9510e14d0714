// Runs before a release: breaks the connection on every screen.

import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { type Account, buy, newAccount, signIn } from '../people.ts'
import { breakApi, waitInPageFor } from '../stand-ins.ts'
import { openMenu, requestCode, startCheckout, sum } from '../steps.ts'

const COURSE = { id: 'hindi-script-vault', name: 'Hindi Script Vault' }

type Screen = {
  /** The page before, and the step from there. */
  from: string
  open: (page: Page, student: Account) => Promise<unknown>
  /** Visible while no answer has arrived. */
  wait: (page: Page) => Locator
  /** The message that stays if no answer arrives. */
  words: string
  again?: string
  /** Visible once the call has worked. */
  content: (page: Page, student: Account) => Locator
}

const loading = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: /^Loading/ })
    .first()
const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name })
const to = (path: string) => (page: Page) => page.goto(path)
const byMenu = (name: string) => async (page: Page) => {
  await openMenu(page)
  await page
    .getByRole('navigation', { name: /^(Main|Menu)$/ })
    .filter({ visible: true })
    .getByRole('link', { name })
    .click()
}

const ofEverybody: Record<string, Screen> = {
  'the home page': {
    from: '/about',
    open: byMenu('Home'),
    wait: loading,
    words: 'Failed to load featured courses',
    content: (page) => page.getByRole('region', { name: 'Featured courses' }).getByRole('article').first(),
  },
  'the catalogue': {
    from: '/about',
    open: byMenu('Courses'),
    wait: loading,
    words: 'Failed to load courses',
    content: (page) => page.getByRole('article').filter({ hasText: COURSE.name }),
  },
  'a sales page': {
    from: '/courses',
    open: (page) => page.getByRole('link', { name: COURSE.name }).click(),
    wait: loading,
    words: 'Failed to load course details',
    content: (page) => page.getByRole('button', { name: 'Just Rs 299/- Only' }),
  },
}

/** The dashboard is not among them: it comes with its document, and a link there finds what the header has read. */
const ofAStudent: Record<string, Screen> = {
  'the orders': {
    from: '/about',
    open: to('/dashboard/orders'),
    wait: loading,
    words: 'Error loading orders',
    content: (page) => page.getByRole('article', { name: /^Order / }),
  },
  'the profile': {
    from: '/about',
    open: to('/dashboard/profile'),
    wait: loading,
    words: 'Failed to load profile data',
    content: (page, student) => page.getByText(student.user_id),
  },
  'the settings': {
    from: '/about',
    open: to('/dashboard/settings'),
    wait: loading,
    words: 'Failed to load profile data',
    content: (page) => page.getByRole('textbox', { name: 'Full Name' }),
  },
  'the player': {
    from: '/dashboard',
    open: (page) => page.getByRole('link', { name: /^Start course/ }).click(),
    wait: loading,
    words: 'Failed to load course content',
    content: (page) => page.getByRole('navigation', { name: 'Lessons' }),
  },
  'the payment status': {
    from: '/about',
    open: (page, { user_id }) => page.goto(`/payment_status?course_id=${COURSE.id}&user_id=${user_id}`),
    wait: heading('Verifying Payment'),
    words: "We couldn't verify your payment.",
    again: 'Check again',
    content: heading('Payment Successful!'),
  },
}

// Browsers log every failed response.
test.beforeEach(({ guard }) => guard.allow(/Failed to load resource/))

/** One of each kind for plain runs; the others wait and fail by the same parts. */
const KINDS = ['a sales page', 'the orders', 'the payment status']

for (const [name, screen] of Object.entries({ ...ofEverybody, ...ofAStudent })) {
  const title = `${name} waits in view for an API that is slow, and says when it is down or broken, until it works again`
  test(title, { tag: ['@each-width', ...(KINDS.includes(name) ? [] : ['@long'])] }, async ({ page, shop }) => {
    const student = await newAccount(shop)
    if (name in ofAStudent) {
      await buy(shop, student, [COURSE.id])
      await signIn(page, student)
    }
    await page.clock.install()
    await page.goto(screen.from)
    let repair = await breakApi(page, 'slow')
    await screen.open(page, student)
    await waitInPageFor(page, screen.wait(page))
    await page.clock.fastForward(3000)
    await expect(screen.wait(page)).toBeVisible()
    repair()
    await expect(screen.content(page, student)).toBeVisible()

    const main = page.getByRole('main')
    for (const outage of ['down', 'answers 500'] as const) {
      await page.goto(screen.from)
      repair = await breakApi(page, outage)
      await screen.open(page, student)
      await waitInPageFor(page, main.getByText(screen.words))
      // The notice has gone by then; the page still shows the message.
      await expect(main.getByText(screen.words)).toBeVisible()
      repair()
      await main.getByText(screen.again ?? 'Try again', { exact: true }).click()
      await waitInPageFor(page, screen.content(page, student))
    }
  })
}

test('public pages open by address or by link whatever the API does', { tag: '@each-width' }, async ({ page }) => {
  for (const outage of ['down', 'answers 500', 'slow'] as const) {
    const repair = await breakApi(page, outage)
    for (const path of ['/', '/courses', `/course/${COURSE.id}`]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(COURSE.name).first()).toBeAttached()
    }
    for (const [link, title] of [
      ['Privacy', /privacy/i],
      ['Terms', /terms/i],
      ['Cookies', /cookie/i],
    ] as const) {
      await page.getByRole('contentinfo').getByRole('link', { name: link }).click()
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    }
    for (const link of ['About', 'Contact']) {
      await byMenu(link)(page)
      await expect(page).toHaveURL(`/${link.toLowerCase()}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    repair()
  }
})

test('cart and checkout continue with stored data while the API does not answer', { tag: '@each-width' }, async ({
  page,
}) => {
  const main = page.getByRole('main')
  await startCheckout(page, COURSE.id)
  for (const outage of ['down', 'answers 500', 'slow'] as const) {
    for (const path of ['/cart', '/checkout']) {
      const repair = await breakApi(page, outage)
      await page.goto(path)
      await expect(sum(page, /^Total$/)).toHaveText('₹299.00')
      await expect(main.getByText(COURSE.name).filter({ visible: true }).first()).toBeVisible()
      if (path === '/checkout') await requestCode(page)
      if (outage !== 'slow') await expect(main.getByText('Failed to load promocodes')).toBeVisible()
      repair()
      if (outage !== 'slow') await main.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('button', { name: 'WELCOME10 (10% off)' })).toBeVisible()
      await expect(main.getByText('Failed to load promocodes')).toBeHidden()
    }
  }
})

test('a screen that failed to load shows a message, and loads with the next attempt', {
  tag: '@phone',
}, async ({ page, guard }) => {
  guard.allow(/Failed to fetch dynamically imported module|error loading dynamically imported/)
  await page.goto('/about')
  await page.route('**/assets/CartScreen-*.js', (route) => route.abort())
  await page.getByRole('link', { name: 'Cart', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'This page could not be opened' })).toBeVisible()
  await page.unroute('**/assets/CartScreen-*.js')
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
})
