import { expect, test } from 'vitest'
import { lateTaxText } from './refund-order.ts'

test('the refund form says from 1 December on that no tax is taken back of a sale of the year before', () => {
  const sale = (kind: 'invoice' | 'receipt', paid_at = '2027-03-15T06:30:00.000Z') => ({
    paid_at,
    documents: [{ document_id: 'doc_1', kind, serial: 'SH/26-27/0000001', issued_at: paid_at }],
  })
  expect(lateTaxText(sale('invoice'), '2027-11-30')).toBeUndefined()
  expect(lateTaxText(sale('invoice'), '2027-12-01')).toContain('the last day was 30 November 2027')
  expect(lateTaxText(sale('receipt'), '2027-12-01')).toBeUndefined()
  expect(lateTaxText(sale('invoice', '2027-03-31T18:30:00.000Z'), '2027-12-01')).toBeUndefined()
})
