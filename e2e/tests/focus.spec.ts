import { logInAdmin } from '../console.ts'
import { expect, test } from '../fixtures.ts'
import { playableLesson } from '../lessons.ts'
import { buy, newAccount, signIn } from '../people.ts'
import { expectFocus, logIn } from '../steps.ts'

const COURSE = 'reels-growth-mega-bundle'

/** Presses by keyboard; every press of a student is in `student-presses.release.spec.ts`. */

test('a press that leads to another screen takes the focus along', async ({ page, shop }) => {
  await page.goto('/course/hindi-script-vault')
  await page
    .getByRole('button', { name: /^Just Rs/ })
    .first()
    .press('Enter')
  await expect(page).toHaveURL(/\/checkout/)
  await expectFocus(page)
  await page.goto('/login')
  await logIn(page, shop.student)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('main')).toBeFocused()
})

test('a login to the console ends on Home', async ({ page, shop }) => {
  await page.goto('/admin/login')
  await logInAdmin(page, shop.owner)
  await expect(page.getByRole('main')).toBeFocused()
})

test('a button that works, and one that takes its place, keep the focus', async ({ page, shop }) => {
  await playableLesson(shop, COURSE)
  const student = await newAccount(shop)
  await buy(shop, student, [COURSE])
  await signIn(page, student)
  await page.goto(`/learn/${COURSE}`)
  await page.getByRole('button', { name: 'Mark as complete' }).press('Enter')
  await expect(page.getByRole('button', { name: /^Completed/ })).toBeFocused()
  await page.getByRole('button', { name: /^Completed/ }).press('Enter')
  await expect(page.getByRole('button', { name: 'Mark as complete' })).toBeFocused()
})
