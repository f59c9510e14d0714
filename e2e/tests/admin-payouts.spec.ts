import { readFile } from 'node:fs/promises'
import { expect, test } from '../fixtures.ts'
import { buy, newAccount } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'

test('Razorpay’s list shows the next payout, its lines, a month with its sums, each payout by its UTR, and the file', {
  tag: '@long',
}, async ({ page, admin, shop, newCourse }) => {
  const course = await newCourse({ name: 'Course that is settled', price: 3000 })
  const { order_id } = await buy(shop, await newAccount(shop, 'Settled Sample'), [course.course_id])
  // No payment of the demo is of that month.
  await shop.query(
    `update sandbox.payments set created_at = now() - interval '130 days' where payment_id = (select payment_id from orders where order_id = $1)`,
    [order_id],
  )
  const [at] = await shop.query<{ month: string }>(
    `select to_char(now() at time zone 'Asia/Kolkata' - interval '128 days', 'YYYY-MM') as month`,
  )
  await admin.open(`/admin?tab=payouts&month=${at?.month}`)
  // Another test of this shop may have fetched the list before.
  await page.getByRole('button', { name: 'Fetch from Razorpay' }).click()
  const sums = page.getByRole('region', { name: 'Sums of the month' })
  await expect(sums).toContainText('1 payment₹3,000.00')
  await expect(sums).toContainText('Razorpay’s fee−₹60.00GST on the fee−₹10.80Paid to bank₹2,929.20')
  await expect(page.getByRole('region', { name: 'Differences' })).not.toContainText('3,000.00')
  const paidOut = page.getByRole('region', { name: 'Paid out' })
  await expect(paidOut.getByRole('row')).toHaveCount(2)
  await expect(paidOut.getByRole('row').last()).toContainText('Yes')
  await expect(page.getByRole('table', { name: 'Balance at Razorpay by day' }).getByRole('row')).toHaveCount(15)
  const ahead = page.getByRole('region', { name: 'Next payout', exact: true })
  await expect(ahead).toContainText('You get')
  await checkScreen(page, 'the payouts of a month')

  // The day of a payout leads to its lines.
  await paidOut.getByRole('link', { name: /20\d\d/ }).click()
  const lines = page.getByRole('region', { name: /^In the payout/ })
  await expect(lines.getByRole('row').last()).toContainText('₹2,929.20')
  await expect(lines.getByRole('link', { name: /^SH-/ })).toBeVisible()
  await lines.getByRole('link', { name: 'Next payout' }).click()

  // A refund before the next payment leaves a balance below zero.
  await shop.admin('POST', `/orders/${order_id}/refund`, { reason: 'Kindness' })
  await page.reload()
  await expect(ahead).toContainText(/\d refunds?−₹[\d,]+\.\d\d/)
  await expect(page.getByRole('region', { name: 'In the next payout' })).toContainText('Refund')
  await checkScreen(page, 'the next payout after a refund')
  await page.goto(`/admin?tab=payouts&month=${at?.month}`)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toMatch(
    /^\uFEFFSettlement,UTR,.*To the bank\r\nsetl_.*,2929\.2\r\n$/,
  )
})
