import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { buy, newAccount, signIn } from '../people.ts'
import { untilTakenOver } from '../taken-over.ts'

const COURSE = 'hindi-script-vault'
const screens = [
  ['/dashboard', 'Welcome back, Ravi Kumar!', ['/api/user/dashboard']],
  [`/learn/${COURSE}`, 'How a script is built', ['/api/user/dashboard', `/api/user/courses/get_content/${COURSE}`]],
] as const

/** Keeps every script of the app waiting from each `hold` until the next `release`. */
async function scriptsOf(page: Page) {
  let gate = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await gate.promise
    await route.continue()
  })
  return {
    hold: () => {
      gate = Promise.withResolvers<void>()
    },
    release: () => gate.resolve(),
  }
}

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 1024

test('dashboard and lesson are read before a script is there, and go on as they were', { tag: '@both' }, async ({
  page,
  shop,
}) => {
  const student = await newAccount(shop)
  await buy(shop, student, [COURSE])
  await signIn(page, student)
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  const scripts = await scriptsOf(page)
  for (const [path, heading, calls] of screens) {
    scripts.hold()
    requested.length = 0
    await page.goto(path, { waitUntil: 'commit' })
    await expect.poll(() => requested.filter((one) => one === '/screen')).toHaveLength(1)
    const title = page.getByRole('heading', { level: 1, name: heading })
    const main = page.locator('main')
    if (isPhone(page)) await expect(title).toBeVisible()
    const drawn = isPhone(page) ? await main.innerText() : ''
    scripts.release()
    await untilTakenOver(page)
    await expect(title).toBeVisible()
    if (drawn) expect(await main.innerText()).toContain(drawn.slice(-60))
    const again = requested.filter((one) => calls.some((call) => call === one))
    expect(again, 'what came with the screen is not asked for again').toEqual([])
  }
})

test('a press before the scripts is answered by what takes its place', { tag: '@phone' }, async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const student = await newAccount(shop)
  await buy(shop, student, [COURSE])
  await signIn(page, student)
  const scripts = await scriptsOf(page)
  scripts.hold()
  await page.goto('/dashboard', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Menu' }).click()
  scripts.release()
  await expect(page.getByRole('button', { name: 'Close menu' })).toBeVisible()
  await expect(page.locator('#student-menu')).toBeVisible()
})

test('a screen that the server does not draw is drawn by the app, and a visitor is led to the login', {
  tag: '@phone',
}, async ({ page, shop, guard }) => {
  guard.allow(/ERR_FAILED .*screen/)
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login/)
  const student = await newAccount(shop)
  await buy(shop, student, [COURSE])
  await signIn(page, student)
  await page.route('**/screen?**', (route) => route.abort())
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Welcome back, Ravi Kumar!' })).toBeVisible()
})
