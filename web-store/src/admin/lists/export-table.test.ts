import { expect, it } from 'vitest'
import { hasNoRows } from './export-table.ts'

const csv = (text: string) => new Blob([text], { type: 'text/csv; charset=utf-8' })
const json = (gstr1: object) => new Blob([JSON.stringify(gstr1)], { type: 'application/json' })

it.each([
  ['a table of heads alone', csv('\uFEFFNumber,Kind\r\n'), true],
  ['a table with a row', csv('\uFEFFNumber,Kind\r\nSH/1,invoice\r\n'), false],
  ['a table whose first row is long', csv(`Number\r\n${'9'.repeat(5000)}\r\n`), false],
  ['a return without documents', json({ gstin: '27AAPFU0939F1ZV', fp: '022024' }), true],
  ['a return with documents', json({ gstin: '27AAPFU0939F1ZV', doc_issue: { doc_det: [] } }), false],
])('%s: has no rows is %s', async (_name, file, none) => {
  expect(await hasNoRows(file)).toBe(none)
})
