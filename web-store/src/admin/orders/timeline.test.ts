import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { detailText, eventLabel, linesOf, lineText } from './timeline.ts'

const at = (minute: number) => `2026-11-26T09:${String(minute).padStart(2, '0')}:00.000Z`
const step = (kind: string, minute: number, detail: string | null = null, times = 1) => ({
  kind,
  detail,
  times,
  at: at(minute),
  last_at: times > 1 ? at(minute + 1) : null,
})

const ENGINEERS = /_|\bpoll|webhook|gateway|payload|null|\bthe API\b|reconcil/i

test('every kind of step that the server writes has a label without an engineer’s word', async () => {
  const kinds = new Set<string>()
  for await (const file of glob('server/src/**/*.ts')) {
    if (file.endsWith('.test.ts')) continue
    const source = readFileSync(file, 'utf8')
    // Statements name their kind in SQL; all other writers are bound by the type of the contract.
    for (const [, kind] of source.matchAll(
      /insert into order_events \(order_id, kind[^)]*\)\s+select order_id, '([a-z_]+)'/g,
    ))
      kinds.add(kind ?? '')
  }
  expect(kinds.size).toBeGreaterThan(2)
  const contract = readFileSync('server/contract/orders/admin.ts', 'utf8')
  const union = /type OrderEventKind =([\s\S]+?)(?:\n\n|$)/.exec(contract)?.[1] ?? ''
  for (const [, kind] of union.matchAll(/'([a-z_]+)'/g)) kinds.add(kind ?? '')
  expect(kinds.size).toBeGreaterThan(30)
  for (const kind of kinds) {
    expect(eventLabel(kind), kind).not.toBe('Update')
    expect(eventLabel(kind), kind).not.toMatch(ENGINEERS)
  }
})

test('checks in a row are one folded line, and every step keeps its own', () => {
  const lines = linesOf([
    step('created', 0),
    step('link_created', 0, 'plink_TEST0000000001'),
    step('polled', 1, 'link created', 24),
    step('not_answered', 3, 'The gateway did not answer: it took too long', 2),
    step('webhook', 5, 'payment.captured: the gateway is asked'),
    step('paid', 6, 'pay_TEST0000000001'),
    step('polled', 7, 'link paid'),
  ])
  expect(lines.map(lineText)).toEqual([
    'Order placed',
    'Payment link created',
    'Checked with Razorpay 27 times',
    'Paid',
    'Checked with Razorpay',
  ])
  expect(lines[2]).toMatchObject({ at: at(1), last_at: at(5), checks: [{}, {}, {}] })
  expect(lines[2]?.checks.map(detailText)).toEqual([
    'The payment link is open',
    'Razorpay did not answer: it took too long',
    'Razorpay reported a payment',
  ])
})

test.each([
  ['payment.dispute.created: the gateway is asked', 'Razorpay reported a dispute'],
  ['refund.failed: the gateway is asked', 'Razorpay reported a refund'],
  ['payment_link.expired: the gateway is asked', 'Razorpay reported that the payment link ended'],
  ['order.paid: the gateway is asked', 'Razorpay reported a payment'],
  ['invoice.paid: ignored', 'Razorpay reported a payment'],
])('the webhook %s reads: %s', (detail, words) => {
  expect(detailText({ kind: 'webhook', detail })).toBe(words)
})
