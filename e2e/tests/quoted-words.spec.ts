import { readFile } from 'node:fs/promises'
import { logInAdmin } from '../console.ts'
import { expect, test } from '../fixtures.ts'
import { newAccount, signIn } from '../people.ts'
import { toast } from '../steps.ts'

type Screen = { as: 'visitor' | 'student' | 'admin'; at: string; words: string[] }

/** Sentences that the specification quotes, by the screen that has them; those that an action says have a test of the sources. */
const { screens } = JSON.parse(await readFile(new URL('../quoted-words.json', import.meta.url), 'utf8')) as {
  screens: Screen[]
}

/** Finds words with either apostrophe. */
const shown = (words: string) =>
  new RegExp(words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll("'", "['’]"))

for (const as of ['visitor', 'student', 'admin'] as const)
  test(`each quoted sentence is on its screen, as a ${as} sees it`, async ({ page, admin, shop, guard }) => {
    guard.allow(/status of 404/)
    if (as === 'student') await signIn(page, await newAccount(shop))
    if (as === 'admin') await admin.open()
    for (const { at, words } of screens.filter((screen) => screen.as === as)) {
      await page.goto(at)
      for (const one of words) await expect.soft(page.locator('body'), at).toContainText(shown(one))
    }
  })

test('an admin reads the quoted sentence of a login', async ({ page, shop }) => {
  await page.goto('/admin/login')
  await logInAdmin(page, shop.owner)
  await expect(toast(page, 'Login successful')).toBeVisible()
})
