import { readFile } from 'node:fs/promises'
import { expect, test } from './window-test.ts'

// A data download of the page's own origin; `shell.test.ts` refuses the others.
test('an export of the console is saved', { tag: '@long' }, async ({ page, owner }) => {
  await owner()
  await page.goto('/admin?tab=users')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toContain('student@example.com')
})

test('pages of the store open in the system’s browser, with the address of the shop', { tag: '@long' }, async ({
  page,
  owner,
  shop,
  desktop,
}) => {
  await owner()
  await page.goto('/admin?tab=courses')
  await page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'View sales page' }).click()
  await expect.poll(async () => (await desktop.seen()).opened).toHaveLength(1)
  expect((await desktop.seen()).opened[0]).toMatch(new RegExp(`^${shop.url}/course/`))
  expect(desktop.app.windows()).toHaveLength(1)
})

test('a second start and a closed window lead back to the window, with the login', { tag: '@long' }, async ({
  owner,
  desktop,
}) => {
  await owner()
  const opened = desktop.app.waitForEvent('window')
  await desktop.page.close()
  const count = () => desktop.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
  await expect.poll(count).toBe(0)
  await desktop.app.evaluate(({ app }) => void app.emit('second-instance', {}, [], ''))
  await expect((await opened).getByRole('navigation', { name: 'Admin' })).toBeVisible()
})
