import { expect, test } from '../fixtures.ts'
import { newAccount } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { findInMails } from '../steps.ts'

test('a student who forgot the password asks to be erased, and takes it back', { tag: ['@phone', '@long'] }, async ({
  page,
  shop,
  guard,
}) => {
  guard.allow(/status of 401/)
  const student = await newAccount(shop)
  const find = (pattern: RegExp) => findInMails(shop, student.email, pattern)
  await page.goto('/privacy')
  await page.getByRole('link', { name: 'Make a request about your data' }).click()
  await checkScreen(page, 'a request about own data')
  await page.getByRole('radio', { name: /^Erase me/ }).check()
  await expect(page.getByText('Stays, because the law asks')).toBeVisible()
  await page.getByRole('textbox', { name: 'Your email' }).fill(student.email)
  await checkScreen(page, 'a request to be erased')
  await page.getByRole('button', { name: 'Send me a code' }).click()
  const field = page.getByRole('textbox', { name: 'Code' })
  await expect(field).toBeFocused()
  const code = () => find(/Subject: (\d{6}) is your code/)
  await expect.poll(code).toMatch(/^\d{6}$/)
  const sent = await code()
  await field.fill(sent === '000000' ? '000001' : '000000')
  await page.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText('Invalid or expired code')).toBeVisible()
  await checkScreen(page, 'a wrong code of a request')
  await field.fill(`${sent.slice(0, 3)} ${sent.slice(3)}`)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Deleted after/)).toBeVisible()
  await checkScreen(page, 'a hidden account')

  const link = () => find(/(\/privacy\/request\?back=[\w-]+)/)
  await expect.poll(link).not.toBe('')
  await page.goto(await link())
  await checkScreen(page, 'the link that takes an erasure back')
  await page.getByRole('button', { name: 'Take it back' }).dblclick()
  await expect(page.getByText('Your account is as before. You can log in.')).toBeVisible()
})

test('a request for data opens with an answer, and a refusal with an empty reason', { tag: '@long' }, async ({
  page,
  shop,
  admin,
}) => {
  const student = await newAccount(shop, 'Asha Copy')
  await shop.call('POST', '/user/requests', { token: student.token, body: { kind: 'access' } })
  await admin.open('/admin?tab=privacy')
  const row = page.getByRole('row').filter({ hasText: 'Asha Copy' })
  await row.getByRole('button', { name: /^Send file/ }).click()
  const dialog = page.getByRole('dialog')
  const answer = page.getByRole('textbox', { name: 'Answer' })
  await expect(answer).toHaveValue('The link below opens a file with everything that we store about you.')
  await dialog.getByRole('button', { name: 'Refuse' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('')
  await dialog.getByRole('button', { name: 'Refuse', exact: true }).click()
  await expect(dialog.getByText('A reason is required')).toBeVisible()
  await dialog.getByRole('button', { name: 'Do not refuse' }).click()
  await checkScreen(page, 'a proposed answer at the privacy desk')
  await dialog.getByRole('button', { name: 'Send file' }).click()
  await expect(page.getByText(/is answered$/)).toBeVisible()
})

test('an owner answers a complaint and corrects a name at the desk', { tag: ['@both', '@long'] }, async ({
  page,
  shop,
  admin,
}) => {
  const student = await newAccount(shop, 'Meena Patl')
  const request = (body: object) => shop.call('POST', '/user/requests', { token: student.token, body })
  await request({ kind: 'grievance', note: 'A letter after I stopped them' })
  await request({ kind: 'correction', new_name: 'Meena Patil' })
  await admin.open('/admin?tab=privacy')
  const row = page.getByRole('row').filter({ hasText: 'Meena Patl' })
  await expect(row).toHaveCount(2)
  await checkScreen(page, 'requests about data')
  await row.getByRole('button', { name: /^Compare/ }).click()
  await expect(page.getByRole('dialog')).toContainText('Meena Patil')
  await page.getByRole('textbox', { name: 'Answer' }).fill('Corrected, thank you.')
  await checkScreen(page, 'an answer at the privacy desk')
  await page.getByRole('button', { name: 'Correct and answer' }).dblclick()
  await expect(page.getByText(/is answered$/)).toBeVisible()
  await expect(row).toHaveCount(1)
  await page.getByRole('button', { name: 'Closed requests' }).click()
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Correction')
  await page.getByRole('link', { name: 'Records' }).click()
  await expect(page.getByText('Consents', { exact: true })).toBeVisible()
  await checkScreen(page, 'the registers')
})
