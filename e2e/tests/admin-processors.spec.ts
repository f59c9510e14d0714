import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../screen-checks.ts'

test.afterEach(async ({ shop }) => {
  await shop.query('truncate processors')
})

test('an owner finds how long data stay among the records, and adds a processor', { tag: '@long' }, async ({
  page,
  admin,
}) => {
  await admin.open('/admin?tab=privacy')
  await page.getByRole('link', { name: 'Records' }).click()
  await expect(page.getByRole('button', { name: 'Register as CSV : retention' })).toBeVisible()
  await checkScreen(page, 'the records of personal data')
  await page.getByRole('link', { name: 'Privacy' }).last().click()
  await page.getByRole('link', { name: 'Who gets data' }).click()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const processor = page.getByRole('dialog', { name: 'Add a processor' })
  await processor.getByRole('textbox', { name: 'Name' }).fill('Kaveri Hosting')
  await processor.getByRole('textbox', { name: 'What it does for you' }).fill('Runs the server')
  await processor.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Kaveri Hosting')).toBeVisible()
  await checkScreen(page, 'processors')
})
