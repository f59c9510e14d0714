import { OrderStatus } from 'contract/orders/orders'
import { expect, it } from 'vitest'
import { lookOf, orderLooks, refundNotes, sortOf } from './order-status.ts'

it('every state of an order has words of its own', () => {
  const labels = OrderStatus.options.map((status) => orderLooks[status].label)
  expect(new Set(labels).size).toBe(OrderStatus.options.length)
})

it('an open order says once that its payment is missing, and names a try that failed', () => {
  expect(lookOf({ status: 'created' })).toEqual({ label: 'Payment pending', palette: 'buy', totalLabel: 'Total' })
  expect(lookOf({ status: 'created', last_try_failed: true }).note).toBe('The last try failed. You can pay again.')
})

it('the total reads as paid only while it is: a refunded payment may be of another sum', () => {
  const paid = OrderStatus.options.filter((status) => orderLooks[status].totalLabel === 'Total paid')
  expect(paid).toEqual(['paid', 'partially_refunded'])
})

it('only money makes an order more than an attempt', () => {
  const sorted = (of: 'waiting' | 'bought' | 'attempt') =>
    OrderStatus.options.filter((status) => sortOf({ status }) === of)
  expect(sorted('waiting')).toEqual(['created', 'review'])
  expect(sorted('attempt')).toEqual(['failed', 'expired', 'cancelled'])
  expect(sortOf({ status: 'created', owned: true })).toBe('attempt')
  expect(sortOf({ status: 'cancelled', refunds: [] })).toBe('bought')
})

it('each refund shows its state and date', () => {
  const refund = (status: 'pending' | 'processed' | 'failed', amount: number) => ({
    refund_id: 'rf_1',
    at: '2026-11-20T10:00:00Z',
    status,
    amount,
  })
  const refunds = [refund('processed', 100), refund('pending', 49.5), refund('failed', 10)]
  expect(refundNotes({ refunds })).toEqual([
    'Refund of ₹100.00 sent on 20 Nov 2026',
    'A refund of ₹49.50 is on its way',
    'A refund of ₹10.00 failed, we are looking at it',
  ])
  expect(refundNotes({ refunds: [{ ...refund('pending', 29.99), currency: 'USD' }] })).toEqual([
    'A refund of 29.99 USD is on its way',
  ])
  expect(refundNotes({})).toEqual([])
})
