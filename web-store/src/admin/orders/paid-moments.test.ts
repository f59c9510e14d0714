import { expect, test } from 'vitest'
import { paidMoments } from './order-labels.ts'

const order = (gateway: string | null, shop: string | null) => ({ paid_at: shop, gateway: { paid_at: gateway } })

test('an order names the day of its payment, and beside it when the shop heard of a late one', () => {
  const [paid, heard] = ['2026-03-31T12:00:00.000Z', '2026-04-01T06:00:00.000Z']
  expect(paidMoments(order(paid, heard))).toEqual({ paid, heard })
  expect(paidMoments(order(paid, '2026-03-31T12:11:00.000Z'))).toMatchObject({ paid })
  // 23:59 in India, and two minutes later.
  const night = { paid: '2026-03-31T18:29:00.000Z', heard: '2026-03-31T18:31:00.000Z' }
  expect(paidMoments(order(night.paid, night.heard))).toEqual(night)
})

test('a payment that is reported within minutes, an offline one and an unpaid order have one moment or none', () => {
  const at = '2026-03-31T12:05:00.000Z'
  expect(paidMoments(order('2026-03-31T12:00:00.000Z', at))).toEqual({ paid: at })
  expect(paidMoments(order(null, at))).toEqual({ paid: at })
  expect(paidMoments(order(null, null))).toEqual({ paid: null })
})
