import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { readForeignTable } from '../../server/src/courses/media/foreign-table.ts'
import { readTable } from '../../server/test/moves.ts'
import { CELLS, ORDERS } from './bought-list.ts'
import { debian, row, type Seen } from './row.ts'
import { byCalc, byGnumeric, CALC, calcCsv, GNUMERIC } from './sheet-programs.ts'
import { load, programs, writeOpenpyxl, writers, writeXlsxWriter } from './table-writers.ts'

let folder: string
/** The list as openpyxl writes it, for the programs that open and save it. */
let list: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skillhaat-world-tables-'))
  list = join(folder, 'list.xlsx')
})
afterAll(() => rm(folder, { recursive: true }))

const part = 'Tables'
const readFileOf = (path: string) => readForeignTable({ who: 'world' }, { path })
const did = 'writes a list of past orders as .xlsx, which the shop reads'
const EXACT = `All ${CELLS.length * 8} cells were read as they are shown: zeros before a number, phones, Hindi and Tamil names, dates and rupees.`

type Cells = string[][]
const ORDER = { phone: 2, date: 4, amount: 5, course: 6, note: 7, hidden: 8 }
const FORMULA = [1, ORDER.amount] as const

/** Reads a file of the list and expects its cells and its orders; `change` says what differs. */
async function expectList(path: string, change: (cells: Cells) => void = () => {}, orders: object[] = []) {
  const read = await readFileOf(path)
  const cells = structuredClone(CELLS)
  change(cells)
  expect(read.rows.map((one) => one.cells)).toEqual(cells)
  const { rows } = await readTable(read, { kind: 'orders' })
  expect(rows).toMatchObject(ORDERS.map((one, at) => ({ ...one, ...orders[at] })))
  return rows
}

const UNCALCULATED =
  'It writes formulas without their results: the shop shows the formula and takes the order without an amount, with a note. Open the file in Excel or Calc and save it once.'

/** Expects a formula that no program calculated in the cell of an amount. */
async function expectUncalculated(path: string, change: (cells: Cells) => void = () => {}, mended = ''): Promise<Seen> {
  const rows = await expectList(
    path,
    (cells) => {
      ;(cells[FORMULA[0]] as string[])[FORMULA[1]] = '=1000+499'
      change(cells)
    },
    [{}, { amount: null }],
  )
  expect(rows[1]?.notes).toMatchObject([
    { heading: 'Amount', message: expect.stringMatching(/is a formula without a value: open the file/) },
  ])
  return { seen: `${mended}All cells but one of ${CELLS.length * 8} were read as they are shown.`, limit: UNCALCULATED }
}

const withoutHidden = (cells: Cells) => {
  for (const row of cells) row.length = ORDER.hidden
}
const asWritten = async (path: string) => {
  await expectList(path)
  return EXACT
}

const NPM: Record<keyof typeof programs, { guess: string; check: (path: string) => Promise<Seen> }> = {
  exceljs: { guess: 'dates are a day early, since it writes JavaScript dates in UTC', check: asWritten },
  xlsx: {
    guess: 'its number formats have ids of Excel’s own, from 56 up, and are taken for those',
    check: asWritten,
  },
  'xlsx-js-style': {
    guess: 'the same file as of SheetJS, whose code it is',
    async check(path) {
      await expectList(
        path,
        (cells) => {
          for (const at of [1, 2]) (cells[at] as string[])[3] = String(12 + at)
        },
        [{}, { order_ref: '13' }, { order_ref: '14' }],
      )
      return {
        seen: 'Order numbers with the format `0000` lost their zeros; all other cells were read as they are shown.',
        limit:
          'It takes a format of digits alone for the id of one, so that Excel shows no zeros either. Write such numbers as text.',
      }
    },
  },
  'xlsx-populate': { guess: 'it calculates formulas, as it has a method for them', check: expectUncalculated },
  'write-excel-file': {
    guess: 'the shop’s own writer of workbooks is read by the shop without a difference',
    check: (path) =>
      expectUncalculated(path, withoutHidden, 'It fell, and was mended: its formulas begin with two “=”. '),
  },
  excel4node: { guess: 'formulas have results', check: expectUncalculated },
  'excelize-wasm': {
    guess: 'a cell of a formula is a number or empty',
    check: (path) =>
      expectUncalculated(
        path,
        undefined,
        'It fell, and was mended: it calls a formula a text, and the amount was dropped in silence. ',
      ),
  },
  hucre: { guess: 'dates of a workbook of 1904 are four years and a day off', check: asWritten },
}

for (const [name, program] of Object.entries(programs)) {
  const { guess, check } = NPM[name as keyof typeof programs]
  row({ part, program, did, guess }, async () => {
    const path = join(folder, `${name}.xlsx`)
    await writers[name as keyof typeof writers](path)
    return check(path)
  })
}

const OPENPYXL = debian('python3-openpyxl', 'openpyxl')
const XLSXWRITER = debian('python3-xlsxwriter', 'XlsxWriter')

row({ part, program: OPENPYXL, did, guess: 'a formula has its result' }, async () => {
  const path = join(folder, 'openpyxl.xlsx')
  writeOpenpyxl(path)
  return expectUncalculated(path)
})

row(
  { part, program: XLSXWRITER, did: `${did}, with the calendar of 1904`, guess: 'dates are four years and a day off' },
  async () => {
    const path = join(folder, 'xlsxwriter.xlsx')
    writeXlsxWriter(path)
    return asWritten(path)
  },
)

for (const [program, convert] of [
  [CALC, (from: string) => byCalc(from, 'xlsx:Calc MS Excel 2007 XML')],
  [GNUMERIC, (from: string) => byGnumeric(from, join(folder, 'gnumeric.xlsx'))],
] as const)
  row(
    {
      part,
      program: OPENPYXL.version ? program : OPENPYXL,
      did: 'opens the list of openpyxl, calculates it and saves it as .xlsx, which the shop reads',
      guess: 'the formula has its result then, and nothing else changes',
    },
    async () => {
      writeOpenpyxl(list)
      return asWritten(convert(list))
    },
  )

const NO_MERGE =
  'A CSV has no merged cells and no hidden rows: the order below a merged course has none, and a hidden order is taken like any other. Save such a list as .xlsx.'

/** Expects a CSV whose dates and amounts are written as `as` says. */
async function expectCsv(
  path: string,
  { dates, amounts, numbers }: { dates: string[]; amounts: string[]; numbers: string[] },
) {
  await expectList(
    path,
    (cells) => {
      withoutHidden(cells)
      cells.forEach((row, at) => {
        row[3] = numbers[at] ?? ''
        row[ORDER.date] = dates[at] ?? ''
        row[ORDER.amount] = amounts[at] ?? ''
      })
      ;(cells[2] as string[])[ORDER.course] = ''
    },
    numbers.map((order_ref, at) => ({
      order_ref,
      ...(at === 2 && { courses: [], problem: 'There is no name of a course' }),
    })),
  )
  return { seen: 'All other cells were read as they are shown.', limit: NO_MERGE }
}

for (const [kind, format] of [
  ['semicolons in UTF-16', calcCsv(';', 'utf-16')],
  ['commas in UTF-8', calcCsv(',', 'utf-8')],
  ['tabs in UTF-16', calcCsv('\t', 'utf-16')],
] as const)
  row(
    {
      part,
      program: CALC,
      did: `saves the list as CSV with ${kind}, which the shop reads`,
      guess: 'names become question marks, or the columns run together',
    },
    async () => {
      writeOpenpyxl(list)
      return expectCsv(byCalc(list, format), {
        numbers: ['0012', '0013', '0014', '0015'],
        dates: ['05/04/2025', '06/04/2025 09:15', '31/12/2025 23:30', '28/02/2026'],
        amounts: ['₹1,499.50', '₹1,499.00', '₹0.10', '₹499.00'],
      })
    },
  )

row(
  {
    part,
    program: GNUMERIC,
    did: 'saves the list as CSV, which the shop reads',
    guess: 'cells are written as they are shown, as Calc does',
  },
  async () => {
    writeOpenpyxl(list)
    const { seen } = await expectCsv(byGnumeric(list, join(folder, 'gnumeric.csv')), {
      numbers: ['0012', '13', '14', '0015'],
      dates: ['2025/04/05', '2025/04/06 09:15:00', '2025/12/31 23:30:00', '2026/02/28'],
      amounts: ['1499.5', '1499', '0.1', '499'],
    })
    return { seen, limit: `Its CSV drops number formats, so that zeros before a number are lost. ${NO_MERGE}` }
  },
)

async function bySheetJs(bookType: 'xlml' | 'xlsb'): Promise<string> {
  const { default: sheetJs } = await load('xlsx')
  const path = join(folder, `list.${bookType}`)
  await writeFile(path, sheetJs.write(sheetJs.read(await readFile(list)), { type: 'buffer', bookType }))
  return path
}

for (const [program, kind, ending, convert] of [
  [CALC, 'OpenDocument', '.ods', () => byCalc(list, 'ods')],
  [GNUMERIC, 'OpenDocument', '.ods', () => byGnumeric(list, join(folder, 'g.ods'))],
  [CALC, 'Excel 97', '.xls', () => byCalc(list, 'xls')],
  [CALC, 'SYLK', '.slk', () => byCalc(list, 'slk')],
  [CALC, 'Data Interchange Format', '.dif', () => byCalc(list, 'dif')],
  [CALC, 'a web page', '.html', () => byCalc(list, 'html')],
  [GNUMERIC, 'its own format', '.gnumeric', () => byGnumeric(list, join(folder, 'g.gnumeric'))],
  [programs.xlsx, 'Excel 2003 XML', '.xml', () => bySheetJs('xlml')],
  [programs.xlsx, 'a binary workbook', '.xlsb', () => bySheetJs('xlsb')],
] as const)
  row(
    {
      part,
      program,
      did: `saves the list as ${kind} (${ending}), which the shop is given`,
      guess: 'the shop refuses it and says how to convert it',
    },
    async () => {
      writeOpenpyxl(list)
      const refusal = await readFileOf(await convert()).then(
        () => undefined,
        ({ status, message }) => ({ status, message }),
      )
      expect(refusal).toMatchObject({ status: 415, message: expect.stringMatching(/xlsx/i) })
      return { seen: `It is refused with a way: “${refusal?.message}”`, limit: 'Save it as .xlsx.' }
    },
  )
