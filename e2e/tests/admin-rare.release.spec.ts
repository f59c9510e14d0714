// Runs before a release: visits rare states of the console.

import type { Page } from '@playwright/test'
import { adminWithPassword } from '../console.ts'
import { expect, test } from '../fixtures.ts'
import { paidLesson } from '../lessons.ts'
import { buy, newAccount, signIn } from '../people.ts'
import { review } from '../reviews.ts'
import { checkLook } from '../screen-checks.ts'
import { openLetterHours, toast } from '../steps.ts'

// Presses that an owner needs seldom, each once with its answer.

const form = (page: Page, name: string) => page.getByRole('form', { name })

test('a draft letter is deleted, and one that is sending is stopped and goes on', async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const { course_id } = await newCourse({ name: 'Course of a stopped letter' })
  const reader = await newAccount(shop)
  await buy(shop, reader, [course_id])
  await shop.call('PUT', '/user/consents/news_email', { token: reader.token, body: { agreed: true } })
  const write = (name: string) =>
    shop.admin<{ letter_id: string }>('POST', '/letters', {
      name,
      subject: name,
      blocks: [{ text: 'Hello' }],
      segment: { all: [{ bought: [course_id] }] },
    })
  const draft = await write('A draft to delete')
  await admin.open(`/admin?tab=letter&id=${draft.letter_id}`)
  await page.getByRole('button', { name: 'Delete draft' }).click()
  await expect(toast(page, 'A draft to delete is deleted')).toBeVisible()
  await expect(page).toHaveURL(/tab=letters/)

  // An hour that is over: the letter waits until tomorrow.
  await shop.query('update letter_settings set day_begins = 0, day_ends = 0')
  const { letter_id } = await write('A letter to stop')
  await shop.admin('POST', `/letters/${letter_id}/send`, {})
  await expect
    .poll(async () => (await shop.admin<{ status: string }>('GET', `/letters/${letter_id}`)).status)
    .toBe('sending')
  await page.goto(`/admin?tab=letter&id=${letter_id}`)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Stopped' })).toBeVisible()
  await checkLook(page, 'a stopped letter')
  await page.getByRole('button', { name: 'Send to the other 1 person' }).click()
  await expect(page.getByRole('heading', { name: 'On its way' })).toBeVisible()
  await openLetterHours(shop)
})

test('a saved segment is deleted, and restored by Undo', async ({ page, admin, shop }) => {
  const all = [{ joined_since: '2026-01-01' }]
  await shop.admin('POST', '/segments', { name: 'Of this year', segment: { all } })
  await admin.open(`/admin?tab=users&segment=${encodeURIComponent(JSON.stringify({ all }))}`)
  const names = async () => (await shop.admin<{ name: string }[]>('GET', '/segments')).map(({ name }) => name)
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  await expect.poll(names).not.toContain('Of this year')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(names).toContain('Of this year')
  const saved = await shop.admin<{ name: string; segment_id: string }[]>('GET', '/segments')
  for (const { name, segment_id } of saved)
    if (name === 'Of this year') await shop.admin('DELETE', `/segments/${segment_id}`)
})

test('a refund above the limit is declined, and another one approved', async ({ page, admin, shop, newCourse }) => {
  const finance = await adminWithPassword(shop, 'finance')
  const { course_id } = await newCourse({ name: 'Course above the limit', price: 300 })
  await admin.open('/admin?tab=settings&section=guarantee')
  const limit = page.getByRole('region', { name: 'Refund limit' })
  await limit.getByLabel('Approval needed above (₹)').fill('100')
  await limit.getByRole('button', { name: 'Save limit' }).click()
  await expect(
    page
      .getByText(/refund limit/i)
      .filter({ visible: true })
      .first(),
  ).toBeVisible()
  await expect.poll(() => shop.admin('GET', '/refund_limit')).toMatchObject({ limit: 100 })
  const { body } = await shop.call<{ access_token: string }>('POST', '/admin/login', { body: finance })
  const query = async () => {
    const student = await newAccount(shop)
    const { order_id } = await buy(shop, student, [course_id])
    const requested = await shop.call('POST', `/admin/orders/${order_id}/refund`, {
      token: body.access_token,
      body: { reason: 'They bought it twice' },
    })
    expect(requested.status).toBeLessThan(300)
    await page.goto(`/admin?tab=orders&order=${order_id}`)
    return form(page, 'Refund above your limit')
  }
  const declined = await query()
  await declined.getByRole('button', { name: 'Decline' }).click()
  await declined.getByRole('button', { name: 'Decline refund' }).click()
  await expect(declined.getByText('Enter a reason')).toBeVisible()
  await declined.getByLabel('Reason').fill('They did not')
  await declined.getByRole('button', { name: 'Decline refund' }).click()
  await expect(toast(page, 'Refund declined')).toBeVisible()
  const approved = await query()
  await checkLook(page, 'a refund above the limit')
  await approved.getByRole('button', { name: 'Approve refund' }).click()
  await expect(toast(page, /^Refund of ₹300.00 approved/)).toBeVisible()
  await page.goto('/admin?tab=settings&section=guarantee')
  await limit.getByLabel('Approval needed above (₹)').fill('')
  await limit.getByRole('button', { name: 'Save limit' }).click()
  await expect.poll(() => shop.admin('GET', '/refund_limit')).toMatchObject({ limit: null })
})

test('a buyer’s refund request is declined with an answer', async ({ page, admin, shop, newCourse }) => {
  const { course_id } = await newCourse({ name: 'Course to return', price: 300 })
  const student = await newAccount(shop)
  const { order_id } = await buy(shop, student, [course_id])
  const requested = await shop.call('POST', `/user/orders/${order_id}/guarantee`, {
    token: student.token,
    body: { reason: 'No time' },
  })
  expect(requested.status).toBeLessThan(300)
  await admin.open(`/admin?tab=orders&order=${order_id}`)
  const request = form(page, 'Refund request')
  await request.getByRole('button', { name: 'Decline' }).click()
  await request.getByLabel('Your answer').fill('You have finished the course.')
  await request.getByRole('button', { name: 'Decline and email the buyer' }).click()
  await expect(toast(page, 'Answer sent')).toBeVisible()
})

test('a review gets a reply, its text is hidden and shown again', async ({ page, admin, shop, newCourse }) => {
  const { course_id } = await newCourse({ name: 'Course of one review' })
  await paidLesson(shop, course_id)
  await review(shop, course_id, 2, 'The sound is quiet in the first lesson.')
  await admin.open('/admin?tab=reviews')
  const card = page
    .getByRole('article')
    .or(page.getByRole('listitem'))
    .filter({ hasText: 'Course of one review' })
    .last()
  await card.getByRole('button', { name: 'Reply' }).click()
  await card.getByRole('textbox', { name: 'Your reply' }).fill('It is louder now.')
  await card.getByRole('button', { name: 'Save reply' }).click()
  await expect(toast(page, 'Reply saved')).toBeVisible()
  await card.getByRole('button', { name: 'Hide review text' }).click()
  await card.getByRole('textbox', { name: 'Why is the review text hidden?' }).fill('It names a person.')
  await card.getByRole('button', { name: 'Hide review text' }).click()
  await expect(toast(page, 'Review text hidden')).toBeVisible()
  await card.getByRole('button', { name: 'Show again' }).click()
  await expect(toast(page, 'Shown again')).toBeVisible()
})

test('a course is duplicated as a draft, and gets certificates', async ({ page, admin, shop, newCourse }) => {
  const { course_id } = await newCourse({ name: 'Course to copy' })
  await admin.open(`/admin?tab=editcourse&course_id=${course_id}&step=access`)
  const offered = page
    .getByRole('group', { name: 'Certificate on completion' })
    .or(page.getByRole('radiogroup', { name: 'Certificate on completion' }))
  await offered.getByText('On', { exact: true }).click()
  await expect(toast(page, 'Students get a certificate')).toBeVisible()
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page).not.toHaveURL(new RegExp(`course_id=${course_id}(&|$)`))
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(/Course to copy/)
  const copy = new URL(page.url()).searchParams.get('course_id') ?? ''
  expect(copy).not.toBe('')
  await shop.admin('DELETE', `/courses/delete_course/${copy}`)
})

test('a student’s devices are logged out, by themselves and by the owner', async ({
  page,
  admin,
  shop,
  newVisitor,
}) => {
  const student = await newAccount(shop)
  const again = () =>
    shop.call<{ access_token: string }>('POST', '/login', {
      body: { email: student.email, phone: '', password: student.password },
    })
  await again()
  await again()
  const buyer = await newVisitor()
  await signIn(buyer, student)
  await buyer.goto('/dashboard/settings')
  const sessions = () => shop.call<{ sessions: unknown[] }>('GET', '/user/sessions', { token: student.token })
  const devices = async () => (await sessions()).body.sessions
  await buyer
    .getByRole('button', { name: /^Log out of /, exact: false })
    .first()
    .click()
  await expect.poll(async () => (await devices()).length).toBe(2)
  await buyer.getByRole('button', { name: 'Log out of all other devices' }).click()
  await expect.poll(async () => (await devices()).length).toBe(1)
  await again()
  await admin.open(`/admin?tab=student&id=${student.user_id}`)
  await page.getByRole('button', { name: 'Log out everywhere' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Log out/ })
    .click()
  await expect.poll(async () => (await sessions()).status).toBe(401)
})

test('a gift code is replaced, and the buyer gets the new one', async ({ page, admin, shop, newCourse }) => {
  const { course_id } = await newCourse({ name: 'Course to give away', price: 300 })
  const student = await newAccount(shop)
  const { order_id } = await buy(shop, student, [course_id, course_id])
  await admin.open(`/admin?tab=orders&order=${order_id}`)
  await page.getByRole('button', { name: 'Replace this gift code' }).click()
  await page.getByRole('button', { name: 'Send a new gift code' }).click()
  await expect(toast(page, 'New gift code sent')).toBeVisible()
})
