// Runs before a release: visits every screen in every language.

import { tabs } from '../../web-store/src/admin/tabs/tabs.ts'
import { logInAdmin } from '../console.ts'
import { expect, test } from '../fixtures.ts'
import { newAccount, newPerson } from '../people.ts'
import { untilQuiet } from '../quiet.ts'
import { fillDetails, logIn, payButton, pressPay, startCheckout } from '../steps.ts'
import { translate } from '../translated.ts'

test.beforeEach(async ({ page, guard }) => {
  // React reports a hydration mismatch when a page was translated before hydration.
  guard.allow(/Failed to load resource/, /Minified React error #418/)
  await translate(page)
})

/** Matches once the texts of the page are translated. */
const translated = { selector: 'main font > font' }

test('a translated login refuses a wrong password and accepts the right one', { tag: '@each-width' }, async ({
  page,
  shop,
}) => {
  const account = await newAccount(shop)
  await page.goto('/login')
  await expect(page.locator(translated.selector).first()).toBeAttached()
  for (const _ of ['first', 'second']) {
    await logIn(page, { ...account, password: 'Wrong-Kulfi-42' })
    await expect(page.getByRole('main').getByText('Invalid email or password')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeEnabled()
  }
  await logIn(page, account)
  await expect(page.getByRole('heading', { name: /Welcome back/ })).toBeVisible()
})

test('a translated registration shows its errors and creates the account', { tag: '@each-width' }, async ({
  page,
  shop,
}) => {
  const { email, phone } = newPerson()
  const { email: taken } = await newAccount(shop)
  await page.goto('/register')
  await expect(page.locator(translated.selector).first()).toBeAttached()
  const main = page.getByRole('main')
  const send = main.getByRole('button', { name: 'Register' })
  await send.click()
  await expect(main.getByText('Invalid email address')).toBeVisible()
  await main.getByRole('textbox', { name: 'Email', exact: true }).fill(taken)
  await main.getByRole('textbox', { name: 'Phone', exact: true }).fill(phone)
  await main.getByLabel('Password', { exact: true }).fill('Mango-Kulfi-42')
  await send.click()
  await expect(main.getByText(/already/)).toBeVisible()
  await main.getByRole('textbox', { name: 'Email', exact: true }).fill(email)
  await send.click()
  await expect(page.getByRole('heading', { name: /Welcome back/ })).toBeVisible()
})

test('a translated checkout shows its errors and leads to the payment', { tag: '@each-width' }, async ({ page }) => {
  await startCheckout(page, 'hindi-script-vault')
  await expect(page.locator(translated.selector).first()).toBeAttached()
  await payButton(page).click()
  await expect(page.getByRole('main').getByText('Please enter your name').first()).toBeVisible()
  await fillDetails(page, newPerson())
  await page.route('**/api/user/buy?*', (route) => route.abort(), { times: 1 })
  await payButton(page).click()
  await expect(page.getByRole('main').getByText(/^Failed to process purchase/)).toBeVisible()
  await payButton(page).click()
  await page.waitForURL('**/sandbox/razorpay/pay/*')
  await pressPay(page)
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible()
})

test('a translated console refuses a wrong password and accepts the right one', async ({ page, shop }) => {
  await page.goto('/admin/login')
  await expect(page.locator(translated.selector).first()).toBeAttached()
  for (const _ of ['first', 'second']) {
    await logInAdmin(page, { ...shop.owner, password: 'Wrong-Kulfi-42' })
    await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeEnabled()
  }
  await logInAdmin(page, shop.owner)
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
})

test('a translated shop finds courses, fills a cart and refuses an empty message', async ({ page }) => {
  await page.goto('/courses')
  await expect(page.locator(translated.selector).first()).toBeAttached()
  const main = page.getByRole('main')
  await main.getByRole('searchbox').fill('hindi')
  await expect(main.getByRole('link', { name: /Hindi Script Vault/ }).first()).toBeVisible()
  await main.getByRole('searchbox').fill('nothing like it')
  await expect(main.getByText(/No courses match|No course/).first()).toBeVisible()
  await page.goto('/courses')
  await main.getByRole('button', { name: 'Add to cart: Voice-over From Home' }).click()
  await page.goto('/cart')
  const quantity = main.getByRole('group', { name: /^Quantity of/ }).first()
  await quantity.getByRole('button', { name: 'Increase' }).click()
  await quantity.getByRole('button', { name: 'Decrease' }).click()
  await main.getByRole('textbox', { name: 'Promo code' }).fill('NOTHING')
  await main.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Invalid promocode').first()).toBeVisible()
  await main
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click()
  await expect(main.getByText('Your cart is empty')).toBeVisible()
  await page.goto('/contact')
  await main.getByRole('button', { name: 'Send message' }).click()
  await expect(main.locator('[aria-invalid="true"]').first()).toBeVisible()
})

test('every tab of a translated console opens', async ({ page, shop }) => {
  await page.goto('/admin')
  await logInAdmin(page, shop.owner)
  await expect(page.getByRole('main')).toBeVisible()
  for (const { id } of tabs.filter(({ place }) => !place.startsWith('under'))) {
    await page.goto(`/admin?tab=${id}`)
    await expect(page.locator(translated.selector).first()).toBeAttached()
    await untilQuiet(page)
    await expect(page.getByText(/could not be opened|Something went wrong/)).toHaveCount(0)
  }
})

test('an element removes, rewrites and precedes a text of its own that a translation has replaced', async ({
  page,
}) => {
  await page.goto('/about')
  await expect(page.locator(translated.selector).first()).toBeAttached()
  const shown = await page.evaluate(async () => {
    const line = document.createElement('p')
    const [one, two] = [document.createTextNode('One'), document.createTextNode('Two')]
    line.append(one, two)
    document.querySelector('main')?.append(line)
    const translated = () => new Promise<void>((resolve) => setTimeout(resolve))
    await translated()
    const steps = [line.querySelectorAll('font > font').length]
    line.insertBefore(document.createElement('hr'), two)
    one.nodeValue = 'Three'
    await translated()
    line.removeChild(two)
    return { steps, html: line.innerHTML.replaceAll(/<\/?font[^>]*>/g, '') }
  })
  expect(shown).toEqual({ steps: [2], html: 'Three<hr>' })
})
