import type { Page } from '@playwright/test'
import { logInAdmin } from '../console.ts'
import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../screen-checks.ts'
import { openShop, type Shop } from '../shop.ts'

test.describe.configure({ mode: 'serial' })
let own: Shop
test.beforeAll(async () => {
  own = await openShop('first_hour')
  await own.query(`update shop_settings set settled_steps = '{}'`)
})
test.afterAll(() => own?.close())

const list = (page: Page) => page.getByRole('region', { name: 'What to do next' })
const logIn = async (page: Page) => {
  await page.goto(`${own.url}/admin/login`)
  await logInAdmin(page, own.owner)
}

test('the first login asks about the demo, and a look around ends at the same press', { tag: '@phone' }, async ({
  page,
}) => {
  await own.query(`update shop_settings set settled_steps = '{}'`)
  await logIn(page)
  await expect(page.getByRole('heading', { name: 'Welcome to your shop' })).toBeVisible()
  await checkScreen(page, 'the question of the first login')
  await page.getByRole('button', { name: 'Look around in the demo' }).click()
  await expect(list(page)).toContainText('You are looking at the demo')
  await expect(page.getByRole('heading', { name: 'Top courses' })).toBeVisible()
  await page.reload()
  await list(page).getByRole('button', { name: 'Begin with my shop' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('12 courses, 9 orders, 2 students')
  await question.getByRole('button', { name: 'Keep the demo' }).click()
})

test('an owner empties the demo in one press that leads to the name; the steps follow to the first course', async ({
  page,
}) => {
  await own.query(`update shop_settings set settled_steps = '{}'`)
  // The picker of Chromium belongs to the system: without it the page asks for files.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showDirectoryPicker'))
  await logIn(page)
  await page.getByRole('button', { name: 'Begin with my shop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Begin with my shop' }).click()
  await expect(page.getByRole('textbox', { name: 'Shop name' })).toBeFocused()
  await page.keyboard.type('Mela')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Home' }).first().click()
  await expect(list(page)).toContainText('1 of 5 done')
  await expect(page.getByRole('region', { name: 'Today' })).toHaveCount(0)
  await expect(list(page).getByRole('listitem').first()).toContainText('Put your first course on sale')
  await checkScreen(page, 'the Home of an empty shop')
  const chooser = page.waitForEvent('filechooser')
  await list(page).getByRole('button', { name: 'Choose a folder' }).click()
  await chooser
  expect((await own.admin<{ demo: unknown }>('GET', '/todo')).demo).toBeNull()
})

test('a list without a row shows one sentence, and nothing to search, filter or export', async ({ page }) => {
  await logIn(page)
  await expect(list(page)).toBeVisible()
  const lists = {
    orders: 'No orders yet',
    courses: 'No courses available',
    bundles: 'No bundles yet',
    content: 'No courses yet',
    users: 'No students yet',
    reviews: 'No reviews yet',
    invoices: 'No invoices yet',
    pastorders: 'No past orders',
    inbox: 'No open messages',
  }
  const tools = page.getByRole('main').locator('[type=search], [type=date], [type=month], select')
  for (const [tab, title] of Object.entries(lists)) {
    await page.goto(`${own.url}/admin?tab=${tab}`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(tools, tab).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Export CSV' }), tab).toHaveCount(0)
    await checkScreen(page, `${tab} without a row`)
  }
})
