import { readFile } from 'node:fs/promises'
import { textOfPdf } from '../../server/test/pdf.ts'
import { expect, test } from '../fixtures.ts'
import { buy, newAccount } from '../people.ts'
import { checkScreen, lineCount } from '../screen-checks.ts'

test('a dispute needs attention by its date, blocks refunds, and provides its evidence', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const course = await newCourse({ name: 'Course in dispute', price: 300 })
  const buyer = await newAccount(shop, 'Doubting Sample')
  const { order_id, order_no } = await buy(shop, buyer, [course.course_id])
  const { id } = await shop.sandbox.dispute(order_id)
  await admin.open(`/admin?tab=orders&q=${buyer.email}&needs=attention`)
  await expect(page.getByText(/Payment disputed: answer in Razorpay by \d+ \w+ \d{4}/)).toBeVisible()
  const link = page.getByRole('link', { name: order_no })
  expect(await lineCount(link), 'lines of the order in the table').toBe(1)
  await link.click()
  const sheet = page.getByRole('dialog', { name: `Order ${order_no}` })
  await expect(sheet.getByText('waits for your answer')).toBeVisible()
  await expect(sheet.getByText('a refund now would pay twice', { exact: false })).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Refund', exact: true })).toBeHidden()
  await checkScreen(page, 'a dispute')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('button', { name: 'Evidence as PDF' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`Evidence-${id}.pdf`)
  expect(await textOfPdf(await readFile(await file.path()))).toContain(order_no)
})
