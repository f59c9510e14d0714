// Runs before a release: visits every form of the console twice.

import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { newAccount, newPerson } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { holdBack } from '../stand-ins.ts'
import { pressForStudent, reloadOverTyped, toast } from '../steps.ts'

/** Visits another screen and returns. */
async function leave(page: Page) {
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Students' }).click()
  await expect(page.getByRole('heading', { name: 'Students' })).toBeVisible()
  await page.goBack()
}

test('input for a promo code is restored, also while other fields are saved', async ({ page, admin, shop }) => {
  const code = `KEPT${newPerson().phone.slice(-6)}`
  await admin.open('/admin?tab=promocodes')
  const add = page.getByRole('button', { name: 'Add promo code' }).first()
  await add.click()
  const adding = page.getByRole('dialog', { name: 'Add promo code' })
  const newCode = adding.getByRole('textbox', { name: 'Code', exact: true })
  await newCode.fill(code)
  await page.getByRole('spinbutton', { name: 'Discount' }).fill('35')
  await page.keyboard.press('Escape')
  await leave(page)
  await add.click()
  await expect(newCode).toHaveValue(code)
  const added = await holdBack(page, '/admin/promocodes/add', { times: 1 })
  await adding.getByRole('button', { name: 'Add promo code' }).click()
  await expect(page.getByRole('button', { name: 'Adding...' })).toBeVisible()
  await newCode.fill('NEXT')
  added()
  await expect(page.getByRole('spinbutton', { name: 'Discount' })).toHaveValue('10')
  await expect(newCode).toHaveValue('NEXT')
  await reloadOverTyped(page)
  await expect(newCode).toHaveValue('NEXT')
  await adding.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: `Change ${code}` }).click()
  const edit = page.getByRole('dialog', { name: `Change ${code}` })
  await edit.getByRole('spinbutton', { name: 'Total uses' }).fill('7')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Change ${code}` }).click()
  await expect(edit.getByRole('spinbutton', { name: 'Total uses' })).toHaveValue('7')
  const { promocodes } = await shop.admin<{ promocodes: { id: number; promocode: string }[] }>(
    'GET',
    '/promocodes/get_all_promocodes',
  )
  const id = promocodes.find(({ promocode }) => promocode === code)?.id
  const changed = await holdBack(page, `/admin/promocodes/update_promocode/${id}`, { times: 1 })
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(edit.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await edit.getByRole('spinbutton', { name: 'Minimum' }).fill('99')
  changed()
  await expect(toast(page, /updated/)).toBeVisible()
  await expect(edit.getByRole('spinbutton', { name: 'Minimum' })).toHaveValue('99')
  await edit.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: `Change ${code}` }).click()
  await expect(edit.getByRole('spinbutton', { name: 'Minimum' })).toHaveValue('')
  await expect(edit.getByRole('spinbutton', { name: 'Total uses' })).toHaveValue('7')
  await edit.getByRole('button', { name: 'Cancel' }).click()
  // A code for every cart would also appear in the carts of other journeys.
  await shop.admin('DELETE', `/promocodes/delete_promocode/${id}`)
})

test('input for a student, a plan or an enrolment is restored, also while other fields are saved', async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const { course_id } = await newCourse()
  const student = await newAccount(shop, 'Kavya Rao')
  await admin.open(`/admin?tab=users&q=${encodeURIComponent(student.email)}`)
  const openDetails = () => pressForStudent(page, '', 'Edit details')
  const details = page.getByRole('dialog', { name: 'Edit Kavya Rao’s details' })
  await openDetails()
  await details.getByLabel('Name').fill('Kavya Raman')
  await page.keyboard.press('Escape')
  await openDetails()
  await expect(details.getByLabel('Name')).toHaveValue('Kavya Raman')
  const corrected = await holdBack(page, `/admin/users/${student.user_id}`, { times: 1 })
  await details.getByRole('button', { name: 'Save changes' }).click()
  await expect(details.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await details.getByLabel('Phone').fill('+91 98')
  corrected()
  await expect(toast(page, /saved|updated|corrected/i)).toBeVisible()
  const renamed = page.getByRole('dialog', { name: /’s details$/ })
  await expect(renamed.getByLabel('Name')).toHaveValue('Kavya Raman')
  await expect(renamed.getByLabel('Phone')).toHaveValue('+91 98')
  await renamed.getByRole('button', { name: 'Cancel' }).click()
  await openDetails()
  await expect(renamed.getByLabel('Phone')).toHaveValue(student.phone)
  await page.keyboard.press('Escape')

  await admin.open(`/admin?tab=courseprice&course_id=${course_id}`)
  const price = page.getByRole('textbox', { name: 'Sale price (₹)' })
  await price.fill('250')
  await leave(page)
  await expect(price).toHaveValue('250')
  await page.getByLabel('Until (Indian time)').fill('2031-01-01T10:00')
  const planned = await holdBack(page, `/admin/courses/set_schedule/${course_id}`, { times: 1 })
  await page.getByRole('button', { name: 'Save plan' }).click()
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await page.getByLabel('Take off at (Indian time)').fill('2031-01-02T10:00')
  planned()
  await expect(page.getByRole('button', { name: 'Clear plan' })).toBeVisible()
  await expect(page.getByLabel('Take off at (Indian time)')).toHaveValue('2031-01-02T10:00')
  await expect(price).toHaveValue('250')
  await page.getByLabel('Take off at (Indian time)').fill('')

  await admin.open('/admin?tab=enrol')
  const email = page.getByRole('textbox', { name: 'Email' })
  await page.getByLabel('Hindi Script Vault').check()
  await email.fill(student.email)
  await leave(page)
  await expect(email).toHaveValue(student.email)
  await expect(page.getByLabel('Hindi Script Vault')).toBeChecked()
  await page.getByRole('main').getByRole('button', { name: 'Give access' }).click()
  await expect(page.getByRole('status').filter({ hasText: /has access now|confirmation/ })).toBeVisible()
  await expect(email).toHaveValue('')
})

test('input for a live lesson or the tax is restored, and an amount while another one is saved', async ({
  page,
  admin,
  shop,
  newCourse,
  guard,
}) => {
  // This shop's keys come from the environment, so none are stored.
  guard.allow(/status of 404/)
  const { course_id } = await newCourse()
  const content = [{ title: 'Ask me anything', kind: 'live', watch_link: '' }]
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  await admin.open(`/admin?tab=content&course_id=${course_id}`)
  await page.getByRole('link', { name: 'Set date of lesson 1' }).click()
  const joins = page.getByRole('textbox', { name: 'Join link' })
  await joins.fill('https://meet.example.com/abc')
  await leave(page)
  await expect(joins).toHaveValue('https://meet.example.com/abc')
  await joins.fill('')

  await admin.open('/admin?tab=invoices&view=gst')
  const legal = page.getByRole('textbox', { name: 'Legal name' })
  const stored = await legal.inputValue()
  await legal.fill('Reel Studios LLP')
  await leave(page)
  await expect(legal).toHaveValue('Reel Studios LLP')
  await legal.fill(stored)

  await admin.open('/admin?tab=settings&section=coins')
  const coins = page.getByRole('spinbutton', { name: 'Coins for a first purchase' })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/admin/referrals', async (route) => {
    if (route.request().method() === 'GET') return route.fallback()
    // Other tests rely on their own reward.
    await released
    const referrals = { reward_coins: 77, rewarded: 0, taken_back: 0 }
    await route.fulfill({ json: { message: 'Reward saved', referrals } })
  })
  await coins.fill('77')
  await page.getByRole('button', { name: 'Save reward' }).click()
  await coins.fill('78')
  release()
  await expect(toast(page, 'Reward saved')).toBeVisible()
  await expect(coins).toHaveValue('78')
})

test('input for a new admin is restored', async ({ page, admin }) => {
  const email = `kept-${newPerson().phone.slice(-6)}@example.com`
  await admin.open('/admin?tab=admins&new=1')
  const field = page.getByRole('dialog', { name: 'Add admin' }).getByLabel('Email')
  await field.fill(email)
  await page.keyboard.press('Escape')
  await leave(page)
  await page.getByRole('button', { name: 'Add admin' }).click()
  await expect(field).toHaveValue(email)
  await reloadOverTyped(page)
  await expect(field).toHaveValue(email)
})

test('input for invoice numbers, a refund limit or a reward is restored', async ({ page, admin }) => {
  for (const [address, button, typed] of [
    [
      '/admin?tab=invoices&view=gst',
      'Save numbers',
      [
        ['Prefix', 'KPT'],
        ['Next number', '900'],
      ],
    ],
    ['/admin?tab=settings&section=guarantee', 'Save limit', [['Approval needed above (₹)', '7000']]],
    ['/admin?tab=settings&section=coins', 'Save reward', [['Coins for a first purchase', '79']]],
  ] as const) {
    await admin.open(address)
    const form = page.locator('form').filter({ has: page.getByLabel(typed[0][0]) })
    const stored = await Promise.all(typed.map(([label]) => form.getByLabel(label).inputValue()))
    for (const [label, text] of typed) await form.getByLabel(label).fill(text)
    await leave(page)
    for (const [label, text] of typed) await expect(form.getByLabel(label)).toHaveValue(text)
    await expect(form.getByRole('button', { name: button })).toBeEnabled()
    await reloadOverTyped(page)
    for (const [label, text] of typed) await expect(form.getByLabel(label)).toHaveValue(text)
    for (const [index, [label]] of typed.entries()) await form.getByLabel(label).fill(stored[index] ?? '')
  }
})

test('Undo restores discarded changes of settings and lessons', async ({ page, admin, shop, newCourse }) => {
  const { course_id } = await newCourse()
  const content = [{ title: 'First', watch_link: 'https://youtu.be/aaaaaaaaaaa' }]
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content })
  const discard = page.getByRole('button', { name: 'Discard changes' })
  for (const [address, label, typed] of [
    ['/admin?tab=settings&section=contact', 'Hours', 'Each day'],
    [`/admin?tab=content&course_id=${course_id}`, 'Lesson 1, title', 'Another first'],
  ] as const) {
    await admin.open(address)
    const field = page.getByLabel(label)
    const stored = await field.inputValue()
    await field.fill(typed)
    await discard.click()
    await expect(field).toHaveValue(stored)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(field).toHaveValue(typed)
    await discard.click()
    await expect(field).toHaveValue(stored)
  }
  // A notice under the pointer stays, but its button for a form that was left does not.
  await page.getByText('Changes discarded').hover()
  await page.getByRole('link', { name: 'Orders' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeHidden()
})

test('deleting a note about a student needs a confirmation', async ({ page, admin, shop }) => {
  const student = await newAccount(shop, 'Kavya Rao')
  await shop.admin('POST', `/students/${student.user_id}/notes`, { text: 'Asked by phone.' })
  await admin.open(`/admin?tab=student&id=${student.user_id}`)
  const note = page.getByRole('listitem').filter({ hasText: 'Asked by phone.' })
  const request = () => note.getByRole('button', { name: /^Delete the note of/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete this note?' })
  await request()
  await expect(question.getByText('Asked by phone.')).toBeVisible()
  await checkScreen(page, 'the question before a note goes')
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(question).toBeHidden()
  await expect(note).toBeVisible()
  await request()
  await question.getByRole('button', { name: 'Delete', exact: true }).dblclick()
  await expect(toast(page, 'Note deleted')).toBeVisible()
  await expect(note).toHaveCount(0)
})
