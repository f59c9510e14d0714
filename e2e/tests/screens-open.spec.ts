import { expect, test } from '../fixtures.ts'
import { newAccount, signIn } from '../people.ts'
import { untilQuiet } from '../quiet.ts'
import { checkLook, checkScreen } from '../screen-checks.ts'
import { startCheckout, toast } from '../steps.ts'

const PHONE = { width: 390, height: 800 }

test('the login dialog is accessible, with its errors', async ({ page, guard }) => {
  guard.allow(/status of 40[01]/)
  await page.goto('/about')
  await page.getByRole('button', { name: 'Sign In' }).click()
  const dialog = page.getByRole('dialog')
  for (const [tab, send] of [
    ['Login', 'Log in'],
    ['Register', 'Register'],
  ] as const) {
    await dialog.getByRole('tab', { name: tab }).click()
    await checkLook(page, `sign-in dialog, ${tab}`)
    await dialog.getByRole('button', { name: send }).click()
    await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveAttribute('aria-invalid', 'true')
    await checkScreen(page, `sign-in dialog, ${tab} with problems`)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeFocused()
})

test('forms that were submitted empty are accessible', async ({ page }) => {
  for (const [path, send] of [
    ['/login', 'Log in'],
    ['/register', 'Register'],
    ['/contact', 'Send message'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('main').getByRole('button', { name: send }).click()
    // The first wrong field has the focus and announces its error.
    const first = page.locator('[aria-invalid=true]').first()
    await expect(first).toBeFocused()
    await expect(first).toHaveAccessibleDescription(/.+/)
    await checkLook(page, `${path} sent empty`)
  }
})

test('the menus are accessible', { tag: '@long' }, async ({ page, shop }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/')
  const top = () => page.getByRole('heading', { level: 1 }).evaluate((element) => element.getBoundingClientRect().top)
  const before = await top()
  await page.getByRole('button', { name: 'Menu' }).click()
  expect(await top(), 'the menu lies over the page').toBe(before)
  await checkLook(page, 'menu of a phone')
  await page.mouse.click(200, 700)
  await expect(page.getByRole('navigation', { name: 'Menu' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
  await signIn(
    page,
    await newAccount(shop, 'A Name That Is Much Longer Than Anybody Would Expect It To Be In A Header'),
  )
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible()
  await checkScreen(page, 'menu of a phone, signed in')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Menu' }).click()
  await checkLook(page, 'menu of a student on a phone')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /Account of/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
  await checkLook(page, 'menu of the student')
  await page.setViewportSize({ width: 1280, height: 800 })
  await checkLook(page, 'menu of the student, wide')
})

test('the questions of a sales page are accessible, one open at a time', { tag: '@long' }, async ({ page }) => {
  await page.goto('/course/reels-growth-mega-bundle')
  const questions = page.getByRole('region', { name: 'Frequently asked questions' }).locator('details')
  await questions.last().locator('summary').click()
  await expect(questions.last()).toHaveAttribute('open')
  await expect(questions.and(page.locator('[open]'))).toHaveCount(1)
  await checkScreen(page, 'open question')
})

test('the notices are accessible, and offer Undo', { tag: '@long' }, async ({ page, guard }) => {
  guard.allow(/status of 401/)
  await page.goto('/courses')
  await page.getByRole('button', { name: 'Add to cart: Reels Growth Mega Bundle' }).click()
  // A notice stays while the pointer is on it.
  await toast(page, 'Added to cart').hover()
  await checkLook(page, 'notice of success')
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('nobody@example.com')
  await page.getByLabel(/^Password/).fill('not-the-password')
  await page.getByRole('button', { name: 'Log in' }).click()
  await toast(page, 'Login failed').hover()
  await checkLook(page, 'notice of a failure')

  await startCheckout(page, 'hindi-script-vault')
  await page.goto('/cart')
  await page.getByRole('button', { name: 'Clear Cart' }).click()
  await toast(page, 'Cart cleared').hover()
  await checkLook(page, 'notice that can be taken back')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('link', { name: 'Hindi Script Vault' })).toBeVisible()
})

test('no element moves with reduced motion', async ({ page }) => {
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main article, main a, main button')].map((element) => {
        const { x, y } = element.getBoundingClientRect()
        return [Math.round(x), Math.round(y + scrollY), getComputedStyle(element).transform].join(' ')
      }),
    )
  await page.goto('/')
  await untilQuiet(page)
  const before = await places()
  await page.getByRole('article').first().hover()
  expect(await places(), 'a card that is pointed at').toEqual(before)
  await page.getByRole('link', { name: 'Explore Courses' }).hover()
  await page.mouse.down()
  expect(await places(), 'a button that is pressed').toEqual(before)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect.poll(places, 'a button that is pressed, with motion').not.toEqual(before)
  await page.mouse.move(0, 0)
  await page.mouse.up()
})
