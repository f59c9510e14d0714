import type { Promocode } from 'contract/promocodes'
import { describe, expect, it } from 'vitest'
import { stateMarks, usesText } from './code-columns.tsx'
import { bodyBefore, type CodeForm, newCode, newCodeQuery, parseCode, parseNewCode, toForm } from './promocode-form.ts'

const code: Promocode = {
  id: '1',
  promocode: 'DIWALI',
  discount: 20,
  start_date: null,
  expiry_date: '2026-12-31',
  course_id: null,
  scope: 'All courses',
  max_uses: null,
  max_uses_per_buyer: null,
  max_seats: null,
  paused: false,
  listed: true,
  uses: 0,
  reserved: 0,
  revenue: 0,
  amount: null,
  max_discount: null,
  minimum_order: null,
  first_purchase: false,
  segment: null,
  course_ids: null,
  version: '1',
}

type Parsed = ReturnType<typeof parseNewCode> | ReturnType<typeof parseCode>
const messagesOf = (parsed: Parsed) =>
  Object.fromEntries(
    parsed.success ? [] : parsed.error.issues.map(({ path, message }) => [path[0], message] as const).toReversed(),
  )

describe('a new code', () => {
  const filled = { ...newCode('2026-11-21'), promocode: 'diwali' }
  const problems = (change: object) => messagesOf(parseNewCode({ ...filled, ...change }))

  it('begins with 10 % off every course for 30 days, shown to buyers', () => {
    expect(newCode('2026-12-15')).toMatchObject({ expiry_date: '2027-01-14', discount: '10', course_ids: [] })
    expect(newCodeQuery(filled)).toEqual({
      promocode: 'diwali',
      discount: '10',
      expiry_date: '2026-12-21',
      first_purchase: 'false',
      listed: 'true',
    })
  })

  it('sends the limits that are set, and no others', () => {
    const query = newCodeQuery({ ...filled, max_uses: '5', start_date: '2026-12-01' })
    expect(query).toMatchObject({ max_uses: '5', start_date: '2026-12-01' })
    expect(query).not.toHaveProperty('max_uses_per_buyer')
  })

  it('sends rupees in place of percent, and the chosen courses', () => {
    const query = newCodeQuery({ ...filled, kind: 'rupees', amount: '200', course_ids: ['reels', 'captions'] })
    expect(query).toMatchObject({ amount: '200', course_ids: 'reels,captions' })
    expect(query).not.toHaveProperty('discount')
  })

  it('sends a query that equals the typed values', () => {
    const typed = { ...filled, kind: 'rupees' as const, amount: '200', course_ids: ['reels', 'captions'] }
    expect(parseNewCode(typed)).toMatchObject({ data: newCodeQuery(typed) })
  })

  it('says at each field what is wrong with it', () => {
    expect(problems({})).toEqual({})
    expect(problems({ kind: 'rupees', amount: '' })).toEqual({ amount: 'Price must be positive' })
    expect(problems({ promocode: 'ab', discount: '', expiry_date: '', max_uses: '0' })).toEqual({
      promocode: 'Promo code must be at least 3 characters',
      discount: 'Discount must be between 1 and 100',
      expiry_date: 'Expiry date is required',
      max_uses: 'Must be a whole number from 1 to 1000000',
    })
    expect(Object.keys(problems({ discount: '101', start_date: '2026-02-30' })).toSorted()).toEqual([
      'discount',
      'start_date',
    ])
  })
})

describe('a stored code', () => {
  const save = (of: Promocode, change: Partial<CodeForm> = {}) => {
    const parsed = parseCode({ ...toForm(of), ...change }, of)
    return parsed.success ? parsed.data : messagesOf(parsed)
  }

  it('sends what was changed alone: what somebody else has changed meanwhile stays', () => {
    const limited = {
      ...code,
      max_uses: 5,
      max_uses_per_buyer: 1,
      max_seats: 3,
      start_date: '2026-12-01',
      paused: true,
    }
    for (const each of [code, limited]) {
      expect(save(each)).toEqual({})
      expect(save(each, { max_uses: '9' })).toEqual({ max_uses: 9 })
      expect(save(each, { paused: !each.paused })).toEqual({ paused: !each.paused })
    }
  })

  it('keeps its amount, and changes to percent', () => {
    const fixed = { ...code, discount: 0, amount: 200 }
    expect(save(fixed, { amount: '250' })).toEqual({ amount: 250 })
    expect(save(fixed, { kind: 'percent', discount: '15' })).toEqual({ discount: 15 })
  })

  it('loses a limit that is cleared', () => {
    const values = save(
      { ...code, max_uses: 5, max_uses_per_buyer: 1, start_date: '2026-12-01' },
      { max_uses: '', max_uses_per_buyer: ' ', start_date: '' },
    )
    expect(values).toEqual({ max_uses: null, max_uses_per_buyer: null, start_date: null })
  })

  it('leaves a time of the day that the form does not show, and shows its day in India', () => {
    const timed = { ...code, expiry_date: '2026-12-31T20:00:00Z', start_date: '2026-12-01T10:00:00+05:30' }
    expect(toForm(timed)).toMatchObject({ expiry_date: '2027-01-01', start_date: '2026-12-01' })
    expect(save(timed, { max_uses: '5' })).toEqual({ max_uses: 5 })
    expect(save(timed, { expiry_date: '2027-01-02' })).toEqual({ expiry_date: '2027-01-02' })
  })

  it('says at each field what is wrong with it', () => {
    const errors = save(code, { discount: '', max_uses: '1.5', expiry_date: '' })
    expect(errors).toMatchObject({
      discount: 'Discount must be between 1 and 100',
      max_uses: 'Must be a whole number from 1 to 1000000',
      expiry_date: 'Expiry date is required',
    })
  })
})

describe('what undoes an edit of a code', () => {
  const edited = (changed: Partial<CodeForm>, of = code) => bodyBefore({ ...toForm(of), ...changed }, of)

  it('is what the code had of the changed fields alone', () => {
    expect(edited({ paused: true, max_uses: '5' })).toEqual({ paused: false, max_uses: null })
  })

  it('is the reduction in the kind that it had', () => {
    expect(edited({ kind: 'rupees', amount: '100' })).toEqual({ discount: 20 })
    const rupees = { ...code, discount: 0, amount: 100 }
    expect(edited({ kind: 'percent', discount: '20' }, rupees)).toEqual({ amount: 100 })
  })
})

describe('in the list of promo codes,', () => {
  const now = Date.parse('2026-11-30T18:29:59Z')
  const marks = (change: Partial<Promocode>, at = now) =>
    stateMarks({ ...code, ...change }, at).map(({ label }) => label)

  it('a code shows the reasons why buyers cannot use it', () => {
    expect(marks({})).toEqual([])
    expect(marks({ paused: true })).toEqual(['Paused'])
    expect(marks({ listed: false })).toEqual(['Not shown'])
    expect(marks({ start_date: '2026-12-01' })).toEqual(['Starts 1 Dec 2026'])
    // The day begins at midnight in India.
    expect(marks({ start_date: '2026-12-01' }, now + 1000)).toEqual([])
    expect(marks({ max_uses: 2, uses: 2, paused: true, listed: false })).toEqual(['Used up', 'Paused', 'Not shown'])
  })

  it('a code is used up when paid and unpaid orders together reach the limit', () => {
    expect(marks({ max_uses: 3, uses: 1, reserved: 1 })).toEqual([])
    expect(marks({ max_uses: 3, uses: 1, reserved: 2 })).toEqual(['Used up'])
    expect(marks({ max_uses: null, uses: 9, reserved: 9 })).toEqual([])
  })

  it('a code shows its uses against the limit, and the money that it took off', () => {
    expect(usesText(code)).toEqual(['0 used'])
    expect(usesText({ ...code, reserved: 2 })).toEqual(['0 used'])
    expect(usesText({ ...code, max_uses: 10, uses: 3, reserved: 2, revenue: 1047.5 })).toEqual([
      '3 of 10 used',
      '₹1,047.50 earned',
      '2 in unpaid orders',
    ])
  })
})
