import { expect, test } from 'vitest'
import { dayText, gstinWords, taxEffect, taxText } from './tax-labels.ts'

const inclusive = { enabled: true, rate: 18, prices: 'inclusive' } as const
const exclusive = { ...inclusive, prices: 'exclusive' } as const

test('tax settings in a few words', () => {
  expect(taxText(inclusive)).toBe('Tax invoices, prices include 18% GST')
  expect(taxText(exclusive)).toBe('Tax invoices, 18% GST added to prices')
  expect(taxText({ ...inclusive, enabled: false })).toBe('Receipts only')
  expect(taxText({ ...exclusive, rate: 0 })).toBe('Bills of supply, no GST')
  expect(dayText('2026-04-01')).toBe('1 Apr 2026')
})

test('settings tax a course of ₹499 to the paisa', () => {
  expect(taxEffect(inclusive)[2]).toBe('A course of ₹499.00 still costs ₹499.00, of which ₹76.12 is GST.')
  expect(taxEffect(exclusive)[2]).toBe('A course of ₹499.00 costs ₹588.82: ₹89.82 GST is added in cart and checkout.')
  expect(taxEffect(inclusive)).toHaveLength(4)
  expect(taxEffect(exclusive)[4]).toMatch(/^Prices show “.*18%.*” next to them/)
  expect(taxEffect({ ...exclusive, rate: 0 })[0]).toMatch(/bill of supply instead of a tax invoice/)
  expect(taxEffect({ ...exclusive, enabled: false }).join(' ')).not.toMatch(/499|invoice/)
})

test('a GSTIN is judged once it is whole, and against the state that is chosen', () => {
  const valid = '27AAPFU0939F1ZV'
  expect(gstinWords('27AAP', '')).toEqual({ help: '15 characters. The first two are the state code.' })
  expect(gstinWords(valid, '')).toEqual({ help: 'Valid: Maharashtra.' })
  expect(gstinWords(` ${valid.toLowerCase()} `, '27')).toEqual({ help: 'Valid: Maharashtra.' })
  expect(gstinWords(valid, '29')).toEqual({ error: 'GSTIN is of another state' })
  expect(gstinWords('27AAPFU0939F1ZW', '27')).toEqual({ error: 'GSTIN is not valid' })
})
