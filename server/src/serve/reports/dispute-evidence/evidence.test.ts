import { readFileSync, writeFileSync } from 'node:fs'
import { fill } from 'contract/fill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { textOfPdf } from '../../../../test/pdf.ts'
import { startTestServer, type TestServer } from '../../../../test/server.ts'
import { buildShopper, deliverEvent, paidEvent, payOtherwise } from '../../../../test/shopper.ts'
import { issueDocuments } from '../../../sales/documents/documents.service.ts'
import { BUILT_IN_TERMS } from './evidence-parts.ts'

let one: TestServer

beforeAll(async () => {
  one = await startTestServer({ work: false, shop: {} })
})
afterAll(() => one.stop())

async function disputedOrder() {
  const shopper = await buildShopper(one)
  const { orderId, link, course } = await shopper.buyOne(2)
  const { payment } = (await one.gateway(`control/links/${link.id}/pay`, {})) as { payment: { id: string } }
  await one.gateway('control/deliver', {})
  await issueDocuments(one.ctx, orderId)
  const dispute = (await one.gateway(`control/payments/${payment.id}/dispute`, {})) as { id: string }
  await one.gateway('control/deliver', {})
  const evidence = async () => {
    const owner = one.api(await one.adminToken())
    const file = await owner.orders.disputeEvidence({ dispute_id: dispute.id })
    const bytes = Buffer.from(await file.arrayBuffer())
    if (process.env.KEEP_EVIDENCE) writeFileSync(process.env.KEEP_EVIDENCE, bytes)
    return { name: file.name, text: await textOfPdf(bytes) }
  }
  return { ...shopper, orderId, course, paymentId: payment.id, disputeId: dispute.id, evidence }
}

const formatTerms = async (terms: string, refund = '') => {
  await one.api(await one.adminToken()).settings.update({ body: { legal: { terms, refund } } })
  one.clock.advance(60_000)
}

test('evidence of a payment that differs and gave no access says so, in its currency', async () => {
  const { buyOne } = await buildShopper(one)
  const { orderId, link } = await buyOne()
  await deliverEvent(one, paidEvent(await payOtherwise(one, link, { currency: 'USD' })))
  const { payment_id } = await one.db('orders').where({ order_id: orderId }).first()
  await one.gateway('control/reset-faults', {})
  await one.gateway(`control/payments/${payment_id}/refund`, { amount: 9_900 })
  const dispute = (await one.gateway(`control/payments/${payment_id}/dispute`, { amount: 40_000 })) as { id: string }
  await one.gateway('control/deliver', {})
  const owner = one.api(await one.adminToken())
  const file = await owner.orders.disputeEvidence({ dispute_id: dispute.id })
  const text = (await textOfPdf(Buffer.from(await file.arrayBuffer()))).replaceAll(/\s+/g, ' ')
  expect(text).toContain(
    `Payment ${payment_id} of 499.00 USD came for this order of ₹499.00. The buyer was given no access.`,
  )
  for (const notified of ['400.00 USD', '99.00 USD']) expect(text).toContain(notified)
  for (const wrong of ['delivered', 'Access was open', '₹400.00', '₹99.00']) expect(text).not.toContain(wrong)
})

test('evidence tells order, documents, access, log-ins, seconds of each lesson, and the terms of that day', async () => {
  await formatTerms('## Ours\n\nNo refunds on **Sundays**.', 'Seven days.')
  const { user, orderId, course, paymentId, disputeId, evidence } = await disputedOrder()
  const orderNo: string = (await one.db('orders').where({ order_id: orderId }).first()).order_no
  await formatTerms('Refunds on every day.')
  await one.db('lessons').insert({
    course_id: course.course_id,
    lesson_id: 'l1',
    title: 'Light',
    position: 1,
    watch_link: 'https://x.example/1',
  })
  await one.db('lesson_progress').insert([
    { user_id: user.id, course_id: course.course_id, lesson_id: 'l1', seconds: 754, completed_at: one.ctx.now() },
    { user_id: user.id, course_id: course.course_id, lesson_id: 'gone', seconds: 31 },
  ])
  await one.db('sessions').where({ user_id: user.id }).update({ device: 'Chrome on Android', address: '203.0.113.9' })
  const { name, text } = await evidence()
  expect(name).toBe(`Evidence-${disputeId}.pdf`)
  for (const notified of [disputeId, paymentId, orderNo, user.email, user.phone, course.name, 'Receipt'])
    expect(text).toContain(notified)
  for (const notified of [
    '754',
    '31',
    'Light',
    'Chrome on Android',
    '203.0.113.9',
    'has watched 13 minutes',
    'Gift code',
  ])
    expect(text).toContain(notified)
  expect(text).toContain('No refunds on Sundays.')
  expect(text).toContain('Seven days.')
  expect(text).not.toContain('Refunds on every day.')
})

test('the built-in terms are quoted as their page says them', async () => {
  await formatTerms('')
  await one.api(await one.adminToken()).settings.update({ body: { guarantee: { days: 30 } } })
  const { evidence } = await disputedOrder()
  const { text } = await evidence()
  const page = readFileSync('web-store/src/features/pages/TermsScreen.tsx', 'utf8').replace(/\s+/g, ' ')
  for (const sentence of BUILT_IN_TERMS) {
    expect(page).toContain(sentence)
    expect(text).toContain(fill(sentence, { days: 30 }))
  }
})

test('the guarantee is quoted with the days of the purchase, and not where there was none', async () => {
  await formatTerms('')
  const owner = one.api(await one.adminToken())
  const promise = async (days: number) => {
    await owner.settings.update({ body: { guarantee: { days } } })
    one.clock.advance(60_000)
  }
  await promise(7)
  const seven = await disputedOrder()
  await promise(0)
  const none = await disputedOrder()
  await promise(30)
  expect((await seven.evidence()).text).toContain('write to us within 7 days of buying it')
  expect((await none.evidence()).text).not.toContain('write to us within')
})

test('an unknown dispute has no evidence, nor has one whose account is deleted', async () => {
  const { user, disputeId, evidence } = await disputedOrder()
  const owner = one.api(await one.adminToken())
  await expect(owner.orders.disputeEvidence({ dispute_id: 'disp_none' })).rejects.toMatchObject({ status: 404 })
  await evidence()
  await owner.users.delete({ params: { id: user.user_id } })
  await expect(owner.orders.disputeEvidence({ dispute_id: disputeId })).rejects.toMatchObject({ status: 404 })
})
