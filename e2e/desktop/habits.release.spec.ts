// Runs before a release: visits habits of desktops.

import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { certificate, key } from '../../desktop-admin/test/self-signed.ts'
import { checkScreen } from '../screen-checks.ts'
import { isElectron } from './harness.ts'
import { expect, test } from './window-test.ts'

test('back and forward go through the screens, by key and by the buttons of a mouse', async ({
  page,
  owner,
  desktop,
}) => {
  await owner()
  const tab = (name: string) => page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name }).click()
  await tab('Students')
  await expect(page).toHaveURL(/tab=users/)
  await tab('Media')
  await expect(page).toHaveURL(/tab=media/)
  await desktop.menu('Back')
  await expect(page).toHaveURL(/tab=users/)
  await desktop.menu('Forward')
  await expect(page).toHaveURL(/tab=media/)
  await desktop.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.emit('app-command', {}, 'browser-backward')
  })
  await expect(page).toHaveURL(/tab=users/)
  // Playwright's keys do not reach Electron's own menu.
  if (isElectron) return
  await page.keyboard.press('Alt+ArrowRight')
  await expect(page).toHaveURL(/tab=media/)
})

test('the search finds the text of the page and not itself, and marks each place', async ({ page, owner, desktop }) => {
  await owner()
  await page.goto('/admin?tab=users')
  await expect(page.getByRole('heading', { name: 'Students' })).toBeVisible()
  const marked = () => page.evaluate(() => CSS.highlights.get('found')?.size ?? 0)
  await desktop.menu('Find on This Page…')
  const bar = page.getByRole('search', { name: 'Find on this page' })
  const field = bar.getByRole('textbox')
  await expect(field).toBeFocused()
  await field.fill('students')
  await expect(bar.getByRole('status')).toHaveText(/^1 of \d+$/)
  const count = await marked()
  expect(count).toBeGreaterThan(1)
  await field.press('Enter')
  await expect(bar.getByRole('status')).toHaveText(`2 of ${count}`)
  await field.press('Shift+Enter')
  await field.press('Shift+Enter')
  await expect(bar.getByRole('status')).toHaveText(`${count} of ${count}`)
  await checkScreen(page, 'search on the page')
  // Another screen, with the search still open.
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Media' }).click()
  await expect(bar.getByRole('status')).toHaveText('')
  await field.press('Enter')
  await expect(bar.getByRole('status')).toHaveText(/^1 of \d+$/)
  await field.fill('nothing has this text')
  await expect(bar.getByRole('status')).toHaveText('Not found')
  await field.press('Escape')
  await expect(bar).toBeHidden()
  expect(await marked()).toBe(0)
})

test('the right button offers what can be done there', async ({ page, owner, desktop }) => {
  await owner()
  await page.goto('/admin?tab=addcourse')
  const offered = async () => (await desktop.seen()).offered.map((item) => item.toLowerCase())
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Reels')
  await name.click({ button: 'right' })
  await expect.poll(offered).toEqual(['undo', 'redo', 'cut', 'copy', 'paste', 'selectall'])
  await desktop.app.evaluate(({ webContents }) => {
    const flags = { canUndo: true, canRedo: false, canCut: true, canCopy: true, canPaste: true, canSelectAll: true }
    webContents.getAllWebContents()[0]?.emit(
      'context-menu',
      {},
      {
        misspelledWord: 'Reelz',
        dictionarySuggestions: ['Reels', 'Reel'],
        isEditable: true,
        editFlags: flags,
        selectionText: '',
        linkURL: '',
      },
    )
  })
  await expect.poll(offered).toEqual(expect.arrayContaining(['reels', 'reel', 'add to dictionary']))
})

test.describe('before a shop is chosen', () => {
  test.use({ chosen: false })

  test('a bad certificate is shown with its host and dates, and nothing is sent there', async ({ page }) => {
    const requested: string[] = []
    const server = createServer({ cert: certificate, key }, (request, response) => {
      requested.push(request.url ?? '')
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const address = page.getByRole('textbox', { name: 'Address of the shop' })
    await address.fill(`https://127.0.0.1:${port}`)
    await page.keyboard.press('Enter')
    const shown = page.getByRole('region', { name: 'Certificate' })
    await expect(shown).toContainText('This computer does not know its issuer, 127.0.0.1.')
    await expect(shown).toContainText('20 Nov 2026 to 27 Oct 2126')
    await checkScreen(page, 'bad certificate')
    expect(requested).toEqual([])
    server.closeAllConnections()
    server.close()
  })

  test('the address has an example, and http:// is explained while it is typed', async ({ page }) => {
    const address = page.getByRole('textbox', { name: 'Address of the shop' })
    await expect(address).toHaveAttribute('placeholder', 'shop.example.com')
    await expect(address).toHaveAccessibleDescription(/For example shop.example.com, without \/admin/)
    await address.fill('http://shop.example.com')
    await expect(address).toHaveAccessibleDescription(/Leave out http:\/\//)
    await address.fill('http://localhost:3000')
    await expect(address).toHaveAccessibleDescription(/For example/)
  })
})
