import { expect, test } from 'vitest'
import { planTexts } from './plan-texts.ts'
import { NO_PLAN } from './schedule-form.ts'

const now = new Date('2026-11-22T04:00:00Z')
const sale = { price: 999, from: '2026-12-03T04:30:00Z', until: '2026-12-09T18:30:00.000Z' }

test('plans appear soonest first, by their day in India, with the year if it is far away', () => {
  const plan = {
    publish_at: '2026-12-02T20:00:00Z',
    withdraw: { at: '2028-01-31T10:00:00Z', to: 'archived' as const },
    sale,
  }
  expect(planTexts({ plan, status: 'draft' }, now)).toEqual([
    'Published from 3 Dec',
    '₹999 from 3 Dec',
    'Archived from 31 Jan 2028',
  ])
})

test('a running sale shows its end, and a course without plans or in the bin shows nothing', () => {
  const plan = { ...NO_PLAN, sale: { ...sale, price: 499.5 } }
  const shown = { was: 1499, until: sale.until }
  expect(planTexts({ plan, sale: shown, status: 'published' }, now)).toEqual(['₹499.50 until 10 Dec'])
  expect(planTexts({ plan: NO_PLAN, status: 'published' }, now)).toEqual([])
  expect(planTexts({ plan, status: 'deleted' }, now)).toEqual([])
})
