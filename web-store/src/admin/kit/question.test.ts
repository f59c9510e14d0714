import { expect, test } from 'vitest'
import { priceQuestion } from './question.tsx'

test.each([
  ['a digit that is missing', 1499, 149, '₹149.00 instead of ₹1,499.00?', 'drops by 90%'],
  ['a digit too many', 149, 1499, '₹1,499.00 instead of ₹149.00?', 'rises by 906%'],
  ['half and a rupee', 1000, 499, '₹499.00 instead of ₹1,000.00?', 'drops by 50%'],
])('%s is asked about, with both prices and the percent', (_, was, now, title, words) => {
  expect(priceQuestion(was, now)).toMatchObject({ title, text: expect.stringContaining(words) })
})

test.each([
  ['half of it', 1000, 500],
  ['half as much again', 1000, 1500],
  ['the same', 1000, 1000],
  ['a first price', 0, 1499],
  ['a price that there was not', null, 1499],
  ['no number', 1000, Number.NaN],
])('%s is no question', (_, was, now) => {
  expect(priceQuestion(was, now)).toBeUndefined()
})
