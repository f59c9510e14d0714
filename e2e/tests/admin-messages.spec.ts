import { adminWithPassword, logInAdmin } from '../console.ts'
import { expect, test } from '../fixtures.ts'
import { buy, newAccount } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { openLetterHours } from '../steps.ts'

const json = { 'content-type': 'application/json' }

// In a plain run `sequences/nudges-http.test.ts` covers the same.
test('reminders of a course that nobody began are written, a week apart, and switched on', {
  tag: ['@both', '@long'],
}, async ({ page, admin, guard }) => {
  guard.allow(/get_course/)
  await admin.open('/admin?tab=letters')
  // WhatsApp is not set up: nothing speaks of its messages.
  await expect(page.getByText('Course not begun')).toBeVisible()
  await expect(page.getByText('Receipt by WhatsApp')).toHaveCount(0)
  await admin.open('/admin?tab=sequence&trigger=not_begun')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Course not begun')
  await expect(page.getByRole('spinbutton', { name: 'Days after access' })).toHaveValue('3')
  const first = page.getByRole('region', { name: 'Message 1' })
  await expect(first.getByRole('textbox', { name: 'Subject' })).toHaveValue('Your first lesson of {course}')
  await expect(first.getByRole('button', { name: 'Code' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Add a message' }).click()
  const second = page.getByRole('region', { name: 'Message 2' })
  await expect(second.getByRole('spinbutton', { name: 'After' })).toHaveValue('7')
  await expect(page.getByRole('button', { name: 'Add a message' })).toHaveCount(0)
  await page.getByRole('spinbutton', { name: 'Days after access' }).fill('0')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Must be whole days from 1 to 180').first()).toBeVisible()
  await page.getByRole('spinbutton', { name: 'Days after access' }).fill('5')
  await second.getByRole('textbox', { name: 'Subject' }).fill('{course} still waits')
  await second.getByRole('textbox', { name: 'Text' }).fill('Hello {name}, ten minutes are enough.')
  await checkScreen(page, 'a new reminder')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/tab=sequence&id=/)
  await admin.open('/admin?tab=letters')
  const card = page.getByRole('region', { name: 'Course not begun' })
  await expect(card).toContainText('Starts 5 days after access')
  await expect(card).toContainText('7 days')
  await card.getByRole('button', { name: 'Switch on Course not begun' }).click()
  await expect(card.getByRole('button', { name: 'Switch off Course not begun' })).toBeVisible()
  await checkScreen(page, 'letters with a reminder')
})

test('a receipt by WhatsApp follows an order, shows its price, and what Meta moves to marketing says so', {
  tag: '@long',
}, async ({ page, admin, shop, newCourse, guard }) => {
  guard.allow(/get_course/)
  await openLetterHours(shop)
  const control = (path: string, body: object) =>
    fetch(`${shop.url}/sandbox/whatsapp/control/${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) })
  const name = 'order_paid'
  const body = 'Hello {{1}}, order {{2}} is paid: {{3}}. Open {{4}} any time.'
  await control('templates', { name, language: 'en', category: 'UTILITY', body })
  await shop.admin('PUT', '/whatsapp', {
    phone_number_id: '100200300400500',
    waba_id: '500400300200100',
    token: 'whatsapp_sandbox_token',
    app_secret: 'whatsapp_sandbox_secret',
    verify_token: 'whatsapp_sandbox_verify',
    rates: { marketing: 0.88, utility: 0.12, authentication: 0.12, as_of: '2026-11-20' },
  })
  await shop.admin('GET', '/whatsapp/templates?refresh=1')

  await admin.open('/admin?tab=letters')
  await expect(page.getByText('Live lesson by WhatsApp')).toBeVisible()
  await admin.open('/admin?tab=sequence&trigger=receipt')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Choose a template', { exact: true }).last()).toBeVisible()
  const message = page.getByRole('region', { name: 'Message' })
  await message.getByRole('combobox', { name: 'Template' }).selectOption({ label: `${name} (en)` })
  await expect(message.getByRole('textbox', { name: 'Value 2' })).toHaveValue('{order}')
  await expect(message).toContainText('Meta counts it as utility: it needs no consent to news.')
  await expect(message).toContainText('About ₹0.12 each, before GST.')
  await checkScreen(page, 'a message by WhatsApp')
  await page.getByRole('checkbox', { name: /^On/ }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(/tab=sequence&id=/)

  const { course_id } = await newCourse({ name: 'Course of the receipt', price: 300 })
  const buyer = await newAccount(shop, 'Priya Rao')
  const { order_no } = await buy(shop, buyer, [course_id])
  const taken = async () => {
    const answer = await fetch(`${shop.url}/sandbox/whatsapp/control/taken`)
    return (await answer.json()) as { to: string; texts: string[] }[]
  }
  await expect
    .poll(async () => (await taken()).find(({ to }) => to === `91${buyer.phone}`)?.texts, { timeout: 60_000 })
    .toEqual(['there', order_no, '₹300', 'Course of the receipt'])

  await control('category', { name, category: 'MARKETING' })
  await shop.admin('GET', '/whatsapp/templates?refresh=1')
  await admin.open('/admin?tab=letters')
  const card = page.getByRole('region', { name: 'Receipt by WhatsApp' })
  await expect(card).toContainText('Meta counts it as marketing: it goes only to those who agreed to messages.')
  await expect(card).toContainText('about ₹0.88 each')
  await checkScreen(page, 'letters with a message that moved')
  await shop.query('delete from letters where sequence_id in (select sequence_id from sequences where trigger = $1)', [
    'receipt',
  ])
  await shop.query('delete from sequences where trigger = $1', ['receipt'])
})

test('an editor writes a message, and an owner alone switches it on', { tag: '@long' }, async ({ page, shop }) => {
  await page.goto('/admin?tab=sequence&trigger=quiet')
  await logInAdmin(page, await adminWithPassword(shop, 'editor'))
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible()
  await page.goto('/admin?tab=sequence&trigger=quiet')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Stopped learning')
  await expect(page.getByRole('checkbox', { name: /^On/ })).toHaveCount(0)
})
