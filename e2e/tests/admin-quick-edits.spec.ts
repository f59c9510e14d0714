import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import type { Shop } from '../shop.ts'
import { toast } from '../steps.ts'

/** Makes what is edited, and returns how to read the edited value, its value before, and one after. */
type Quick = {
  what: string
  make: (shop: Shop, course_id: string) => Promise<{ at: string; read: () => Promise<unknown> }>
  edit: (page: Page) => Promise<unknown>
  before: unknown
  after: unknown
}

type Listed<Name extends string> = Record<Name, Record<string, unknown>[]>
const one = async (shop: Shop, path: string, name: string, key: string, id: string) =>
  (await shop.admin<Listed<string>>('GET', path))[name]?.find((row) => row[key] === id) ?? {}

const dialogOf = (page: Page) => page.getByRole('dialog')
const saveIn = (page: Page) => dialogOf(page).getByRole('button', { name: /^(Save|Save changes|Change price)$/ })

const DAY = 86_400_000
const inDays = (days: number) => new Date(Math.ceil(Date.now() / DAY) * DAY + days * DAY).toISOString()

const edits: Quick[] = [
  {
    what: 'a price',
    make: async (shop, course_id) => ({
      at: '/admin?tab=courses&q=Quick+edits',
      read: async () => (await shop.admin<{ price: number }>('GET', `/courses/get_course/${course_id}`)).price,
    }),
    edit: async (page) => {
      await page.getByRole('button', { name: /^Change the price of Quick edits/ }).click()
      await page.getByRole('textbox', { name: 'New price (₹)' }).fill('1299')
      await saveIn(page).click()
    },
    before: 1499,
    after: 1299,
  },
  {
    what: 'a status',
    make: async (shop, course_id) => ({
      at: `/admin?tab=editcourse&course_id=${course_id}`,
      read: async () => (await shop.admin<{ state: string }>('GET', `/courses/get_placement/${course_id}`)).state,
    }),
    edit: async (page) => {
      await page
        .getByRole('navigation', { name: 'Course', exact: true })
        .getByRole('link', { name: /^Settings/ })
        .click()
      await page.getByRole('group', { name: 'In the catalogue' }).getByText('Unlisted').click()
    },
    before: 'published',
    after: 'unlisted',
  },
  {
    what: 'a code',
    make: async (shop, course_id) => {
      const code = `QUICK${Date.now()}`
      await shop.admin(
        'POST',
        `/promocodes/add?promocode=${code}&discount=20&expiry_date=2999-12-31&course_id=${course_id}`,
      )
      return {
        at: `/admin?tab=promocodes&q=${code}`,
        read: async () => (await one(shop, '/promocodes/get_all_promocodes', 'promocodes', 'promocode', code)).paused,
      }
    },
    edit: async (page) => {
      await page.getByRole('button', { name: /^Change QUICK/ }).click()
      await page.getByRole('checkbox', { name: /^Paused/ }).check()
      await saveIn(page).click()
    },
    before: false,
    after: true,
  },
  {
    what: 'an offer',
    make: async (shop, course_id) => {
      const body = { course_id, price: 1400, headline: 'Made for this course', text: null, with: 'any', active: true }
      const { offer_id } = await shop.admin<{ offer_id: string }>('POST', '/offers', body)
      return {
        at: '/admin?tab=offers',
        read: async () => (await one(shop, '/offers', 'offers', 'offer_id', offer_id)).price,
      }
    },
    edit: async (page) => {
      await page.getByRole('button', { name: 'Change the offer of Quick edits' }).click()
      await page.getByLabel('Price at checkout (₹)').fill('1300')
      await saveIn(page).click()
    },
    before: 1400,
    after: 1300,
  },
  {
    what: 'a share',
    make: async (shop) => {
      const code = `meera${Date.now()}`
      const share = { code, percent: 20, window_days: 30, state: 'active' }
      await shop.admin('POST', '/partners', { name: 'Meera of quick edits', email: `${code}@example.com`, ...share })
      return {
        at: '/admin?tab=partners',
        read: async () => (await one(shop, '/partners', 'partners', 'code', code.toUpperCase())).percent,
      }
    },
    edit: async (page) => {
      await page.getByRole('button', { name: 'Change Meera of quick edits' }).click()
      await page.getByLabel('Share (%)').fill('30')
      await saveIn(page).click()
    },
    before: 20,
    after: 30,
  },
  {
    what: 'the state of a membership',
    make: async (shop) => {
      const terms = { price: 499, period: 'month', cycles: null, grace_days: 3 }
      const body = { name: 'Quick membership', description: null, course_ids: 'all', state: 'draft', ...terms }
      const { membership } = await shop.admin<{ membership: { membership_id: string } }>('POST', '/memberships', body)
      return {
        at: '/admin?tab=memberships',
        read: async () =>
          (await one(shop, '/memberships', 'memberships', 'membership_id', membership.membership_id)).state,
      }
    },
    edit: async (page) => {
      await page.getByRole('button', { name: 'Change Quick membership' }).click()
      await page.getByRole('group', { name: 'State' }).getByText('On sale').click()
      await saveIn(page).click()
    },
    before: 'draft',
    after: 'on_sale',
  },
  {
    what: 'a date',
    make: async (shop, course_id) => {
      await shop.admin('PUT', `/courses/update_course/${course_id}`, { workshops: true })
      const run = { starts_at: inDays(14), ends_at: inDays(15), seats: 20, replay_days: 30 }
      const { run_id } = await shop.admin<{ run_id: string }>('POST', '/runs', { course_id, ...run })
      return {
        at: `/admin?tab=courseways&course_id=${course_id}`,
        read: async () => (await one(shop, `/runs?course_id=${course_id}`, 'runs', 'run_id', run_id)).seats,
      }
    },
    edit: async (page) => {
      await page.getByText('Dates and seats').click()
      await page.getByRole('button', { name: /^Change / }).click()
      await page.getByLabel('Seats').fill('12')
      await saveIn(page).click()
    },
    before: 20,
    after: 12,
  },
]

for (const { what, make, edit, before, after } of edits)
  test(`${what} is put back by Undo in the message of its edit`, async ({ page, admin, shop, newCourse }) => {
    const { course_id } = await newCourse({ name: 'Quick edits', price: 1499 })
    const { at, read } = await make(shop, course_id)
    expect(await read()).toEqual(before)
    await admin.open(at)
    await edit(page)
    const undo = page.getByRole('button', { name: 'Undo' })
    await expect(undo).toBeVisible()
    expect(await read()).toEqual(after)
    await undo.click()
    await expect.poll(read).toEqual(before)
    await expect(undo).toHaveCount(0)
  })

test('a price that moves by more than half is asked about, in the list and in the course', async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const { course_id } = await newCourse({ name: 'Quick edits', price: 1499 })
  const price = async () => (await shop.admin<{ price: number }>('GET', `/courses/get_course/${course_id}`)).price
  const question = page.getByRole('alertdialog', { name: '₹149.00 instead of ₹1,499.00?' })
  await admin.open('/admin?tab=courses&q=Quick+edits')
  await page.getByRole('button', { name: /^Change the price of Quick edits/ }).click()
  const field = page.getByRole('textbox', { name: 'New price (₹)' })
  await field.fill('149')
  await field.press('Enter')
  await expect(question).toContainText('The price drops by 90%')
  await question.getByRole('button', { name: 'Back' }).click()
  await expect(question).toHaveCount(0)
  await expect(field).toHaveValue('149')
  expect(await price()).toBe(1499)
  await field.press('Enter')
  await question.getByRole('button', { name: 'Yes, save it' }).click()
  await expect.poll(price).toBe(149)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(price).toBe(1499)

  await page.goto(`/admin?tab=editcourse&course_id=${course_id}`)
  await page.getByLabel('Price (₹)').fill('149')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await question.getByRole('button', { name: 'Back' }).click()
  expect(await price()).toBe(1499)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await question.getByRole('button', { name: 'Yes, save it' }).click()
  await expect(toast(page, 'Course updated successfully')).toBeVisible()
  expect(await price()).toBe(149)

  await page.goto(`/admin?tab=courseprice&course_id=${course_id}`)
  await page.getByRole('textbox', { name: 'Sale price (₹)' }).fill('15')
  await page.getByLabel('Until (Indian time)').fill('2999-12-31T20:00')
  await page.getByRole('button', { name: 'Save plan' }).click()
  const sale = page.getByRole('alertdialog', { name: '₹15.00 instead of ₹149.00?' })
  await sale.getByRole('button', { name: 'Yes, save it' }).click()
  const plan = () => shop.admin<{ sale: object | null }>('GET', `/courses/get_schedule/${course_id}`)
  await expect.poll(plan).toMatchObject({ sale: { price: 15 } })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(plan).toMatchObject({ sale: null })
})
