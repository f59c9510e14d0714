import { expect, test } from '../fixtures.ts'
import { newPerson } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { awaitMail, pressPay } from '../steps.ts'

// In a plain run `sales/pay-links/pay-links-http.test.ts` covers the same.
test('an owner makes a link for one person, who pays by it and gets an account', { tag: ['@both', '@long'] }, async ({
  page,
  shop,
  newCourse,
  admin,
  newVisitor,
}) => {
  const one = await newCourse({ name: 'Covers by link', price: 499 })
  const two = await newCourse({ name: 'Shorts by link', price: 499 })
  const { email } = newPerson()
  await shop.admin('PUT', '/pay_links/settings', { on: false, support_percent: 20 })
  await admin.open('/admin?tab=pay-links')
  await expect(page.getByRole('heading', { name: 'A price for one person' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pay links', exact: true })).toHaveCount(0)
  await checkScreen(page, 'pay links that are off')
  await page.getByRole('button', { name: 'Use pay links' }).click()
  await expect(page.getByText('Pay links are on').first()).toBeVisible()
  const form = page.getByRole('form', { name: 'New pay link' })
  await form.getByRole('textbox', { name: 'Email' }).fill(email)
  await form.getByRole('textbox', { name: 'Name' }).fill('Farida Khan')
  const search = form.getByRole('searchbox', { name: 'Search courses' })
  for (const { name } of [one, two]) {
    if (await search.isVisible()) await search.fill(name)
    await form.getByRole('checkbox', { name: new RegExp(name) }).check()
  }
  await expect(form.getByText(/List ₹998.00. Support may go to ₹798.40, 20%./)).toBeVisible()
  await form.getByRole('textbox', { name: 'Total' }).fill('850')
  await form.getByRole('textbox', { name: 'Note' }).fill('As promised on the phone.')
  const preview = page.getByRole('complementary', { name: 'What Farida gets' })
  for (const text of ['Hello Farida, your two courses', '−₹148.00', 'Pay ₹850.00', 'As promised on the phone.'])
    await expect(preview).toContainText(text)
  await checkScreen(page, 'the form of a pay link')
  await form.getByRole('button', { name: 'Send by email' }).click()
  await expect(page.getByText(`The link is on its way to ${email}`).first()).toBeVisible()
  const card = page.getByRole('region', { name: 'Invited' }).getByRole('listitem').filter({ hasText: 'Farida' })
  await expect(card).toContainText('₹850.00')
  await checkScreen(page, 'the board of pay links')

  const mail = (await awaitMail(shop, email, /^Your price at /)).replace(/=\r?\n/g, '').replaceAll('=3D', '=')
  const [path = ''] = /\/pay\/pl_[\w-]+\.[\w-]+/.exec(mail) ?? []
  const buyer = await newVisitor()
  await buyer.setViewportSize({ width: 390, height: 844 })
  await buyer.goto(`${path}?lang=hi`)
  await expect(buyer.getByRole('heading', { name: 'आपका दाम: ₹850.00' })).toBeVisible()
  await checkScreen(buyer, 'a pay link in Hindi')
  await buyer.getByRole('link', { name: 'English' }).click()
  await expect(buyer.getByText('As promised on the phone.')).toBeVisible()
  await expect(buyer.getByText('Discount for you')).toBeVisible()
  await buyer.getByRole('button', { name: 'Pay ₹850.00' }).dblclick()
  await buyer.waitForURL('**/sandbox/razorpay/pay/*')
  await pressPay(buyer)
  await expect(buyer.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  await expect(buyer.getByRole('main')).toContainText(one.name)
  await buyer.goto(path)
  await expect(buyer.getByRole('heading', { name: 'This is paid' })).toBeVisible()

  await page.reload()
  const paid = page.getByRole('region', { name: 'Paid' }).getByRole('listitem').filter({ hasText: 'Farida' })
  await expect(paid.getByRole('link', { name: /^SH-\d{4}-\d{5}$/ })).toBeVisible()
  const orders = await shop.query(
    `select status, total_paise from orders where user_id = (select id from users where email = '${email}')`,
  )
  expect(orders).toEqual([expect.objectContaining({ status: 'paid' })])
  await shop.admin('PUT', '/pay_links/settings', { on: false, support_percent: 20 })
})

test('a link is cancelled, and made again with what it had', { tag: '@long' }, async ({
  page,
  shop,
  newCourse,
  admin,
  newVisitor,
}) => {
  const { course_id, name } = await newCourse({ name: 'Chalk drawing', price: 300 })
  const { email } = newPerson()
  await shop.admin('PUT', '/pay_links/settings', { on: true, support_percent: 20 })
  const { url } = await shop.admin<{ url: string }>('POST', '/pay_links', {
    email,
    name: 'Meena',
    course_ids: [course_id],
    total: 250,
    days: 7,
    way: 'copy',
  })
  await admin.open('/admin?tab=pay-links')
  await page.getByRole('button', { name: 'Cancel the link of Meena' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel link' }).click()
  await expect(page.getByText('Pay link cancelled').first()).toBeVisible()
  const visitor = await newVisitor()
  await visitor.goto(new URL(url).pathname)
  await expect(visitor.getByRole('heading', { name: 'This link has ended' })).toBeVisible()
  await page.getByRole('button', { name: 'Create the link of Meena again' }).click()
  const form = page.getByRole('form', { name: 'New pay link' })
  await expect(form.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await expect(form.getByRole('checkbox', { name: new RegExp(name) })).toBeChecked()
  await form.getByRole('textbox', { name: 'WhatsApp' }).fill('98765 00417')
  await form.getByRole('button', { name: 'Create link' }).click()
  const open = form.getByRole('link', { name: 'Open WhatsApp' })
  await expect(open).toHaveAttribute('href', /^https:\/\/wa\.me\/919876500417\?text=Hello%20Meena/)
  await shop.admin('PUT', '/pay_links/settings', { on: false, support_percent: 20 })
})
