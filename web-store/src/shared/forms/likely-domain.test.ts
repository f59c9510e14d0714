import { expect, it } from 'vitest'
import { likelyDomain } from './EmailField.tsx'

it.each([
  ['asha@gmial.com', 'gmail.com'],
  ['asha@gmail.con', 'gmail.com'],
  ['asha@gmail.co', 'gmail.com'],
  ['asha@gmail', 'gmail.com'],
  ['Asha@GMAI.COM ', 'gmail.com'],
  ['asha@yaho.co.in', 'yahoo.co.in'],
  ['asha@rediffmal.com', 'rediffmail.com'],
])('%s probably meant %s', (typed, meant) => {
  expect(likelyDomain(typed)).toBe(meant)
})

it.each([
  'asha@gmail.com',
  'asha@mail.com',
  'asha@ymail.com',
  'asha@yahoo.co.in',
  'asha@outlook.in',
  'asha@school.edu',
  'asha@',
  '',
])('nothing is proposed for %s', (typed) => {
  expect(likelyDomain(typed)).toBeUndefined()
})
