import { readFile } from 'node:fs/promises'
import type { UserOrder } from 'contract/orders/orders'
import { textOfPdf } from '../../server/test/pdf.ts'
import { expect, test } from '../fixtures.ts'
import { buy, newAccount, signIn } from '../people.ts'
import { answerInstead } from '../stand-ins.ts'
import { mailSubjects, toast } from '../steps.ts'

// In a plain run `documents/documents-http.test.ts` covers the same.
test('an order offers its receipt as a file, and resends it by email', { tag: ['@phone', '@long'] }, async ({
  page,
  shop,
  guard,
}) => {
  guard.allow(/ERR_FAILED/)
  const buyer = await newAccount(shop)
  const { order_no } = await buy(shop, buyer, ['hindi-script-vault'])
  // The receipt is created along with the purchase email.
  const [mail] = await mailSubjects(shop, buyer.email, 2)
  expect(mail).toBeTruthy()
  await signIn(page, buyer)
  await page.goto('/dashboard/orders')
  const order = page.getByRole('article', { name: `Order ${order_no}` })
  const choose = async (name: RegExp | string) => {
    await order.getByRole('button', { name: 'Documents' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  const receipt = /^Receipt TEST\/\d\d-\d\d\/\d{5} as PDF$/

  const { body } = await shop.call<UserOrder[]>('GET', '/user/orders', { token: buyer.token })
  const id = body[0]?.documents?.[0]?.document_id ?? ''
  const restore = await answerInstead(page, `/user/documents/${id}`, 'lost')
  await choose(receipt)
  await expect(toast(page, 'Receipt not downloaded')).toBeVisible()
  await restore()

  const [download] = await Promise.all([page.waitForEvent('download'), choose(receipt)])
  expect(download.suggestedFilename()).toMatch(/^Receipt-TEST-\d\d-\d\d-\d{5}\.pdf$/)
  const text = await textOfPdf(await readFile(await download.path()))
  for (const word of ['Receipt', order_no, buyer.name, 'Hindi Script Vault']) expect(text).toContain(word)

  await choose('Email me the receipt')
  await expect(toast(page, `Sent to ${buyer.email}.`)).toBeVisible()
  expect((await mailSubjects(shop, buyer.email, 3)).filter((subject) => subject.includes('TEST/'))).toHaveLength(1)
})
