import { expect, test } from 'vitest'
import { linesOf, plainText, withoutMark } from './plain-text.ts'

test.each([
  ['• 500 reels', '500 reels'],
  ['✅ 500 reels', '500 reels'],
  ['✅500 reels', '500 reels'],
  ['✔️ 500 reels', '500 reels'],
  ['- 500 reels', '500 reels'],
  ['– 500 reels', '500 reels'],
  ['* 500 reels', '500 reels'],
  ['1) 500 reels', '500 reels'],
  ['12. 500 reels', '500 reels'],
  ['(3) 500 reels', '500 reels'],
  ['👉🏻 500 reels', '500 reels'],
  ['१. 500 reels', '500 reels'],
  ['\uf0b7 500 reels', '500 reels'],
  ['• ✅ 500 reels', '500 reels'],
  ['• 1. 500 reels', '500 reels'],
])('the mark of %j is dropped', (line, plain) => {
  expect(withoutMark(line)).toBe(plain)
})

test.each([
  '500 reels',
  '3 bonuses',
  '-50% today',
  '4.5 stars from students',
  '2.5 GB of files',
  '*',
  '🎁 A gift',
  '₹99 only',
  '₹1,000/day - a plan',
])('%j stays as it is', (line) => {
  expect(withoutMark(line)).toBe(line)
  expect(plainText(line)).toBe(line)
})

test.each([
  ['*500 reels* in HD', '500 reels in HD'],
  ['**500 reels** in HD', '500 reels in HD'],
  ['Get *lifetime access*, today', 'Get lifetime access, today'],
  ['5 * 3 * 2', '5 * 3 * 2'],
  ['a*b*c', 'a*b*c'],
  ['*not closed', '*not closed'],
  ['Yes.\n\uf0b7 UPI\n\uf0b7 Cards', 'Yes.\n• UPI\n• Cards'],
  ['Tick \uf0fc here', 'Tick  here'],
])('%j reads %j', (text, plain) => {
  expect(plainText(text)).toBe(plain)
})

test('a pasted text has a line for each point', () => {
  expect(linesOf('• One\r\n\r\n•\n  2) Two\u2028*Three*')).toEqual(['One', 'Two', '*Three*'])
})
