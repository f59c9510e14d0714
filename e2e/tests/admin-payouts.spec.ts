import { readFile } from 'node:fs/promises'
import { expect, test } from '../fixtures.ts'
import { buy, newAccount } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'

test('a month fetched from Razorpay shows its totals, differences, each payout, and the file', async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const course = await newCourse({ name: 'Course that is settled', price: 3000 })
  const { order_id } = await buy(shop, await newAccount(shop, 'Settled Sample'), [course.course_id])
  await shop.query(
    `update sandbox.payments set created_at = now() - interval '40 days' where payment_id = (select payment_id from orders where order_id = $1)`,
    [order_id],
  )
  const [at] = await shop.query<{ month: string }>(
    `select to_char(now() at time zone 'Asia/Kolkata' - interval '38 days', 'YYYY-MM') as month`,
  )
  await admin.open(`/admin?tab=payouts&month=${at?.month}`)
  await expect(page.getByRole('heading', { name: 'This month has not been fetched yet' })).toBeVisible()
  await page.getByRole('button', { name: 'Fetch from Razorpay' }).click()
  const sums = page.getByRole('region', { name: 'Sums of the month' })
  await expect(sums).toContainText('Gross, 1 payment₹3,000.00')
  await expect(sums).toContainText('Razorpay’s fees−₹60.00GST on fees−₹10.80Net₹2,929.20')
  await expect(page.getByRole('region', { name: 'Differences' })).toContainText('None.')
  await expect(page.getByRole('region', { name: 'Payouts' }).getByRole('row')).toHaveCount(2)
  await checkScreen(page, 'the payouts of a month')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toMatch(
    /^\uFEFFSettlement,UTR,.*To the bank\r\nsetl_.*,2929\.2\r\n$/,
  )
})
