import { expect, test } from 'vitest'
import { GatewayError } from '../../../platform/payments/gateway.ts'
import { refusedForGood } from './refused-for-good.ts'

const gatewayError = (kind: ConstructorParameters<typeof GatewayError>[0], message: string) =>
  refusedForGood(new GatewayError(kind, message))?.message

test('a buyer reads that an order was refused, in one sentence whatever the gateway’s English says', () => {
  expect(gatewayError('unauthorized', 'The gateway refused our keys')).toBe(
    'The shop cannot take payments at the moment. Nothing was charged, and your cart is saved. We have been told.',
  )
  for (const words of ['Your account is blocked.', 'Amount exceeds maximum amount allowed.', 'Etwas anderes'])
    expect(gatewayError('refused', `The gateway refused: ${words}`)).toBe(
      'Our payment provider did not accept this order. Nothing was charged, and your cart is saved. Please try again later or with fewer courses, or write to us.',
    )
  expect(gatewayError('unavailable', 'The gateway is not working (503)')).toBeUndefined()
})
