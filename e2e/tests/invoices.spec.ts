import { readFile } from 'node:fs/promises'
import { textOfPdf } from '../../server/test/pdf.ts'
import { BUYER_GSTIN, SELLER_GSTIN } from '../../server/test/tax-settings.ts'
import { expect, test } from '../fixtures.ts'
import { hi } from '../hindi.ts'
import { newAccount, newPerson, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import {
  fillDetails,
  goToPayPage,
  mailSubjects,
  paidHeading,
  payButton,
  pressPay,
  startCheckout,
  sum,
  toast,
} from '../steps.ts'
import { holdScripts } from '../taken-over.ts'
import { addressField, businessBox, gstinField, pinField, placeField, setTax, stateField } from '../tax.ts'

const COURSE = 'hindi-script-vault'

// Tax settings apply to the whole shop, and other tests expect none.
test.afterEach(({ shop }) => setTax(shop, { enabled: false }))

test('checkout without invoices has no fields for state and GSTIN', { tag: '@each-width' }, async ({ page }) => {
  const notified = page.waitForResponse('**/api/go/tax')
  await startCheckout(page, COURSE)
  await notified
  await expect(payButton(page)).toBeEnabled()
  await expect(stateField(page)).toBeHidden()
  await expect(gstinField(page)).toBeHidden()
  await expect(page.getByText('GST', { exact: false })).toBeHidden()
})

// In a plain run `documents/paper-fields.test.ts` covers the same.
test('a business in another state gets an invoice with IGST, GSTIN and place of supply', {
  tag: ['@each-width', '@long'],
}, async ({ page, shop, guard }) => {
  // A PIN of another state.
  guard.allow(/status of 422/)
  await setTax(shop, { prices: 'exclusive' })
  const buyer = newPerson('आशा वर्मा')
  await startCheckout(page, COURSE)
  await expect(sum(page, 'GST (18%)')).toHaveText('+₹53.82')
  await expect(sum(page, /^Total/)).toHaveText('₹352.82')
  await fillDetails(page, buyer)
  await payButton(page).click()
  await expect(toast(page, 'Please choose your state')).toBeVisible()
  await expect(stateField(page)).toBeFocused()
  await expect(stateField(page)).toHaveAccessibleDescription('Please choose your state')
  await businessBox(page).check()
  await gstinField(page).fill('29AAGCB7383J1Z5')
  await stateField(page).selectOption('Maharashtra')
  await payButton(page).click()
  await expect(gstinField(page)).toHaveAccessibleDescription(/GSTIN is not valid/)
  await gstinField(page).fill(BUYER_GSTIN.toLowerCase())
  await payButton(page).click()
  await expect(gstinField(page)).toHaveAccessibleDescription(/GSTIN is of another state/)
  await stateField(page).selectOption('Karnataka')
  await payButton(page).click()
  await expect(toast(page, 'Please enter the business address')).toBeVisible()
  await expect(addressField(page)).toBeFocused()
  await addressField(page).fill('4 MG Road')
  await placeField(page).fill('Bengaluru')
  await pinField(page).fill('411001')
  await page.reload()
  await payButton(page).click()
  await expect(pinField(page)).toHaveAccessibleDescription(/This PIN code is of another state than the GSTIN/)
  await pinField(page).fill('560 001')
  await expect(stateField(page)).toHaveValue('29')
  await expect(gstinField(page)).toHaveValue(BUYER_GSTIN.toLowerCase())
  await goToPayPage(page)
  await expect(page.getByText('₹352.82').first()).toBeVisible()
  await pressPay(page)
  await expect(paidHeading(page)).toBeVisible()
  await mailSubjects(shop, buyer.email, 2)

  await page.goto('/dashboard/orders')
  const order = page.getByRole('article', { name: /^Order / })
  await expect(order).toContainText('₹352.82')
  await expect(order).toContainText('GST ₹53.82')
  await order.getByRole('button', { name: 'Documents' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /^Invoice TEST\/\d\d-\d\d\/\d{5} as PDF$/ }).click(),
  ])
  const text = await textOfPdf(await readFile(await download.path()))
  for (const word of [
    'Tax Invoice',
    SELLER_GSTIN,
    BUYER_GSTIN,
    'Karnataka (29)',
    '4 MG Road',
    'Bengaluru 560001',
    'IGST 18%',
    '₹53.82',
    '₹352.82',
  ]) {
    expect(text).toContain(word)
  }
  expect(text).not.toContain('CGST')
})

test('a typed GSTIN sets its state, and prices with tax included show its amount', {
  tag: ['@each-width', '@long'],
}, async ({ page, shop }) => {
  await setTax(shop, {})
  const buyer = await newAccount(shop)
  await signIn(page, buyer)
  await startCheckout(page, COURSE)
  await expect(page.getByText('Includes GST (18%) of ₹45.61')).toHaveCount(1)
  await expect(sum(page, /^Total/)).toHaveText('₹299.00')
  await businessBox(page).check()
  const zone = page.getByRole('checkbox', { name: /Special Economic Zone/ })
  await expect(zone).toHaveCount(0)
  await gstinField(page).fill(BUYER_GSTIN)
  await expect(stateField(page)).toHaveValue('29')
  await zone.check()
  await checkScreen(page, 'checkout with invoices')
  await addressField(page).fill('4 MG Road')
  await placeField(page).fill('Bengaluru')
  await pinField(page).fill('560001')
  await goToPayPage(page)
  const [stored] = await shop.query<{ billing_state: string; billing_gstin: string; billing_sez: boolean }>(
    'select o.billing_state, o.billing_gstin, o.billing_sez from orders o join users u on u.id = o.user_id where u.user_id = $1',
    [buyer.user_id],
  )
  expect(stored).toEqual({ billing_state: '29', billing_gstin: BUYER_GSTIN, billing_sez: true })
})

test('prices show the tax that is added, also without a script, until tax is turned off', {
  tag: ['@each-width', '@long'],
}, async ({ browser, page, shop }) => {
  await setTax(shop, { prices: 'exclusive' })
  const mark = '+ 18% GST'
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  const plain = await context.newPage()
  for (const path of ['/', '/courses', `/course/${COURSE}`]) {
    await plain.goto(path)
    await expect(plain.getByText(mark).first(), path).toBeVisible()
    const shown = await plain.getByText(mark).count()
    await page.goto(path)
    await expect(page.getByText(mark), path).toHaveCount(shown)
  }
  await expect(page.getByText(`+ 18% GST, ₹352.82 in all`)).toBeVisible()
  await page.getByRole('button', { name: 'Just Rs 299/- Only' }).click()
  await expect(sum(page, /^Total/)).toHaveText('₹352.82')
  await page.goto('/cart')
  await expect(page.getByText(`₹299.00 ${mark} each`)).toBeVisible()
  await checkScreen(page, 'cart with tax that is added')
  await setTax(shop, {})
  for (const path of ['/', '/courses', `/course/${COURSE}`]) {
    await plain.goto(path)
    await expect(plain.getByText('GST')).toHaveCount(0)
  }
  await context.close()
})

test('checkout never shows a total without the tax', { tag: ['@each-width', '@long'] }, async ({
  page,
  shop,
  guard,
}) => {
  await setTax(shop, { prices: 'exclusive' })
  await startCheckout(page, COURSE)
  const total = sum(page, /^Total/)
  await expect(total).toHaveText('₹352.82')
  // The page contains the tax: it waits for no answer.
  await page.route('**/api/go/tax', () => {})
  await page.reload()
  await expect(total).toHaveText('₹352.82')
  // The empty document that is sent while the database is down and no frame can be rendered.
  guard.allow(/status of 503/)
  await page.route('**/api/go/tax', (route) =>
    route.fulfill({ status: 503, json: { detail: 'Later', code: 'unavailable' } }),
  )
  await page.route('**/checkout', async (route) => {
    const response = await route.fetch({ url: `${shop.url}/confirm` })
    const html = await response.text()
    const body = html.replace(/(?<=id="shop-settings">).*?(?=<\/script>)/, (shop) =>
      JSON.stringify({ ...JSON.parse(shop), tax: 'unknown' }),
    )
    await route.fulfill({ response, body })
  })
  await page.reload()
  await expect(payButton(page)).toBeEnabled()
  await expect(total).toHaveText('')
  await fillDetails(page, newPerson('Asha'))
  await payButton(page).click()
  await expect(toast(page, 'Failed to load tax')).toBeVisible()
  await page.unroute('**/api/go/tax')
  await payButton(page).click()
  await expect(total).toHaveText('₹352.82')
  await page.unroute('**/checkout')
})

test('checkout requests invoice details as soon as invoices begin', { tag: '@long' }, async ({ page, shop, guard }) => {
  const buyer = await newAccount(shop)
  await signIn(page, buyer)
  await startCheckout(page, COURSE)
  await expect(page.getByText(buyer.email)).toBeVisible()
  await setTax(shop, { prices: 'exclusive' })
  guard.allow(/status of 422/)
  await payButton(page).click()
  await expect(stateField(page)).toHaveAccessibleDescription('Please choose your state')
  await expect(stateField(page)).toBeFocused()
  await expect(sum(page, /^Total/)).toHaveText('₹352.82')
  await stateField(page).selectOption('Maharashtra')
  await goToPayPage(page)
})

test('invoice fields appear before the scripts load, and retain their input', { tag: '@long' }, async ({
  page,
  shop,
}) => {
  await setTax(shop, { prices: 'exclusive' })
  await startCheckout(page, COURSE)
  const state = page.getByRole('combobox', { name: hi('State') })
  const business = page.getByRole('checkbox', { name: hi('I need a GST invoice for my business') })
  const gstin = page.getByRole('textbox', { name: /^GSTIN/ })
  for (const round of ['typed', 'kept']) {
    const release = await holdScripts(page)
    await page.goto('/hi/checkout', { waitUntil: 'commit' })
    await expect(state).toBeVisible()
    await expect(business).toBeVisible()
    release()
    if (round === 'typed') {
      await business.check()
      await gstin.fill(BUYER_GSTIN)
    }
    await expect(state, round).toHaveValue('29')
    await expect(state.locator('option:checked')).toHaveText(hi('Karnataka'))
    await expect(gstin, round).toHaveValue(BUYER_GSTIN)
    await expect(page.getByRole('textbox', { name: hi('Business address') })).toBeVisible()
  }
})
