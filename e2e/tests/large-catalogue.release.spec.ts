// Runs before a release: visits thousands of courses.

import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import type { Shop } from '../shop.ts'
import { answerInstead, holdBack, passTimeUntil, stopTime } from '../stand-ins.ts'
import { toast } from '../steps.ts'

// Courses behind the demo's, more than a page can show. They follow at any position, because an earlier journey in this
// shop may have reordered the catalogue.

const MANY = 300
const DEMO = 12
const ALL = MANY + DEMO

const raiseVersion = `with raised as (update catalogue_version set version = version + 1 returning version)
  select pg_notify('catalogue', version::text) from raised`

/** Changes the catalogue by SQL like the program does, and waits until the shop has noticed. */
async function change(shop: Shop, sql: string, total: number): Promise<void> {
  await shop.query(sql)
  await shop.query(raiseVersion)
  const shown = async () => (await fetch(`${shop.url}/api/go/courses?limit=1`)).headers.get('x-total-count')
  await expect.poll(shown).toBe(String(total))
}

test.beforeAll(({ shop }) =>
  change(
    shop,
    `insert into courses (course_id, position, name, description, long_description, header_text, header_below, price_paise, banner)
     select 'bazaar-' || n, last.position + n, 'Bazaar bundle ' || lpad(n::text, 3, '0'), 'What the card says of it', long_description,
       header_text, header_below, 100000 + n, banner
     from generate_series(1, ${MANY}) n, (select * from courses order by position limit 1) first,
       (select max(position) as position from courses) last`,
    ALL,
  ),
)
test.afterAll(({ shop }) => change(shop, `delete from courses where course_id like 'bazaar-%'`, DEMO))

const cards = (page: Page) => page.getByRole('article')
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search courses' })
const more = (page: Page) => page.getByRole('link', { name: 'Show more' })
const bundle = (page: Page, number: string) => page.getByRole('link', { name: `Bazaar bundle ${number}`, exact: true })

test('pages stay small with any number of courses', async ({ shop }) => {
  for (const [path, articles] of [
    ['/', 5],
    ['/courses', 24],
    ['/courses?page=5', 24],
    ['/courses?sort=-price', 24],
    ['/courses?q=bazaar', 24],
    ['/courses?q=whatsapp', 3],
  ] as const) {
    const html = await (await fetch(shop.url + path)).text()
    expect(html.match(/<article/g), path).toHaveLength(articles)
    expect(html.length, path).toBeLessThan(200_000)
  }
  expect(await (await fetch(`${shop.url}/`)).text()).toMatch(new RegExp(`See all (<!-- -->)?${ALL}`))
  const list = await (await fetch(`${shop.url}/courses`)).text()
  const data = [...list.matchAll(/ld\+json">(.*?)<\/script>/gs)].map(([, text = '']) => JSON.parse(text))
  expect(data.find((entry) => entry['@type'] === 'ItemList').itemListElement).toHaveLength(24)
})

test('a page after the last is a 404 that leads to the first', async ({ page, guard }) => {
  guard.allow(/status of 404/)
  expect((await page.goto('/courses?page=99'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'There are no courses on this page' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the first page' }).click()
  await expect(cards(page)).toHaveCount(24)
  await expect(page).toHaveURL('/courses')
})

test('every course is a few links away, also without a script', async ({ page, shop }) => {
  const names = new Set<string>()
  let path: string | undefined = '/courses?sort=price'
  for (let number = 1; path; number++) {
    expect(path).toBe(number === 1 ? '/courses?sort=price' : `/courses?sort=price&page=${number}`)
    const html: string = await (await fetch(shop.url + path)).text()
    for (const [, name = ''] of html.matchAll(/aria-label="Add to cart: (.*?)"/g)) names.add(name)
    path = /href="([^"]*)"[^>]*>Show more</.exec(html)?.[1]?.replaceAll('&amp;', '&')
  }
  expect(names.size).toBe(ALL)
  await page.goto('/courses?sort=price&page=13')
  await page.getByRole('link', { name: 'Show earlier courses' }).click()
  await expect(page).toHaveURL('/courses?sort=price&page=12')
})

test('more courses load below the others, and are restored after reload and back', async ({ page }) => {
  await page.goto('/courses')
  await expect(cards(page)).toHaveCount(24)
  await expect(page.getByText('312 courses. Every price is in rupees.')).toBeVisible()
  // The page is hydrated once it reacts to typing.
  await field(page).fill('b')
  await expect(page).toHaveURL('/courses?q=b')
  await field(page).fill('')
  await expect(page).toHaveURL('/courses')

  await more(page).focus()
  const lastShown = cards(page).nth(23)
  await expect(lastShown).toBeInViewport()
  const place = () => lastShown.evaluate((card) => card.getBoundingClientRect().top)
  // Content near the screen is laid out after this frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  const before = await place()
  await page.keyboard.press('Enter')
  await expect(cards(page)).toHaveCount(48)
  await expect(page.getByRole('status').filter({ hasText: 'Showing 1 to 48 of 312' })).toBeVisible()
  await expect(more(page)).toBeFocused()
  expect(Math.abs((await place()) - before)).toBeLessThan(10)
  await expect(page).toHaveURL('/courses?from=1&page=2')
  await page.keyboard.press('Enter')
  await expect(cards(page)).toHaveCount(72)

  await page.reload()
  await expect(cards(page)).toHaveCount(72)
  await bundle(page, '058').click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goBack()
  await expect(cards(page)).toHaveCount(72)
  await expect(bundle(page, '058')).toBeInViewport()
  await page.goForward()
  await expect(page).toHaveURL('/course/bazaar-58')
})

test('ten pages extend one list, and the next starts a new one at the top', async ({ page }) => {
  await page.goto('/courses?from=1&page=9')
  await expect(cards(page)).toHaveCount(9 * 24)
  await more(page).click()
  await expect(cards(page)).toHaveCount(240)
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/courses?page=11')
  await expect(page.getByText('Showing 241 to 264 of 312')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Show earlier courses' })).toBeInViewport()
  await more(page).click()
  await expect(cards(page)).toHaveCount(48)
  await more(page).click()
  await expect(cards(page)).toHaveCount(72)
  await expect(more(page)).toHaveCount(0)
  // The button is gone, so the focus moves to the first new course.
  await expect(bundle(page, '277')).toBeFocused()
  await page.goBack()
  await expect(cards(page)).toHaveCount(240)
})

test('the search finds the last course, the newest search wins, and old results stay until then', async ({ page }) => {
  await page.goto('/courses')
  await field(page).fill('bundle 300')
  await expect(cards(page)).toHaveCount(1)
  await expect(bundle(page, '300')).toBeVisible()
  await expect(page.getByText('1 course for “bundle 300”')).toBeVisible()
  await expect(page).toHaveURL('/courses?q=bundle+300')

  const first = page.waitForRequest(/q=bundle\+299|q=bundle%20299/)
  const release = await holdBack(page, '/go/courses')
  await field(page).fill('bundle 299')
  await first
  await expect(bundle(page, '300'), 'what was found before stays').toBeVisible()
  await expect(page.getByText('1 course for “bundle 300”')).toBeVisible()
  await field(page).fill('bundle 298')
  release()
  await expect(bundle(page, '298')).toBeVisible()
  await expect(bundle(page, '299')).toHaveCount(0)

  await page.reload()
  await expect(field(page)).toHaveValue('bundle 298')
  await expect(bundle(page, '298')).toBeVisible()
  for (const sign of ['%', '_', '\\']) {
    await field(page).fill(sign)
    await expect(page.getByText('No courses match your search')).toBeVisible()
  }
})

test('the search waits for a pause in typing', async ({ page }) => {
  await page.clock.install()
  await page.goto('/courses')
  await field(page).fill('bundle 12')
  await expect(bundle(page, '120')).toBeVisible()
  const requested: string[] = []
  page.on('request', (request) => request.url().includes('/api/go/courses') && requested.push(request.url()))
  await stopTime(page)
  for (const text of ['bundle 123', 'bundle 124', 'bundle 125']) await field(page).fill(text)
  await expect(page).toHaveURL('/courses?q=bundle+125')
  await passTimeUntil(page, page.getByText('1 course for “bundle 125”'))
  expect(requested.map((url) => new URL(url).searchParams.get('q'))).toEqual(['bundle 125'])
})

test('a failed search or next page shows a message, and can be retried', async ({ page, guard }) => {
  guard.allow(/Failed to load resource/)
  await page.goto('/courses')
  let giveBack = await answerInstead(page, '/go/courses', { status: 400, json: {} })
  await more(page).click()
  await expect(toast(page, 'Failed to load courses')).toBeVisible()
  await expect(cards(page)).toHaveCount(24)
  await giveBack()
  await more(page).click()
  await expect(cards(page)).toHaveCount(48)

  giveBack = await answerInstead(page, '/go/courses', { status: 400, json: {} })
  await field(page).fill('bundle 150')
  await expect(page.getByRole('heading', { name: 'Failed to load courses' })).toBeVisible()
  await giveBack()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(bundle(page, '150')).toBeVisible()
})

test('the cart fetches its own courses, and the browser stores one page of the catalogue', async ({ page }) => {
  await page.goto('/courses?q=bundle+300')
  await page.getByRole('button', { name: 'Add to cart: Bazaar bundle 300' }).click()
  const answer = page.waitForResponse((response) => response.url().includes('/api/go/courses'))
  await page.goto('/cart')
  expect(await (await answer).json()).toMatchObject([{ course_id: 'bazaar-300', price: 1003 }])
  await expect(page.getByRole('link', { name: 'Bazaar bundle 300' })).toBeVisible()

  await page.goto('/courses?from=1&page=4')
  await expect(cards(page)).toHaveCount(96)
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('courses_cache') ?? '[]').length)
  await expect.poll(stored).toBe(24)
})
