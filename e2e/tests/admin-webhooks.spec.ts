import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from '../fixtures.ts'
import { buy, newAccount } from '../people.ts'
import { checkScreen } from '../screen-checks.ts'
import { toast } from '../steps.ts'

/** Opens a receiver such as n8n; it fails until it is mended. */
async function openReceiver() {
  const received: Record<string, unknown>[] = []
  let status = 500
  const server = createServer(async (request, response) => {
    received.push(JSON.parse(await text(request)))
    response.writeHead(status).end(status === 500 ? 'Workflow could not be started' : 'ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook/orders`,
    received,
    mend: () => {
      status = 200
    },
    close: () => server.close(),
  }
}

test('an owner adds an address, sees a delivery fail, and sends it again', { tag: '@long' }, async ({
  page,
  admin,
  shop,
  newCourse,
}) => {
  const receiver = await openReceiver()
  const course = await newCourse({ name: 'Course of a webhook', price: 499 })
  try {
    await admin.open('/admin?tab=developers')
    await page.getByRole('button', { name: 'Add an address' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add an address' })
    await dialog.getByRole('textbox', { name: 'Address' }).fill('example.com')
    await dialog.getByRole('button', { name: 'Add address' }).click()
    await expect(dialog.getByText('Must be an https address without a user name')).toBeVisible()
    await checkScreen(page, 'an address with a problem')
    await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url)
    await dialog.getByLabel('A refund is made').uncheck()
    await dialog.getByLabel('A student gets a course').uncheck()
    await dialog.getByRole('button', { name: 'Add address' }).click()
    const secret = page.getByRole('dialog', { name: 'Save this secret now' })
    await expect(secret.getByText(/^whsec_[A-Za-z0-9+/]{43}=$/)).toBeVisible()
    await checkScreen(page, 'a secret, once')
    await secret.getByRole('button', { name: 'I saved it' }).click()

    const row = page.getByRole('listitem').filter({ hasText: receiver.url })
    await row.getByRole('button', { name: 'Send a test' }).click()
    await expect(toast(page, /^The test failed: 500 in/)).toBeVisible()
    expect(receiver.received).toMatchObject([{ event: 'order.paid', order_no: 'SH-2026-00001' }])

    const { order_id } = await buy(shop, await newAccount(shop, 'Hooked Sample'), [course.course_id])
    await expect.poll(() => receiver.received.length).toBeGreaterThan(1)
    const deliveries = page.getByRole('region', { name: 'Deliveries' })
    const delivery = deliveries.getByRole('row').filter({ hasText: 'order.paid' })
    await expect(delivery.getByText(/^500 in/)).toBeVisible()
    await expect(row.getByText('Failing for less than an hour')).toBeVisible()
    await checkScreen(page, 'a failed delivery')
    await delivery.getByRole('button', { name: /^Show/ }).click()
    const details = page.getByRole('dialog', { name: 'order.paid' })
    await expect(details.getByText('Workflow could not be started').first()).toBeVisible()
    await expect(details.getByText('"student_name": "Hooked Sample"')).toBeVisible()
    await checkScreen(page, 'a delivery with its tries')

    receiver.mend()
    await details.getByRole('button', { name: 'Try again now' }).click()
    await expect(details.getByText('Delivered')).toBeVisible()
    await details.getByRole('button', { name: 'Close' }).click()
    await expect(row.getByText('Works')).toBeVisible()
    await expect(row.getByText('1 of 1 today')).toBeVisible()
    const ids = receiver.received.slice(1).map(({ id }) => id)
    expect(new Set(ids).size).toBe(1)
    const [order] = await shop.query<{ order_no: string }>('select order_no from orders where order_id = $1', [
      order_id,
    ])
    expect(receiver.received.at(-1)).toMatchObject({ event: 'order.paid', order_no: order?.order_no, amount: 499 })

    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(row).toBeHidden()
  } finally {
    receiver.close()
  }
})
