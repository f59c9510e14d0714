// Runs before a release: tests typed words of the console.

import { adminWithPassword, logOutAdmin } from '../console.ts'
import { expect, test } from '../fixtures.ts'
import type { Lesson } from '../lessons.ts'
import { buy, newAccount } from '../people.ts'
import { pressForStudent, reloadOverTyped, toast } from '../steps.ts'

test('console input survives another screen, Escape, or a lost answer', async ({ page, admin, shop, guard }) => {
  guard.allow(/Failed to load resource/)
  const student = await newAccount(shop, 'Kavya Rao')
  const message = { name: student.name, email: student.email, subject: 'A question', message: 'When does it begin?' }
  const { body } = await shop.call<{ ticket_no: string }>('POST', '/contact', { body: message })
  await admin.open(`/admin?tab=inbox&ticket=${body.ticket_no}`)
  const answer = page.getByRole('textbox', { name: 'Your answer' })
  await answer.fill('A long answer that needs a look at the order.')
  await page.getByRole('link', { name: 'Student account with this email' }).click()
  await expect(page.getByRole('heading', { name: 'Kavya Rao' })).toBeVisible()
  await page.goBack()
  await expect(answer).toHaveValue('A long answer that needs a look at the order.')
  await answer.fill('')

  // The shop does both, but the answers are lost.
  const lose = async (path: string, answerInstead: 'lost' | 502) => {
    await page.route(
      `**/api${path}*`,
      async (route) => {
        await route.fetch()
        if (answerInstead === 'lost') await route.abort()
        else await route.fulfill({ status: 502, contentType: 'text/html', body: '<html></html>' })
      },
      { times: 1 },
    )
  }
  await admin.open(`/admin?tab=users&q=${encodeURIComponent(student.email)}`)
  const openCoins = () => pressForStudent(page, 'Kavya Rao', /^Coins/)
  await openCoins()
  const coins = page.getByRole('dialog', { name: 'Coins of Kavya Rao' })
  await coins.getByLabel('Amount').fill('50')
  await coins.getByLabel('Reason').fill('Won the contest')
  await lose(`/admin/add_coins/${student.user_id}`, 'lost')
  await coins.getByRole('button', { name: 'Add 50 coins' }).click()
  await expect(coins.getByText(/^Failed to add coins/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(coins).toBeHidden()
  await openCoins()
  await expect(coins.getByLabel('Reason')).toHaveValue('Won the contest')
  await coins.getByRole('button', { name: 'Add 50 coins' }).click()
  await expect(coins).toBeHidden()
  expect(await shop.admin('GET', `/users/${student.user_id}/coins`)).toMatchObject({ coins: 50 })

  await admin.open(`/admin?tab=student&id=${student.user_id}`)
  const openBooking = () => page.getByRole('button', { name: 'Record an offline payment' }).click()
  await openBooking()
  const booking = page.getByRole('dialog', { name: 'Payment of Kavya Rao outside Razorpay' })
  await booking.getByLabel('Hindi Script Vault').check()
  await booking.getByLabel('Reference').fill(`UTR ${student.phone}`)
  await lose('/admin/orders/outside', 502)
  await booking.getByRole('button', { name: /^Record ₹/ }).click()
  await expect(booking.getByText('Not recorded. Please try again.')).toBeVisible()
  await booking.getByRole('button', { name: 'Cancel' }).click()
  await openBooking()
  await expect(booking.getByLabel('Reference')).toHaveValue(`UTR ${student.phone}`)
  await booking.getByRole('button', { name: /^Record ₹/ }).click()
  await expect(page).toHaveURL(/tab=orders/)
  const { body: orders } = await shop.call<object[]>('GET', '/user/orders', { token: student.token })
  expect(orders).toHaveLength(1)
})

test('a failed refund is reported even after its order was closed', async ({ page, admin, shop, guard }) => {
  guard.allow(/Failed to load resource/)
  const buyer = await newAccount(shop, 'Leela Sample')
  const { order_id, order_no } = await buy(shop, buyer, ['hindi-script-vault'])
  await admin.open(`/admin?tab=orders&order=${order_id}`)
  const order = page.getByRole('dialog', { name: `Order ${order_no}` })
  await order.getByRole('button', { name: 'Refund', exact: true }).click()
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  await page.route(`**/api/admin/orders/${order_id}/refund`, async (route) => {
    await closed
    await route.abort()
  })
  await order.getByRole('button', { name: /^Refund ₹/ }).click()
  await expect(order.getByRole('button', { name: 'Refunding...' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(order).toBeHidden()
  close()
  await expect(toast(page, /^Refund of ₹[\d,.]+ not confirmed$/)).toBeVisible()
})

test('a partial refund happens once, even if its answer is lost and the page reloaded', async ({
  page,
  admin,
  shop,
  guard,
}) => {
  guard.allow(/Failed to load resource/)
  const buyer = await newAccount(shop, 'Meera Sample')
  const { order_id, order_no } = await buy(shop, buyer, ['hindi-script-vault'])
  await admin.open(`/admin?tab=orders&q=${order_id}`)
  const order = page.getByRole('dialog', { name: `Order ${order_no}` })
  const openOrder = async () => {
    await page.getByRole('link', { name: order_no }).click()
    await order.getByRole('button', { name: 'Refund', exact: true }).click()
  }
  await openOrder()
  await order.getByRole('radio', { name: /^Part of the amount/ }).check()
  await order.getByRole('spinbutton', { name: 'Amount (₹)' }).fill('50')
  await order.getByLabel('Reason').fill('Half of the lessons')
  await page.route(
    `**/api/admin/orders/${order_id}/refund`,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await order.getByRole('button', { name: 'Refund ₹50.00' }).click()
  await expect(order.getByText(/^No reply from the server/)).toBeVisible()
  await reloadOverTyped(page)
  await order.getByRole('button', { name: 'Refund', exact: true }).click()
  // The page does not know yet that the refund happened, so Cancel retains its key.
  await order.getByRole('button', { name: 'Cancel', exact: true }).click()
  await order.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(order.getByLabel('Reason')).toHaveValue('Half of the lessons')
  await order.getByRole('button', { name: 'Refund ₹50.00' }).click()
  await expect(toast(page, /^(₹50.00 refunded|Refund of ₹50.00 is on its way)$/)).toBeVisible()
  expect(await shop.admin('GET', `/orders/${order_id}`)).toMatchObject({ refunds: [{ amount: 50 }] })
})

test('lessons retain their ids when the read after a save fails, and the next save overwrites no other admin', async ({
  page,
  admin,
  shop,
  guard,
  newCourse,
}) => {
  guard.allow(/Failed to load resource/)
  const { course_id } = await newCourse()
  const link = 'https://youtu.be/aaaaaaaaaaa'
  const stored = async () =>
    (await shop.admin<{ content: Lesson[] }>('GET', `/courses/get_content/${course_id}`)).content
  await admin.open(`/admin?tab=content&course_id=${course_id}`)
  const title = page.getByLabel('Lesson 1, title')
  await expect(title).toBeVisible()
  await page.route(`**/api/admin/courses/get_content/${course_id}`, (route) => route.abort())
  const save = async () => {
    await page.getByRole('button', { name: 'Save content' }).click()
    await expect(page.getByText('No changes yet.')).toBeVisible()
  }
  await title.fill('One')
  await page.getByLabel('Lesson 1, watch link').fill(link)
  await save()
  const [one] = await stored()
  await title.fill('One, renamed')
  await save()
  expect(await stored()).toMatchObject([{ lesson_id: one?.lesson_id, title: 'One, renamed' }])

  const theirs = [...(await stored()), { title: 'Two of theirs', watch_link: link }]
  await shop.admin('POST', `/courses/add_content/${course_id}`, { course_id, content: theirs })
  await title.fill('One of mine')
  await page.getByRole('button', { name: 'Save content' }).click()
  await expect(toast(page, 'Failed to update course content')).toBeVisible()
  expect((await stored()).map((lesson) => lesson.title)).toEqual(['One, renamed', 'Two of theirs'])
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Save content' }).click()
  await expect(page.getByRole('dialog', { name: 'Someone else changed these lessons' })).toBeVisible()
})

// The desktop app has one window.
test('an admin who logs in over the form of another admin sees none of its input', { tag: '@tab-only' }, async ({
  page,
  admin,
  shop,
  context,
  guard,
}) => {
  guard.allow(/status of 401/)
  const editor = await adminWithPassword(shop, 'editor')
  await admin.open('/admin?tab=promocodes&new=1')
  const code = page.getByRole('textbox', { name: 'Code', exact: true })
  await code.fill('ONLYMINE')
  const other = await context.newPage()
  await other.goto('/admin')
  await logOutAdmin(other)
  // A tab behind another one draws no frames, which the focus of a dialog waits for.
  await page.bringToFront()
  const again = page.getByRole('alertdialog')
  await again.getByRole('textbox', { name: 'Email' }).fill(editor.email)
  await again.getByLabel('Password', { exact: true }).fill(editor.password)
  await again.getByRole('button', { name: 'Log in' }).click()
  await expect(again).toBeHidden()
  await expect(page.getByRole('button', { name: editor.email })).toBeVisible()
  await page.getByRole('button', { name: 'Add promo code' }).first().click()
  await expect(code).toHaveValue('')
})
