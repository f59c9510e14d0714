import { expect, test } from '../fixtures.ts'
import { buy, newAccount, signIn } from '../people.ts'

test('a message to the shop is there again after another page or a reload, until it is sent', async ({ page }) => {
  await page.goto('/contact')
  const message = page.getByRole('textbox', { name: 'Message' })
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Asha')
  await message.fill('When does the next course come?')
  await page.getByRole('link', { name: 'Courses', exact: true }).first().click()
  await expect(page).toHaveURL(/\/courses/)
  await page.goBack()
  await expect(message).toHaveValue('When does the next course come?')
  await page.reload()
  await expect(message).toHaveValue('When does the next course come?')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('asha-kept@example.com')
  await page.getByRole('textbox', { name: 'Subject' }).fill('A question')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(page.getByText(/^We have your message/)).toBeVisible()
  await expect(message).toHaveValue('')
  await page.reload()
  await expect(message).toHaveValue('')
})

test('why a student wants the money back is there again after a reload, until it is sent or given up', async ({
  page,
  shop,
}) => {
  const student = await newAccount(shop, 'Meera Sample')
  await buy(shop, student, ['hindi-script-vault'])
  await signIn(page, student)
  await page.goto('/dashboard/orders')
  const why = page.getByRole('textbox', { name: 'Why?' })
  await page.getByRole('button', { name: 'Ask for a refund' }).click()
  await why.fill('Not what I was looking for')
  await page.reload()
  await expect(why).toHaveValue('Not what I was looking for')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await page.getByRole('button', { name: 'Ask for a refund' }).click()
  await expect(why).toHaveValue('')
  await why.fill('Too long for me')
  await page.getByRole('button', { name: 'Ask for a refund' }).click()
  await expect(page.getByText(/^You asked for a refund on/)).toBeVisible()
})
