import { expect, test } from '../fixtures.ts'
import { buy, newAccount, signIn } from '../people.ts'
import { untilQuiet } from '../quiet.ts'

test('the store prints its screens in light colours, without menu and bars, and with what is folded', {
  tag: '@both',
}, async ({ page, shop }) => {
  const student = await newAccount(shop)
  await buy(shop, student, ['hindi-script-vault'])
  await signIn(page, student)
  const colours = () =>
    page.evaluate(() => [document.documentElement, document.body].map((one) => getComputedStyle(one).backgroundColor))
  for (const path of ['/course/reels-growth-mega-bundle', '/refund', '/dashboard/orders']) {
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
    await page.goto(path)
    await untilQuiet(page)
    const light = await colours()
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(colours).not.toEqual(light)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect.poll(colours, path).toEqual(light)
    for (const bar of [':is(header, footer):not(main *)', 'nav', '[data-fixed-bar]'])
      await expect(page.locator(bar).filter({ visible: true }), `${bar} of ${path}`).toHaveCount(0)
    await expect(page.locator('main details:not([open])'), path).toHaveCount(0)
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
    await expect.poll(colours).not.toEqual(light)
  }
  await page.goto('/course/reels-growth-mega-bundle')
  const questions = page.getByRole('region', { name: 'Frequently asked questions' }).locator('details')
  const open = questions.and(page.locator('[open]'))
  await expect(open).toHaveCount(1)
  // A real print, not only its styles.
  const printed = page.evaluate(
    () =>
      new Promise<number>((count) =>
        addEventListener('beforeprint', () => count(document.querySelectorAll('main details:not([open])').length)),
      ),
  )
  await page.pdf()
  expect(await printed).toBe(0)
  await expect(open).toHaveCount(1)
})
