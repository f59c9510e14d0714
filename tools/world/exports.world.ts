import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect } from 'vitest'
import { routes } from '../../server/src/serve/http/route-table.ts'
import { debian, row } from './row.ts'
import { byCalc, byGnumeric, CALC, GNUMERIC } from './sheet-programs.ts'
import { MONTH, type SoldShop, startSoldShop } from './sold-month.ts'
import { python } from './table-writers.ts'

const part = 'Exports'
let shop: SoldShop
let folder: string
/** Cells of each export by its name, as the shop wrote them. */
const tables = new Map<string, string[][]>()
let cells = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skillhaat-world-exports-'))
  shop = await startSoldShop()
  const { course_id } = await shop.server.db('enrolments').first('course_id')
  const { move_id } = await shop.server.db('moves').first('move_id')
  const query = `month=${MONTH}&from=${MONTH}-01&to=${MONTH}-31&course_id=${course_id}&move_id=${move_id}`
  for (const { path } of routes.filter((route) => /export\/\w+\.csv$/.test(route.path))) {
    const name = path.split('/').at(-1)?.replace('.csv', '') ?? ''
    const csv = await shop.text(`/api${path}?${query}`)
    tables.set(name, parse(csv, { bom: true, record_delimiter: '\r\n' }))
    await writeFile(join(folder, `${name}.csv`), csv)
    await writeFile(join(folder, `${name}.xlsx`), await shop.download(`/api${path.replace('.csv', '.xlsx')}?${query}`))
  }
  cells = [...tables.values()].flat(2).length
})
afterAll(async () => {
  await shop.server.stop()
  await rm(folder, { recursive: true })
})

type ReadCell = { is: 'n' | 's' | 'd' | 'f' | 'b' | 'e'; value: string }

/** Reads workbooks cell by cell: what a cell is, and its value as text. */
const readBooks = (paths: string[]) =>
  python<ReadCell[][][]>(
    `
import json, sys, openpyxl
def cell(c):
    v = c.value
    if v is None: return {'is': 's', 'value': ''}
    if c.data_type == 'd': return {'is': 'd', 'value': v.isoformat()}
    if c.data_type == 'n': return {'is': 'n', 'value': str(int(v)) if v == int(v) else repr(v)}
    return {'is': c.data_type, 'value': str(v)}
print(json.dumps([[[cell(c) for c in row] for row in openpyxl.load_workbook(p).worksheets[0].iter_rows()] for p in json.load(sys.stdin)]))
`,
    paths,
  )

const names = () => [...tables.keys()]
const GUARD = /^'(?=[=+\-@\t\r])/
const MOMENT = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)\+05:30)?$/
/** Columns whose cells are numbers where they are filled. */
const NUMBERS =
  /^(?:Seats|Subtotal|Discount|Total|Refunded|GST added|Received|Coins|Spent|Price|Amount|Fee|GST on fee|To you|From you|Returned|Taxable value|CGST|SGST|IGST|Charged|Gross|Fees|GST on fees|Refunds|Payments|To the bank|Item Price|Item Tax Amount|Quantity|Lessons|Students)$/

/** Expects each cell of a workbook to be what the CSV of the same table says. */
function expectBooks(read: ReadCell[][][]): void {
  names().forEach((name, at) => {
    const [heads = [], ...rows] = tables.get(name) ?? []
    const found = read[at] ?? []
    expect(
      found[0]?.map(({ value }) => value),
      name,
    ).toEqual(heads)
    expect(found.slice(1).length, name).toBe(rows.length)
    rows.forEach((row, line) => {
      row.forEach((written, column) => {
        const { is, value } = found[line + 1]?.[column] ?? { is: 's', value: '' }
        const where = `${name}, row ${line + 2}, ${heads[column]}`
        const text = written.replace(GUARD, '')
        const [, day, time = '00:00:00'] = MOMENT.exec(text) ?? []
        if (day) expect([is, value], where).toEqual(['d', `${day}T${time}`])
        else if (NUMBERS.test(heads[column] ?? '') && text !== '') expect([is, value], where).toEqual(['n', text])
        else expect([['s', 'n'].includes(is), value], where).toEqual([true, text])
        if (heads[column] === 'Phone' || /UTR|Code/.test(heads[column] ?? '')) expect(is, where).toBe('s')
      })
    })
  })
}

const OPENPYXL = debian('python3-openpyxl', 'openpyxl')
const did = 'opens every export as .xlsx'
const seenBooks = () =>
  `All ${cells} cells of ${tables.size} tables are equal: texts that begin with = + - @ are texts, phones and bank references have their zeros, amounts are numbers and days are dates.`

row({ part, program: OPENPYXL, did, guess: 'a name that begins with = is a formula' }, async () => {
  expectBooks(readBooks(names().map((name) => join(folder, `${name}.xlsx`))))
  return seenBooks()
})

for (const [program, convert] of [
  [CALC, (path: string) => byCalc(path, 'xlsx:Calc MS Excel 2007 XML')],
  [GNUMERIC, (path: string) => byGnumeric(path, `${path}.again.xlsx`)],
] as const)
  row(
    {
      part,
      program: OPENPYXL.version ? program : OPENPYXL,
      did: `${did} and saves it again`,
      guess: 'numbers with many digits change, and times move by a zone',
    },
    async () => {
      expectBooks(readBooks(names().map((name) => convert(join(folder, `${name}.xlsx`)))))
      return seenBooks()
    },
    400_000,
  )

const LOST =
  'A CSV does not say what a cell is: like Excel, it takes digits for a number, so that zeros before a phone or a bank reference are lost, and an order’s course “2026-12-05” becomes a day. Use the .xlsx of the same table.'

/** Expects the cells of a CSV that a program opened: no formulas, no cell elsewhere, and numbers with their digits. */
function expectTables(read: ReadCell[][][]): number {
  let changed = 0
  names().forEach((name, at) => {
    const written = tables.get(name) ?? []
    expect(read[at]?.length, name).toBe(written.length)
    written.forEach((row, line) => {
      row.forEach((text, column) => {
        const { is, value } = read[at]?.[line]?.[column] ?? { is: 's', value: '' }
        const where = `${name}, row ${line + 1}, ${written[0]?.[column]}`
        expect(is, where).not.toBe('f')
        // Gnumeric hides the apostrophe that makes a text of a formula, as if a person had typed it.
        if (value === text || value === text.replace(GUARD, '')) return
        if (is === 's') expect(value, where).toBe(text)
        if (is === 'n') expect(Number(value), where).toBe(Number(text))
        if (is === 'd') expect(value.slice(0, 10), where).toBe(text.slice(0, 10))
        changed += 1
      })
    })
  })
  return changed
}

for (const [program, convert] of [
  [
    CALC,
    (path: string) =>
      byCalc(path, 'xlsx:Calc MS Excel 2007 XML', 'Text - txt - csv (StarCalc):44,34,76,1,,0,false,true'),
  ],
  [GNUMERIC, (path: string) => byGnumeric(path, `${path}.xlsx`)],
] as const)
  row(
    {
      part,
      program: OPENPYXL.version ? program : OPENPYXL,
      did: 'opens every export as CSV, with digits taken for numbers',
      guess: 'a line break in a title ends a row, and a name that begins with = runs',
    },
    async () => {
      const changed = expectTables(readBooks(names().map((name) => convert(join(folder, `${name}.csv`)))))
      return {
        seen: `It fell, and was mended: a line feed in a title ended the row. Of ${cells} cells none is a formula and none is in another row or column; ${changed} are numbers or dates in another form.`,
        limit: LOST,
      }
    },
    400_000,
  )
