import { expect, test } from '../fixtures.ts'
import { buy, newAccount, newPerson, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { fillDetails, goToPayPage, paidHeading, pressPay, stored, toast } from '../steps.ts'

const REELS = 'Reels Growth Mega Bundle'
const SCRIPTS = 'Hindi Script Vault'
const SCRIPTS_LINE = { id: 'hindi-script-vault', name: SCRIPTS, price: 249, banner: '', quantity: 1 }

test('a buy link opens the checkout with its course and code, and leaves the stored cart', {
  tag: '@phone',
}, async ({ page, context }) => {
  await page.goto('/courses')
  await page.evaluate((line) => localStorage.setItem('cart', JSON.stringify([line])), SCRIPTS_LINE)
  await page.goto('/checkout?course=reels-growth-mega-bundle&code=reels20')
  const main = page.getByRole('main')
  await expect(main).toContainText('REELS20, 20% off')
  await expect(main).toContainText(REELS)
  await expect(main).not.toContainText(SCRIPTS)
  await checkScreen(page, 'the checkout of a buy link')
  expect(await stored(page, 'cart')).toContain('hindi-script-vault')
  expect(await stored(page, 'promocode')).toBeNull()
  // A reload fills it again, and another tab has the browser's own cart.
  await page.reload()
  await expect(main).toContainText('REELS20, 20% off')
  const other = await context.newPage()
  await other.goto('/cart')
  await expect(other.getByRole('main')).toContainText(SCRIPTS)
  await expect(other.getByRole('main')).not.toContainText(REELS)
  await other.close()
  await fillDetails(page, newPerson())
  await goToPayPage(page)
  await pressPay(page)
  await expect(paidHeading(page)).toBeVisible()
  expect(await stored(page, 'cart')).toContain('hindi-script-vault')
})

test('a buy link needs no stored state, and an ended code leaves the full price', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/checkout?course=reels-growth-mega-bundle,hindi-script-vault&code=DIWALI25')
  const main = page.getByRole('main')
  await expect(main).toContainText(REELS)
  await expect(main).toContainText(SCRIPTS)
  await expect(toast(page, 'Promocode has expired')).toBeVisible()
  await expect(main).not.toContainText('DIWALI25, ')
  expect(await stored(page, 'cart')).toBeNull()
})

test('a buy link of a course that is not sold leads to its page, and of an owned one to the dashboard', {
  tag: '@long',
}, async ({ page, shop, guard }) => {
  guard.allow(/status of 404/)
  await page.goto('/checkout?course=no-such-course.')
  await expect(page).toHaveURL('/course/no-such-course')
  await expect(toast(page, 'This course is not on sale now.')).toBeVisible()
  const student = await newAccount(shop)
  await buy(shop, student, ['hindi-script-vault'])
  await signIn(page, student)
  await page.goto('/checkout?course=hindi-script-vault')
  await expect(page).toHaveURL('/dashboard')
  await expect(toast(page, 'You already own this course')).toBeVisible()
  await page.goto('/checkout?course=hindi-script-vault,reels-growth-mega-bundle')
  await expect(toast(page, '1 course of this link is not on sale, or yours already.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(REELS)
})

test('an owner copies the buy link of a course from its row, with a code', { tag: '@long' }, async ({
  page,
  admin,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await admin.open()
  await page.getByRole('button', { name: `Actions for ${REELS}` }).click()
  await page.getByRole('menuitem', { name: 'Copy buy link' }).click()
  const dialog = page.getByRole('dialog', { name: `Buy link of ${REELS}` })
  await dialog.getByRole('combobox', { name: /With a promo code/ }).selectOption('REELS20')
  await checkScreen(page, 'the buy link')
  await dialog.getByRole('button', { name: 'Copy with the code' }).click()
  await expect(toast(page, 'Buy link copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain('/checkout?course=reels-growth-mega-bundle&code=REELS20')
})
