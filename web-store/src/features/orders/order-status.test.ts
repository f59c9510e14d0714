import { OrderStatus } from 'server/contract/orders'
import { expect, it } from 'vitest'
import { orderLooks, readableCode } from './order-status.ts'

it('shows every state of an order in words of its own', () => {
  const labels = OrderStatus.options.map((status) => orderLooks[status].label)
  expect(new Set(labels).size).toBe(OrderStatus.options.length)
})

it('writes gift codes in groups of four', () => {
  expect(readableCode('7K2MQX9DABCD')).toBe('7K2M-QX9D-ABCD')
})
