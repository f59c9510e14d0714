import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../screen-checks.ts'

test.afterEach(async ({ shop }) => {
  await shop.query('truncate processors')
})

test('an owner reads how long data stay, and adds a processor', { tag: '@long' }, async ({ page, admin }) => {
  await admin.open('/admin?tab=privacy')
  await page.getByRole('tab', { name: 'How long data stays' }).click()
  await expect(page.getByText('72 months after the annual GST return of their year')).toBeVisible()
  await checkScreen(page, 'how long data are stored')
  await page.getByRole('tab', { name: 'Who gets data' }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const processor = page.getByRole('dialog', { name: 'Add a processor' })
  await processor.getByRole('textbox', { name: 'Name' }).fill('Kaveri Hosting')
  await processor.getByRole('textbox', { name: 'What it does for you' }).fill('Runs the server')
  await processor.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Kaveri Hosting')).toBeVisible()
  await checkScreen(page, 'processors')
})
