import { expect, it } from 'vitest'
import { mergedPlan, NO_PLAN, parsePlan, planParts, toBody, toForm } from './schedule-form.ts'

const empty = toForm(NO_PLAN)
const problems = (typed: Partial<typeof empty>) => {
  const { error } = parsePlan({ ...empty, ...typed })
  return Object.fromEntries((error?.issues ?? []).toReversed().map(({ path: [field], message }) => [field, message]))
}

it('the schedule shows and sends a moment as the hour in India', () => {
  const sale = { price: 299.5, from: '2026-12-01T04:30:00.000Z', until: '2026-12-03T18:29:00.000Z' }
  const form = toForm({ publish_at: null, withdraw: { at: '2026-12-09T18:30:00.000Z', to: 'archived' }, sale })
  expect(form).toEqual({
    sale_price: '299.5',
    sale_from: '2026-12-01T10:00',
    sale_until: '2026-12-03T23:59',
    publish_at: '',
    withdraw_at: '2026-12-10T00:00',
    withdraw_to: 'archived',
  })
  expect(toBody(form)).toEqual({
    publish_at: null,
    withdraw: { at: '2026-12-10T00:00:00+05:30', to: 'archived' },
    sale: { price: 299.5, from: '2026-12-01T10:00:00+05:30', until: '2026-12-03T23:59:00+05:30' },
  })
  expect(toBody(empty)).toEqual(NO_PLAN)
})

it('a conflict of two planned schedules is shown in words, and the other admin’s values can be chosen', () => {
  const sale = { price: 299, from: '2026-12-01T04:30:00.000Z', until: '2026-12-03T18:29:00.000Z' }
  const theirs = { publish_at: null, withdraw: { at: '2026-12-09T18:30:00.000Z', to: 'archived' as const }, sale }
  const mine = { ...empty, publish_at: '2026-12-02T10:00', sale_price: ' 250 ', sale_until: '2026-12-03T23:59' }
  const parts = planParts(mine, theirs, NO_PLAN)
  expect(parts.map(({ label, mine, theirs, changedHere }) => [label, mine, theirs, changedHere])).toEqual([
    ['sale price', '₹250', '₹299', true],
    ['start of the sale', '', '1 Dec 2026, 10:00\u00a0am IST', false],
    ['publishing', '2 Dec 2026, 10:00\u00a0am IST', '', true],
    ['taking off the store', '', '10 Dec 2026, 12:00\u00a0am IST', false],
    ['state after it', '', 'archived', false],
  ])
  expect(mergedPlan(mine, theirs, new Set(['sale_from', 'withdraw_at', 'withdraw_to']))).toEqual({
    ...toForm(theirs),
    publish_at: '2026-12-02T10:00',
    sale_price: ' 250 ',
  })
  expect(planParts(toForm(theirs), theirs, NO_PLAN)).toEqual([])
})

it('a sale with missing or wrongly ordered dates is refused with the reason', async () => {
  expect(problems({})).toEqual({})
  expect(problems({ sale_price: '299' })).toEqual({ sale_until: 'Enter when the sale ends' })
  expect(problems({ sale_until: '2026-12-03T23:59' })).toEqual({ sale_price: 'Enter the price during the sale' })
  expect(problems({ sale_price: '299', sale_from: '2026-12-03T10:00', sale_until: '2026-12-03T10:00' })).toEqual({
    sale_until: 'The sale must end after it begins',
  })
  expect(problems({ publish_at: '2026-12-03T10:00', withdraw_at: '2026-12-02T10:00' })).toEqual({
    withdraw_at: 'It must come off the store after it is published',
  })
})
