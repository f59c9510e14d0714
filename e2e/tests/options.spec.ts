import { expect, test } from '../fixtures.ts'
import { hi } from '../hindi.ts'
import { newAccount, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { goToPayPage, paidHeading, pressPay, sum } from '../steps.ts'
import { holdScripts } from '../taken-over.ts'

const OPTIONS = [
  { option_id: 'half', name: 'Six months', price: 1000, access_days: 180 },
  { option_id: 'year', name: 'One year', price: 1800, access_days: 365, note: 'With two live sessions' },
  { option_id: 'life', name: 'For life', price: 3000, access_days: null },
]
const SOLD = { price: 1000, access_period: 'P180D', options: OPTIONS }

// In a plain run `sales/options/options-http.test.ts` covers the same.
test('a student chooses an option, upgrades for the difference, and keeps the old access after a refund', {
  tag: ['@phone', '@long'],
}, async ({ page, shop, newCourse }) => {
  const { course_id, name } = await newCourse(SOLD)
  const student = await newAccount(shop, 'Meera Iyer')
  await signIn(page, student)
  await page.goto(`/course/${course_id}`)
  const choice = page.getByRole('group', { name: 'Choose an option' })
  await expect(choice.getByRole('radio', { name: /^Six months/ })).toBeChecked()
  await choice.getByRole('radio', { name: /^For life/ }).check()
  await expect(page.getByRole('button', { name: /^Just Rs 3,000/ })).toBeVisible()
  await checkScreen(page, 'a sales page with options')
  await page.getByRole('button', { name: /^Just Rs 3,000/ }).click()
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(choice.getByRole('radio', { name: /^For life/ })).toBeChecked()
  await page.goto('/cart')
  const select = page.getByRole('combobox', { name: `Option of ${name}` })
  await select.selectOption({ label: 'Six months, ₹1,000.00' })
  await expect(sum(page, 'Total')).toHaveText('₹1,000.00')
  await checkScreen(page, 'a cart with options')
  await page.goto('/checkout')
  await choice.getByRole('radio', { name: /^One year/ }).check()
  await choice.getByRole('radio', { name: /^Six months/ }).check()
  await expect(sum(page, 'To pay')).toHaveText('₹1,000.00')
  await checkScreen(page, 'a checkout with options')
  await goToPayPage(page)
  await pressPay(page)
  await expect(paidHeading(page)).toBeVisible()
  await expect(page.getByText(`${name} (Six months)`).first()).toBeVisible()

  await page.goto('/dashboard')
  const offer = page.getByRole('region', { name: `Longer access to ${name}` })
  await offer.getByRole('button', { name: /^Upgrade/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Upgrade your course' })
  await dialog.getByRole('radio', { name: /^For life/ }).check()
  await checkScreen(page, 'an upgrade')
  await dialog.getByRole('button', { name: 'Upgrade for ₹2,000.00' }).dblclick()
  await page.waitForURL('**/sandbox/razorpay/pay/*')
  await pressPay(page)
  await expect(paidHeading(page)).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('article').filter({ hasText: name })).not.toContainText('Access until')
  await expect(offer).toHaveCount(0)

  const [upgrade] = await shop.query<{ order_id: string }>(
    `select order_id from orders where total_paise = 200000 and user_id = (select id from users where user_id = $1)`,
    [student.user_id],
  )
  await shop.admin('POST', `/orders/${upgrade?.order_id}/refund`, { reason: 'Chose too much' })
  await shop.sandbox.deliver()
  await expect
    .poll(async () => {
      await page.goto('/dashboard')
      return page.getByRole('article').filter({ hasText: name }).textContent()
    })
    .toContain('Access until')
  await page.goto('/hi/dashboard')
  await expect(page.getByRole('button', { name: new RegExp(`^${hi('Upgrade')}`) })).toBeVisible()
})

test('an option that is chosen before the scripts load is bought', { tag: ['@phone', '@long'] }, async ({
  page,
  shop,
  newCourse,
}) => {
  const { course_id } = await newCourse(SOLD)
  await signIn(page, await newAccount(shop))
  // The page itself blocks on the theme's script.
  const release = await holdScripts(page, /\/assets\/(?!theme)[^/]*\.js$/)
  await page.goto(`/course/${course_id}`, { waitUntil: 'commit' })
  await page.getByText('For life', { exact: true }).click()
  await expect(page.getByRole('radio', { name: /^For life/ })).toBeChecked()
  release()
  await page.getByRole('button', { name: /^Just Rs 3,000/ }).click()
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(page.getByRole('radio', { name: /^For life/ })).toBeChecked()
})

test('an option that ended is not sold from an older cart', { tag: '@long' }, async ({ page, shop, newCourse }) => {
  const { course_id, name } = await newCourse(SOLD)
  await signIn(page, await newAccount(shop))
  await page.goto(`/course/${course_id}`)
  await page.getByRole('radio', { name: /^For life/ }).check()
  await page.getByRole('button', { name: /^Just Rs 3,000/ }).click()
  await expect(page.getByRole('radio', { name: /^For life/ })).toBeChecked()
  await shop.admin('PUT', `/courses/update_course/${course_id}`, { options: OPTIONS.slice(0, 2) })
  await page.reload()
  await expect(page.getByText(`The price of ${name} (For life) has changed.`, { exact: false })).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Six months/ })).toBeChecked()
  await expect(page.getByRole('radio', { name: /^For life/ })).toHaveCount(0)
})

test('a course with one price has no trace of options', async ({ page, newCourse }) => {
  const { course_id } = await newCourse({ price: 1000 })
  const files: string[] = []
  page.on('request', (request) => files.push(request.url()))
  await page.goto(`/course/${course_id}`)
  await page.getByRole('button', { name: /^Just Rs 1,000/ }).click()
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
  await expect(page.getByRole('group', { name: 'Choose an option' })).toHaveCount(0)
  expect(files.filter((url) => /OptionChoice/.test(url))).toEqual([])
})

test('the owner sells a course at several prices and returns to one', { tag: '@long' }, async ({
  page,
  admin,
  newCourse,
}) => {
  const { course_id } = await newCourse({ price: 1000 })
  await admin.open(`/admin?tab=courseways&course_id=${course_id}`)
  await page.getByText('Several prices', { exact: true }).click()
  await page.getByLabel(/^Option 1/).fill('Six months')
  await page
    .getByLabel(/^Days of access/)
    .first()
    .fill('180')
  await page.getByLabel(/^Option 2/).fill('six months')
  await page
    .getByLabel(/^Price \(₹\)/)
    .nth(1)
    .fill('3000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Each option needs a name of its own')).toBeVisible()
  await page.getByLabel(/^Option 2/).fill('For life')
  await checkScreen(page, 'the form of several prices')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Six months ₹1,000.00, For life ₹3,000.00')).toBeVisible()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await expect(page.getByText('The course has one price again.', { exact: false })).toBeVisible()
})
