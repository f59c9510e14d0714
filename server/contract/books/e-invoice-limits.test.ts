import { expect, test } from 'vitest'
import { eInvoiceLimits } from './e-invoice-limits.ts'

test('the limits of e-invoices are those of the day', () => {
  expect(eInvoiceLimits('2025-03-31')).toMatchObject({ needed: { crore: 5 }, inTime: undefined })
  expect(eInvoiceLimits('2026-11-30')).toMatchObject({ needed: { crore: 5 }, inTime: { crore: 10, days: 30 } })
})
