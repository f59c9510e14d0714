import { CourseStatus } from 'contract/account'
import { ActivityKind } from 'contract/activity'
import { OrderNeed, OrderStatus, RefundStatus } from 'contract/orders/actions'
import { CourseState } from 'contract/placement'
import { expect, test } from 'vitest'
import { kindOf, kinds } from '../activity/ActivityTab.tsx'
import { attentionLabel, courseLabel, refundWords } from '../orders/order-labels.ts'
import { agoText } from './ago-text.ts'
import { catalogueStates, courseStatuses, orderStatuses } from './statuses.ts'

const sorted = (names: readonly string[]) => [...names].sort()

test.each([
  ['orders', OrderStatus.options, orderStatuses],
  ['courses of a student', CourseStatus.options, courseStatuses],
  ['courses in the catalogue', CourseState.options, catalogueStates],
])('each status of %s has a label of its own', (_, options, looks) => {
  expect(sorted(Object.keys(looks))).toEqual(sorted(options))
  const labels = Object.values(looks).map(({ label }) => label)
  expect(new Set(labels).size).toBe(labels.length)
  // No name of the wire is shown to people.
  expect(labels.filter((label) => /_|^[a-z]/.test(label))).toEqual([])
})

test('no need of an order equals a status, for one list of choices holds both', () => {
  expect(OrderNeed.options.filter((need) => need in orderStatuses)).toEqual([])
})

test('refunds and kinds of activity have words for all that the contract names', () => {
  expect(sorted(Object.keys(refundWords))).toEqual(sorted(RefundStatus.options))
  expect(sorted(Object.keys(kinds))).toEqual(sorted(ActivityKind.options))
  expect([kindOf('promocode'), kindOf(''), kindOf('toString')]).toEqual(['promocode', undefined, undefined])
})

test('an order says why somebody has to look at it, and what was bought', () => {
  const buyer = { email: 'asha@example.com' } as never
  const needs = (reason: 'review' | 'stuck', of = buyer) => attentionLabel({ reason } as never, of)
  expect(needs('review')).toBe('Amount paid does not match the order')
  expect(needs('review', null as never)).toBe('The buyer’s account was deleted')
  expect(needs('stuck', null as never)).toBe('Payment link has expired, order is still open')
  const courses = [
    { course_name: 'Reels', quantity: 3 },
    { course_name: 'Captions', quantity: 1 },
  ]
  expect(courseLabel(courses)).toBe('Reels × 3, Captions')
})

test('agoText picks the unit that people read', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const ago = (seconds: number) => agoText(new Date(now - seconds * 1000).toISOString(), now)
  expect([-60, 59, 60, 3599, 3600, 47 * 3600, 48 * 3600].map(ago)).toEqual([
    'just now',
    'just now',
    '1 minute ago',
    '59 minutes ago',
    '1 hour ago',
    '47 hours ago',
    '2 days ago',
  ])
})
