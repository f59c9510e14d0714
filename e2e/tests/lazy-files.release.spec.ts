// Runs before a release: loads every file of the build.

import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { tabs } from '../../web-store/src/admin/tabs/tabs.ts'
import { screensFor, type Visit } from '../addresses.ts'
import { logInAdmin } from '../console.ts'
import { createCourse, removeCourse } from '../courses.ts'
import { expect, test } from '../fixtures.ts'
import { quizCourse } from '../lessons.ts'
import { buy, newAccount, signIn } from '../people.ts'
import { finishCourse, review } from '../reviews.ts'

// A lazily loaded file can fail to load: no network, or an update removed it. This test blocks every such file once,
// and the page must survive. The list comes from the build: a new screen or tab that no step loads fails the last expectation.

const COURSE = 'hindi-script-vault'
const CONSOLE = 'src/admin/AdminScreen.tsx'
const TOASTS = 'src/ui/ToastRegion.tsx'
const LINK = 'src/api/link.ts'

/**
 * The page shows nothing if one of these fails: the next page does their work, or data stays in the tab.
 * `offline.spec.ts` covers them.
 */
const SILENT = [
  'src/shared/offline/offline.ts',
  'src/features/offline/DownloadedLessons.tsx',
  // The server applies the same rules to an account's fields.
  'src/shared/login/register-rules.ts',
  // The shop prices the order itself, and names another total before anything is paid.
  'src/shared/cart/owned-parts.ts',
  ...partsThatLeaveTheirPlaceEmpty(),
]

/** A part that another page looks for leaves its place empty, and may be shown only to some. Its feature has the test. */
const SLOT = /Part\.tsx$/

/** Pages in English never load these files of the other languages; `languages.spec.ts` covers them. */
const SENTENCES = ['src/language/first-sentences.ts', 'src/language/sentences.ts']

/** Lists the modules that `later` loads with `failed: () => null`. */
function partsThatLeaveTheirPlaceEmpty(): string[] {
  const store = fileURLToPath(new URL('../../web-store', import.meta.url))
  const empty = /\blater\(\s*\(\) => import\('([^']+)'\),\s*\{[^}]*\bfailed: \(\) => null\b/g
  return globSync('src/**/*.tsx', { cwd: store }).flatMap((file) =>
    Array.from(readFileSync(join(store, file), 'utf8').matchAll(empty), ([, part = '']) => join(file, '..', part)),
  )
}

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[] }

const source = (path: string) => readFile(new URL(`../../web-store/${path}`, import.meta.url), 'utf8')

/** Lists the files that pages and screens of the store load lazily, and the tabs of the console, by source module. */
async function lazyFiles(): Promise<Map<string, string>> {
  const manifest = JSON.parse(await source('dist/client/.vite/manifest.json')) as Record<string, Chunk>
  const lazy = new Set<string>()
  const seen = new Set<string>()
  const visit = (name: string) => {
    const { imports = [], dynamicImports = [] } = manifest[name] ?? {}
    if (seen.has(name) || name === CONSOLE) return
    seen.add(name)
    for (const next of dynamicImports) if (!SENTENCES.includes(next)) lazy.add(next)
    for (const next of [...imports, ...dynamicImports]) visit(next)
  }
  for (const [name, { isEntry }] of Object.entries(manifest)) if (isEntry) visit(name)
  for (const name of Object.keys(manifest)) if (/^src\/admin\/.*Tab\.tsx$/.test(name)) lazy.add(name)
  return new Map([...lazy].map((name) => [name, `/${manifest[name]?.file}`]))
}

/** Blocks files until `release`; `missed` collects the requested modules over all calls. */
async function blockPaths(page: Page, files: Map<string, string>) {
  const missed = new Set<string>()
  let away = new Map<string, string>()
  // A retry of a blocked file adds a query.
  await page.context().route(/\/assets\/[^/]+\.js(\?|$)/, (route) => {
    const module = away.get(new URL(route.request().url()).pathname)
    if (module === undefined) return route.fallback()
    missed.add(module)
    return route.abort()
  })
  return {
    missed,
    /** Blocks these files, or all that were not missed yet. */
    hold(
      modules: string[] = [...files.keys()].filter(
        (name) => !missed.has(name) && ![TOASTS, LINK, ...SILENT].includes(name) && !SLOT.test(name),
      ),
    ) {
      away = new Map(modules.map((name) => [files.get(name) ?? '', name]))
    },
    release: () => away.clear(),
  }
}

const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' }).filter({ visible: true })

/** Asserts that the page reports a missing part, and is complete after Try again. */
async function mend(page: Page, release: () => void): Promise<void> {
  await expect(tryAgain(page).first(), page.url()).toBeVisible()
  release()
  await expect(async () => {
    if ((await tryAgain(page).count()) > 0) await tryAgain(page).first().click()
    await expect(tryAgain(page)).toHaveCount(0, { timeout: 500 })
    // A part that still loads could fail too.
    await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toHaveCount(0, { timeout: 5000 })
    expect(await tryAgain(page).count()).toBe(0)
  }).toPass()
}

// In a plain run `ui/later.test.ts` covers that every part loads this way, and `outages.release.spec.ts` that a retry works.
test('a lazy file that fails never takes the page down, and Try again loads it', {
  tag: '@long',
}, async ({ page, shop, guard }) => {
  // The test opens and repairs sixty pages, a second or two each.
  test.slow()
  // A part that the server wrote is rendered again if its file fails: React reports that as 422.
  guard.allow(/Failed to load resource|Failed to fetch dynamically imported module/, /Minified React error #422/)
  const files = await lazyFiles()
  expect(files.size).toBeGreaterThan(35)
  const student = await newAccount(shop)
  await buy(shop, student, [COURSE])
  // Reviews appear on the page of the course from the third on.
  for (const stars of [5, 4, 5]) await review(shop, 'bio-link-in-an-hour', stars, 'Clear and short.')
  const { missed, hold, release } = await blockPaths(page, files)
  const walk = async (addresses: string[]) => {
    for (const address of addresses) {
      // A link under the pointer would prefetch its screen, and miss it here.
      await page.mouse.move(0, 0)
      hold()
      await page.goto(address)
      await mend(page, release)
    }
  }
  /** Two addresses may share a file, which is missed once. */
  const walkScreens = async (visits: Visit[]) => {
    const isMissed = (file: string) => [...missed].some((name) => name.endsWith(file))
    for (const { path, file } of visits) if (!isMissed(file)) await walk([path])
  }

  // A visitor, with a course in the cart.
  await page.goto('/courses')
  hold([TOASTS])
  await page
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click()
  await expect(page.getByRole('alert').filter({ hasText: 'Added to cart' })).toBeVisible()
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
  await walkScreens(screensFor('public', 'personal', 'guest', 'buyer').filter(({ name }) => name !== 'paymentStatus'))
  await page.goto('/checkout')
  hold(['src/features/checkout/LogInHere.tsx'])
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await mend(page, release)
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await walk(['/nowhere'])
  // Parts that are server-rendered load lazily only on a client-side navigation.
  const isIn = (folder: string) => (name: string) => dirname(name) === folder && !missed.has(name)
  const bundle = await createCourse(shop, {
    kind: 'bundle',
    name: 'Two courses in one',
    bundle_courses: [COURSE, 'bio-link-in-an-hour'],
  })
  const ways = [
    ['Courses', 'src/features/courses', 'src/shared/courses'],
    ['Home', 'src/features/home'],
    ['Bio Link in an Hour', 'src/shared/sales'],
  ] as const
  const plan = (sale: object | null) =>
    shop.admin('PUT', '/courses/set_schedule/bio-link-in-an-hour', { publish_at: null, withdraw: null, sale })
  await plan({ price: 1, from: null, until: new Date(Date.now() + 86_400_000).toISOString() })
  await page.goto('/about')
  for (const [link, ...folders] of ways) {
    if (link === 'Bio Link in an Hour') await page.goto('/courses')
    hold(folders.flatMap((folder) => [...files.keys()].filter(isIn(folder))))
    await page.getByRole('link', { name: link, exact: true }).first().click()
    await mend(page, release)
  }
  await plan(null)
  await walk([`/course/${bundle.course_id}`])
  await removeCourse(shop, bundle.course_id)
  await page.goto('/course/bio-link-in-an-hour')
  await expect(page.getByRole('heading', { name: 'What is inside' })).toBeVisible()
  hold(['src/shared/sales/PreviewDialog.tsx'])
  await page.getByRole('link', { name: 'Watch one lesson free' }).click()
  await mend(page, release)
  await expect(page.getByRole('dialog').locator('video')).toBeVisible()
  await page.keyboard.press('Escape')
  hold(['src/shared/ShareDialog.tsx'])
  await page.getByRole('button', { name: 'Share this course' }).click()
  await mend(page, release)
  await expect(page.getByRole('dialog').getByRole('link', { name: 'WhatsApp' })).toBeVisible()
  await page.goto('/')
  hold()
  await page.getByRole('button', { name: 'Sign In' }).click()
  await mend(page, release)
  await expect(page.getByRole('dialog', { name: 'Log in' })).toBeVisible()

  // A student.
  await signIn(page, student)
  await walk([`/payment_status?course_id=${COURSE}&user_id=${student.user_id}`])
  await walkScreens(screensFor('student', 'learner'))
  await page.goto(`/learn/${COURSE}`)
  hold(['src/features/offline/DownloadLessons.tsx'])
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  await mend(page, release)
  await expect(page.getByRole('dialog', { name: 'Download' })).toBeVisible()
  await page.keyboard.press('Escape')
  hold(['src/features/learn/questions/Questions.tsx'])
  await page.getByRole('tab', { name: 'Questions' }).click()
  await mend(page, release)
  await expect(page.getByRole('textbox', { name: 'Your question' })).toBeVisible()
  const requesting = await quizCourse(shop)
  await buy(shop, student, [requesting])
  await walk([`/learn/${requesting}`])
  await expect(page.getByRole('form', { name: 'Quiz' })).toBeVisible()
  await finishCourse(shop, student, COURSE)
  await page.goto('/dashboard')
  hold(['src/features/dashboard/ReviewCourse.tsx'])
  await page.getByRole('button', { name: /^Review this course/ }).click()
  await mend(page, release)
  await expect(page.getByRole('radio', { name: '5 of 5: Excellent' })).toBeVisible()
  const offer = (offered: boolean) => shop.admin('PUT', `/courses/certificate/${COURSE}`, { offered })
  await offer(true)
  await page.goto('/dashboard')
  hold(['src/features/certificates/CertificateDialog.tsx'])
  await page.getByRole('button', { name: /^Get your certificate/ }).click()
  await mend(page, release)
  await expect(page.getByRole('dialog').getByText('It shows the name of your account')).toBeVisible()
  await offer(false)
  // Parts of the profile can fail only after the profile itself has loaded.
  await walk(['/dashboard/profile'])
  hold([LINK])
  await page.goto('/dashboard/orders')
  await expect(page.getByRole('heading', { name: 'Error loading orders' })).toBeVisible()
  await mend(page, release)
  await expect(page.getByRole('article', { name: /^Order / }).first()).toBeVisible()

  // An admin who views the shop as a student.
  await page.evaluate(() => sessionStorage.setItem('read_only_view', '1'))
  hold(['src/app/ViewBanner.tsx'])
  await page.goto('/about')
  await mend(page, release)
  await expect(page.getByRole('complementary', { name: 'Read-only view' })).toBeVisible()
  await page.evaluate(() => sessionStorage.clear())

  // The owner: the console itself, then its tabs.
  await page.goto('/admin/login')
  await logInAdmin(page, shop.owner)
  // The tab after the login must be loaded, so that the next step misses none of its files.
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  // Two tabs may share a file, too.
  for (const { id, module } of tabs)
    if (!missed.has(module))
      await walk([`/admin?tab=${id}&course_id=${COURSE}${id === 'student' ? `&id=${student.user_id}` : ''}`])
  await walk([`/course/${COURSE}`])
  expect(
    [...files.keys()].filter((name) => /(Screen|Tab)\.tsx$/.test(name) && !missed.has(name)),
    'screens and tabs that no page here asked for',
  ).toEqual([])
})

test('the full style sheet is requested again after a failure', async ({ page, guard }) => {
  guard.allow(/Failed to load resource/)
  await page.context().route(/\/assets\/index-[^/]+\.css$/, (route) => route.abort())
  await page.goto('/')
  // A dialog that the served page does not contain needs the style sheet.
  await page.getByRole('button', { name: 'Sign In' }).filter({ visible: true }).first().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  expect(await dialog.evaluate((element) => getComputedStyle(element).borderRadius)).not.toBe('0px')
})
