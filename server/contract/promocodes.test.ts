import { expect, test } from 'vitest'
import { AddPromocodeQuery, UpdatePromocodeBody } from './promocode-input.ts'

test('a date of a promo code that is none is named', () => {
  const shown = (input: object) =>
    AddPromocodeQuery.safeParse({ promocode: 'DIWALI', discount: '10', expiry_date: '2026-12-01', ...input }).error
      ?.issues[0]?.message
  expect(shown({ start_date: '2026-02-30' })).toBe('Start date is not a valid date')
  expect(shown({ expiry_date: 'soon' })).toBe('Expiry date is not a valid date')
  expect(shown({ expiry_date: undefined })).toBe('Expiry date is required')
  expect(shown({ start_date: '2026-11-21' })).toBeUndefined()
  expect(UpdatePromocodeBody.safeParse({ start_date: 'x'.repeat(41) }).error?.issues[0]?.message).toBe(
    'Start date is not a valid date',
  )
})

test('a missing discount is reported beside other errors, in the order of the fields', () => {
  const wrong = (input: object) => AddPromocodeQuery.safeParse(input).error?.issues.map(({ path }) => path[0])
  expect(wrong({})).toEqual(['promocode', 'discount', 'expiry_date'])
  expect(wrong({ promocode: 'ABC', discount: '0' })).toEqual(['discount', 'expiry_date'])
})
