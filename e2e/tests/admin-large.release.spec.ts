// Runs before a release: a console with many rows.

import { expect, test } from '../fixtures.ts'
import { checkScreen } from '../screen-checks.ts'
import type { Shop } from '../shop.ts'
import { toast } from '../steps.ts'

// The demo's courses, plus more than a single list can hold.

const MANY = 600

const raiseVersion = `with raised as (update catalogue_version set version = version + 1 returning version)
  select pg_notify('catalogue', version::text) from raised`

async function change(shop: Shop, sql: string): Promise<void> {
  await shop.query(sql)
  await shop.query(raiseVersion)
}

test.beforeAll(({ shop }) =>
  change(
    shop,
    `insert into courses (course_id, position, name, description, long_description, header_text, header_below, price_paise, banner)
     select 'depot-' || n, 1000 + n, 'Depot bundle ' || lpad(n::text, 3, '0'), description, long_description, header_text,
       header_below, 100000 + n, banner
     from generate_series(1, ${MANY}) n, (select * from courses order by position limit 1) first`,
  ),
)
test.afterAll(async ({ shop }) => {
  await shop.query(`delete from promocodes where course_id like 'depot-%'`)
  await shop.query(`delete from lessons where course_id like 'depot-%'`)
  await change(shop, `delete from courses where course_id like 'depot-%'`)
})

test('a search above the list finds courses among many, and they stay selected', async ({ page, admin, shop }) => {
  await admin.open('/admin?tab=promocodes&new=1')
  const course = page.getByRole('combobox', { name: 'Course' })
  await expect(page.getByText(/The first 100 of 6\d\d courses. Search to find others./)).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search: Course' }).fill('bundle 543')
  await expect(page.getByText('1 course matches')).toBeVisible()
  await course.selectOption('Depot bundle 543')
  const search = page.getByRole('searchbox', { name: 'Search: Another course' })
  await search.fill('bundle 544')
  await page.getByRole('combobox', { name: 'Another course' }).selectOption('Depot bundle 544')
  await search.fill('no such thing')
  await expect(page.getByText('No course matches your search')).toBeVisible()
  const chosen = page.getByRole('list', { name: 'Chosen courses' }).getByRole('listitem')
  await expect(chosen).toHaveText(['Depot bundle 543', 'Depot bundle 544'])
  await checkScreen(page, 'a course chosen among many')
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('DEPOT543')
  await page.getByRole('dialog').getByRole('button', { name: 'Add promo code' }).click()
  await expect(toast(page, 'Promo code added successfully')).toBeVisible()
  const codes = await shop.query(`select course_id, course_ids from promocodes where promocode = 'DEPOT543'`)
  expect(codes).toEqual([{ course_id: 'depot-543', course_ids: ['depot-543', 'depot-544'] }])
})

test('a typed position moves a course among many', async ({ page, admin, shop }) => {
  await admin.open('/admin?tab=editcourse&course_id=depot-7&step=access')
  const place = page.getByRole('textbox', { name: 'Place in the catalogue' })
  await expect(place).toHaveValue(/^\d+$/)
  await place.fill('0')
  await expect(page.getByText(/Enter a number from 1 to 6\d\d/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move', exact: true })).toBeDisabled()
  await checkScreen(page, 'a place that is none')
  await place.fill('555')
  await place.press('Enter')
  await expect(toast(page, 'Catalogue updated')).toBeVisible()
  await expect(page.getByText(/Now at 555 of 6\d\d/)).toBeVisible()
  const placement = await shop.admin<{ place: number }>('GET', '/courses/get_placement/depot-7')
  expect(placement.place).toBe(555)
})

test('a check of many lesson links runs in batches and shows progress', async ({ page, admin, shop }) => {
  const content = Array.from({ length: 45 }, (_, index) => ({
    title: `Lesson number ${index + 1}`,
    watch_link: `https://files.invalid/${index + 1}`,
  }))
  await shop.admin('POST', '/courses/add_content/depot-8', { course_id: 'depot-8', content })
  const requested: number[] = []
  await page.route('**/api/admin/courses/check_links', async (route) => {
    const { links } = route.request().postDataJSON() as { links: string[] }
    requested.push(links.length)
    await expect(page.getByText(`Checked ${(requested.length - 1) * 20} of 45...`)).toBeVisible()
    await route.fulfill({
      json: {
        results: links.map((link) => ({ link, result: 'ok', status: 200, framed: true, reason: `Answered: ${link}` })),
      },
    })
  })
  await admin.open('/admin?tab=content&course_id=depot-8')
  await page.getByRole('button', { name: 'Check links' }).click()
  await expect(page.getByText('Answered: https://files.invalid/45')).toBeVisible()
  await expect(page.getByText('Answered: https://files.invalid/1', { exact: true })).toBeVisible()
  expect(requested).toEqual([20, 20, 5])
  await expect(page.getByRole('button', { name: 'Check links' })).toBeEnabled()
})
