import { expect, test } from 'vitest'
import { GatewayError } from '../../payments/gateway.ts'
import { refusedForGood } from './refused-for-good.ts'

const said = (kind: ConstructorParameters<typeof GatewayError>[0], message: string) =>
  refusedForGood(new GatewayError(kind, message))?.message

test('what a buyer reads when trying again is of no use', () => {
  const ended =
    'The shop cannot take payments at the moment. Nothing was charged, and your cart is saved. We have been told.'
  expect(said('unauthorized', 'The gateway refused our keys')).toBe(ended)
  expect(said('refused', 'The gateway refused: Your account is blocked.')).toBe(ended)
  expect(said('refused', 'The gateway refused: Amount exceeds maximum amount allowed.')).toBe(
    'This order is more than our payment provider accepts in one payment. Nothing was charged, and your cart is saved. Please buy fewer courses at a time, or write to us.',
  )
  expect(said('unavailable', 'The gateway is not working (503)')).toBeUndefined()
  expect(refusedForGood(new Error('Amount exceeds maximum'))).toBeUndefined()
})
