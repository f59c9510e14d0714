import { OrderStatus } from 'server/contract/orders'
import { expect, it } from 'vitest'
import { orderLooks, readableCode, refundNotes } from './order-status.ts'

it('shows every state of an order in words of its own', () => {
  const labels = OrderStatus.options.map((status) => orderLooks[status].label)
  expect(new Set(labels).size).toBe(OrderStatus.options.length)
})

it('writes gift codes in groups of four', () => {
  expect(readableCode('7K2MQX9DABCD')).toBe('7K2M-QX9D-ABCD')
})

it('says how each refund stands, and of a full one nothing twice', () => {
  const refund = (status: 'pending' | 'processed' | 'failed', amount: number) => ({
    ...{ refund_id: 'rf_1', at: '2026-11-20T10:00:00Z' },
    ...{ status, amount },
  })
  const refunds = [refund('processed', 100), refund('pending', 49.5), refund('failed', 10)]
  expect(refundNotes({ status: 'partially_refunded', refunds })).toEqual([
    '₹100.00 sent back',
    'A refund of ₹49.50 is on its way',
    'A refund of ₹10.00 failed, we are looking at it',
  ])
  expect(refundNotes({ status: 'refunded', refunds: [refund('processed', 499)] })).toEqual([])
  expect(refundNotes({ status: 'paid' })).toEqual([])
})
