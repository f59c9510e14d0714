import { expect, test } from 'vitest'
import {
  lateTaxText,
  lossText,
  newRefund,
  proposalText,
  type RefundOrder,
  refundBody,
  refundOf,
} from './refund-order.ts'

/** As nobody has typed yet. */
const typed = { amount: '', less: null, reference: '', sent_on: '2027-01-01' }

test('the refund form says from 1 December on that no tax is taken back of a sale of the year before', () => {
  const sale = (kind: 'invoice' | 'receipt', paid_at = '2027-03-15T06:30:00.000Z') => ({
    paid_at,
    documents: [{ document_id: 'doc_1', kind, serial: 'SH/26-27/0000001', issued_at: paid_at }],
  })
  expect(lateTaxText(sale('invoice'), '2027-11-30')).toBeUndefined()
  expect(lateTaxText(sale('invoice'), '2027-12-01')).toContain('the last day was 30 November 2027')
  expect(lateTaxText(sale('receipt'), '2027-12-01')).toBeUndefined()
  expect(lateTaxText(sale('invoice', '2027-03-31T18:30:00.000Z'), '2027-12-01')).toBeUndefined()
})

test('a refund begins with the courses that its buyer asks for, and leaves redeemed gift codes alone', () => {
  const seat = (course_id: string, seat: number, code: string | null = null) => ({ course_id, seat, amount: 100, code })
  const seats = [seat('reels', 0), seat('reels', 1, 'USED'), seat('reels', 2, 'FREE'), seat('canva', 0)]
  const gift = (code: string, redeemed: boolean) => ({
    code,
    course_id: 'reels',
    redeemed,
    redeemed_at: null,
    redeemed_by: null,
  })
  const requesting = (course_ids: string[] | null, of = seats) => {
    const guarantee = { status: 'open', asked_at: '', amount: 200, course_ids, reason: null, answer: null } as const
    const gift_codes = [gift('USED', true), gift('FREE', false)]
    const { scope, wanted } = newRefund({ guarantee, seats: of, gift_codes, outside: null } as unknown as RefundOrder)
    return [scope, wanted.map(({ course_id, seat }) => `${course_id} ${seat}`)]
  }
  expect(requesting(['reels'])).toEqual(['seats', ['reels 0', 'reels 2']])
  expect(requesting(['reels', 'canva'])).toEqual(['seats', ['reels 0', 'reels 2', 'canva 0']])
  expect(requesting(['canva'], [seat('canva', 0)])).toEqual(['all', []])
  expect(requesting(null)).toEqual(['all', []])
})

test('the form says that the refund of a part ends its plan', () => {
  const part = { plan_id: 'pl_1', part: 2, of: 3, due_on: '2027-01-01' }
  expect(lossText({ gift_codes: [], plan: part })).toContain('This is part 2 of 3: its plan ends')
  expect(lossText({ gift_codes: [] })).toBe('The buyer loses access and unused gift codes stop working.')
})

test('a rest below a rupee goes back by bank transfer alone', () => {
  const order = {
    refundable: 0.5,
    refundable_without_redeemed: 0.5,
    refund_needs_reason: false,
    seats: [],
    gift_codes: [],
    guarantee: null,
    outside: null,
    gateway: {},
    conditions: [],
    withheld: 0,
  } as unknown as RefundOrder
  const refund = { ...typed, ...newRefund(order) }
  expect(refund.way).toBe('bank')
  expect(refundOf(order, refund)).toMatchObject({ sum: 0.5, text: '₹0.50', problems: { amount: undefined } })
  expect(refundOf(order, { ...refund, way: 'gateway' }).problems.amount).toMatch(/^Razorpay refunds ₹1 or more/)
})

test('the form proposes the price less what falls away, and sends the sum that the owner enters instead', () => {
  const seats = [
    { course_id: 'reels', seat: 0, amount: 480, code: null },
    { course_id: 'canva', seat: 0, amount: 400, code: null },
  ]
  const minimum = {
    kind: 'minimum' as const,
    name: 'SAVE20',
    minimum: 1_000,
    by: seats.map(({ course_id, seat }) => ({ course_id, seat, weight: course_id === 'reels' ? 60_000 : 50_000 })),
    least: 100_000,
    benefit: [{ course_id: 'reels', seat: 0, amount: 120 }],
    apart: 0,
  }
  const order = {
    refundable: 880,
    refundable_without_redeemed: 880,
    refund_needs_reason: false,
    seats,
    gift_codes: [],
    guarantee: null,
    outside: null,
    gateway: {},
    conditions: [minimum],
    withheld: 0,
  } as unknown as RefundOrder
  const refund = { ...typed, ...newRefund(order), scope: 'seats' as const, wanted: seats.slice(1) }
  const proposed = refundOf(order, refund)
  expect(proposed).toMatchObject({ amount: '280', sum: 280, most: 400, text: '₹280.00' })
  const sentence = '₹400.00 less ₹120.00, because the code SAVE20 needs an order of ₹1,000.00.'
  expect(proposed.proposal && proposalText(proposed.proposal)).toBe(sentence)
  expect(refundOf(order, { ...refund, less: '400' })).toMatchObject({ sum: 400, problems: { amount: undefined } })
  expect(refundOf(order, { ...refund, less: '400.01' }).problems.amount).toBe('Amount must be from ₹1.00 to ₹400.00')
  expect(refundOf(order, { ...refund, scope: 'all' })).toMatchObject({ sum: 880, proposal: undefined })
})

test('a refund sends its sum with what it takes, and a transfer only where one was made', () => {
  const seats = [
    { course_id: 'reels', seat: 0, amount: 300, code: null },
    { course_id: 'reels', seat: 1, amount: 300, code: 'USED' },
  ]
  const order = {
    refundable: 600,
    refundable_without_redeemed: 300,
    refund_needs_reason: false,
    seats,
    gift_codes: [{ code: 'USED', redeemed: true }],
    guarantee: null,
    outside: null,
    gateway: {},
    conditions: [],
    withheld: 0,
  } as unknown as RefundOrder
  const refund = { ...typed, ...newRefund(order), reason: 'Bought twice' }
  expect(refundBody(order, refund)).toEqual({ amount: 600, redeemed: 'take', reason: 'Bought twice' })
  expect(refundBody(order, { ...refund, scope: 'seats', wanted: seats.slice(0, 1) })).toEqual({
    amount: 300,
    seats: [{ course_id: 'reels', seat: 0 }],
    reason: 'Bought twice',
  })
  const sent = { ...refund, scope: 'sum' as const, amount: '99.50', way: 'bank', reference: 'UTR 1' }
  expect(refundBody(order, sent)).toEqual({
    amount: 99.5,
    reason: 'Bought twice',
    bank: { reference: 'UTR 1', sent_on: '2027-01-01' },
  })
})
