// Runs before a release: tests the settings of growth.

import { expect, test } from '../fixtures.ts'
import { newAccount, signIn } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { toast } from '../steps.ts'

test('Meta and Google are connected, changed and switched off, and no secret returns to the screen', {
  tag: '@both',
}, async ({ page, admin, shop }) => {
  await admin.open('/admin?tab=sources')
  const connections = page.getByRole('region', { name: 'Tell Meta and Google of sales' })
  for (const [channel, account, secret] of [
    ['Meta', 'Pixel ID', 'Access token'],
    ['Google Analytics', 'Measurement ID', 'API secret'],
  ] as const) {
    await connections.getByRole('button', { name: `Connect ${channel}` }).click()
    const dialog = page.getByRole('dialog', { name: channel })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText(`${account} is required`)).toBeVisible()
    await checkScreen(page, `the connection of ${channel}`)
    await dialog.getByLabel(account).fill(channel === 'Meta' ? '123456789012345' : 'G-ABC1234567')
    await dialog.getByLabel(secret).fill('a-secret-of-this-test')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(toast(page, `${channel} saved`)).toBeVisible()
    await connections.getByRole('button', { name: `Change ${channel}` }).click()
    await expect(dialog.getByLabel(account)).not.toHaveValue('')
    await expect(dialog.getByLabel(secret)).not.toHaveValue(/a-secret/)
    await dialog.getByLabel('Report sales').uncheck()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
  }
  await expect(connections.getByText('Off', { exact: true })).toHaveCount(2)
  await checkScreen(page, 'sources with connections')
  await shop.query('delete from ad_config')
})

test('the pace of letters is stored, and its address for bounces is shown once', { tag: '@both' }, async ({
  page,
  admin,
  shop,
  guard,
}) => {
  // A letter of another test may be for buyers of a course that is gone.
  guard.allow(/courses\/get_course/)
  const before = await shop.admin<{ per_hour: number }>('GET', '/letter_pace')
  await admin.open('/admin?tab=letters')
  await page.getByRole('button', { name: 'Sending speed and bounces' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sending speed and bounces' })
  await dialog.getByLabel('Emails an hour').fill('3')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Must be from 10 to 100,000 an hour')).toBeVisible()
  await dialog.getByLabel('Emails an hour').fill('450')
  await dialog.getByRole('button', { name: 'Create a new address' }).click()
  await expect(dialog.getByText(/\/mail\/bounces\/\S{20,}/)).toBeVisible()
  await checkScreen(page, 'pace and bounces')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Pace saved')).toBeVisible()
  expect(await shop.admin('GET', '/letter_pace')).toMatchObject({ per_hour: 450 })
  await shop.admin('PUT', '/letter_pace', { per_hour: before.per_hour })
})

test('a promo code with a cap is added in the console', async ({ page, admin, shop }) => {
  await admin.open('/admin?tab=promocodes&new=1')
  const form = page.getByRole('dialog', { name: 'Add promo code' })
  await form.getByRole('textbox', { name: /^Code/ }).fill('CAPPED20')
  await form.getByLabel('Discount (%)').fill('20')
  await form.getByLabel('At most (₹)').fill('150')
  await form.getByLabel('Expiry date').fill('2027-12-31')
  await form.getByRole('button', { name: /^(Add|Create)/ }).click()
  await expect(page.getByRole('row', { name: /CAPPED20/ })).toContainText('150')
  await shop.admin('DELETE', '/promocodes/delete_promocode/CAPPED20')
})

test('a student agrees to news and to ads, takes both back, and turns reminders off', { tag: '@phone' }, async ({
  page,
  shop,
}) => {
  const student = await newAccount(shop)
  const { token } = student
  await signIn(page, student)
  await page.goto('/dashboard/settings')
  const choices = page.getByRole('region', { name: 'What you agree to' })
  const reminders = choices.getByRole('checkbox', { name: /^Remind me by email/ })
  const own = async () => {
    const { body } = await shop.call<{ purpose: string; agreed: boolean }[]>('GET', '/user/consents', { token })
    return body.filter(({ agreed }) => agreed).map(({ purpose }) => purpose)
  }
  await expect(reminders).toBeChecked()
  expect(await own()).toEqual([])
  const boxes = choices.getByRole('checkbox')
  const count = (await boxes.count()) - 1
  for (let at = 0; at < count; at += 1) await boxes.nth(at).click()
  await expect.poll(own).toHaveLength(count)
  await checkScreen(page, 'what a student agrees to')
  for (let at = 0; at < count; at += 1) await boxes.nth(at).click()
  await expect.poll(own).toEqual([])
  await reminders.click()
  const stored = async () => (await shop.call('GET', '/user/profile', { token })).body
  await expect.poll(stored).toMatchObject({ reminders: false })
  await page.reload()
  await expect(reminders).not.toBeChecked()
})
