// Runs before a release: presses twice in the console; double-clicks.spec.ts does so in the store.

import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { newAccount, newPerson } from '../people.ts'
import { untilQuiet } from '../quiet.ts'
import type { Shop } from '../shop.ts'
import { expectFocus, toast } from '../steps.ts'

type Press = {
  name: string
  at: (shop: Shop, course: string) => Promise<string> | string
  fill: (page: Page) => Promise<void>
  press: (page: Page) => Promise<void>
  /** Says that the press has worked. */
  done: string | RegExp
}

const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name })
const click = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click()

const messageOf = async (shop: Shop) => {
  const { name, email } = newPerson('Imran Sample')
  const sent = { name, email, subject: 'A question', message: 'When does it begin?' }
  const { body } = await shop.call<{ ticket_no: string }>('POST', '/contact', { body: sent })
  return body.ticket_no
}

/** A press on each kind of the console's forms: a tab, an editor, a dialog, a drawer and a thread. */
const presses: readonly Press[] = [
  {
    name: 'add a promo code',
    at: () => '/admin?tab=promocodes&new=1',
    fill: (page) =>
      field(page, 'Code')
        .first()
        .fill(`ENDED${newPerson().phone.slice(-6)}`),
    press: (page) => page.getByRole('dialog').getByRole('button', { name: 'Add promo code' }).click(),
    done: 'Promo code added successfully',
  },
  {
    name: 'save a course',
    at: (_shop, course) => `/admin?tab=editcourse&course_id=${course}`,
    fill: (page) => page.getByLabel('Price (₹)').fill('230'),
    press: click('Save changes'),
    done: 'Course updated successfully',
  },
  {
    name: 'write a note on a student',
    at: async (shop) => `/admin?tab=student&id=${(await newAccount(shop)).user_id}`,
    fill: (page) => page.getByLabel('New note').fill('Asked for Marathi captions.'),
    press: click('Save note'),
    done: 'Asked for Marathi captions.',
  },
  {
    name: 'correct a student',
    at: async (shop) => `/admin?tab=users&q=${encodeURIComponent((await newAccount(shop)).email)}`,
    fill: async (page) => {
      await page.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menuitem', { name: 'Edit details' }).click()
      await page.getByRole('dialog').getByLabel('Name').fill('Ravi K. Kumar')
    },
    press: (page) => page.getByRole('dialog').getByRole('button', { name: 'Save changes' }).click(),
    done: /saved|updated/i,
  },
  {
    name: 'answer a message',
    at: async (shop) => `/admin?tab=inbox&ticket=${await messageOf(shop)}`,
    fill: (page) => field(page, 'Your answer').first().fill('It begins on Monday.'),
    press: (page) => page.getByRole('button', { name: /^Send/ }).first().click(),
    done: 'It begins on Monday.',
  },
  {
    name: 'invite an admin',
    at: () => '/admin?tab=admins&new=1',
    fill: (page) => field(page, /Email/).first().fill(newPerson().email),
    press: (page) => page.getByRole('dialog').getByRole('button', { name: 'Add admin' }).click(),
    done: /One-time password for/,
  },
]

test.beforeEach(({ guard }) => guard.allow(/Failed to load resource/))

for (const { name, at, fill, press, done } of presses) {
  test(`${name}: a session that ended asks for the password over the form, and the press goes on`, async ({
    page,
    admin,
    shop,
    newCourse,
  }) => {
    const { course_id } = await newCourse()
    await admin.open(await at(shop, course_id))
    await fill(page)
    await untilQuiet(page)
    await admin.endSession()
    await press(page)
    const dialog = page.getByRole('alertdialog', { name: /Your session has expired/ })
    await dialog.getByLabel('Password', { exact: true }).fill(shop.owner.password)
    await page.keyboard.press('Enter')
    await expect(page.getByText(done).or(toast(page, done)).filter({ visible: true }).first()).toBeVisible()
  })
  test(`${name}: leaves the focus on something that is there`, async ({ page, admin, shop, newCourse }) => {
    const { course_id } = await newCourse()
    await admin.open(await at(shop, course_id))
    await fill(page)
    await press(page)
    await expect(page.getByText(done).or(toast(page, done)).filter({ visible: true }).first()).toBeVisible()
    await expectFocus(page)
  })
}
